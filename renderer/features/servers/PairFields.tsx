import { Plus, X } from "lucide-react";
import { Button, IconButton, TextField } from "../../design/index.ts";
import type { Pair } from "./definition.ts";
import styles from "./Servers.module.css";

interface PairFieldsProps {
  readonly pairs: readonly Pair[];
  readonly onChange: (pairs: readonly Pair[]) => void;
  readonly words: {
    readonly title: string;
    readonly name: string;
    readonly value: string;
    readonly add: string;
    readonly remove: string;
    readonly hint: string;
  };
  readonly error: string | undefined;
}

/** Names with secret values, a row each: variables of a program, headers of an address. */
export const PairFields = ({ pairs, onChange, words, error }: PairFieldsProps) => {
  const change = (at: number, part: Partial<Pair>): void =>
    onChange(pairs.map((one, index) => (index === at ? { ...one, ...part } : one)));
  return (
    <fieldset className={styles["env"]}>
      <legend>{words.title}</legend>
      {pairs.map((pair, at) => (
        <div key={at} className={styles["envRow"]}>
          <TextField
            label={words.name}
            isLabelHidden
            isMono
            placeholder={words.name}
            value={pair.name}
            onChange={(event) => change(at, { name: event.target.value })}
          />
          <TextField
            label={words.value}
            isLabelHidden
            isMono
            type="password"
            placeholder={words.value}
            value={pair.value}
            onChange={(event) => change(at, { value: event.target.value })}
          />
          <IconButton
            label={words.remove}
            icon={<X size={14} aria-hidden />}
            onClick={() => onChange(pairs.filter((_, index) => index !== at))}
          />
        </div>
      ))}
      {error !== undefined && <p className={styles["problem"]}>{error}</p>}
      <div className={styles["envFoot"]}>
        <Button
          size="small"
          kind="quiet"
          icon={<Plus size={14} aria-hidden />}
          onClick={() => onChange([...pairs, { name: "", value: "" }])}
        >
          {words.add}
        </Button>
        <span className={styles["quiet"]}>{words.hint}</span>
      </div>
    </fieldset>
  );
};
