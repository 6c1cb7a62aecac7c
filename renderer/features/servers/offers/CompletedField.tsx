import { useEffect, useId, useState } from "react";
import type { ServerId } from "../../../../shared/contract/index.ts";
import { bridge, type Params } from "../../../bridge/index.ts";
import { TextField } from "../../../design/index.ts";
import { revealAsText } from "../../reveal/index.ts";

/** Time after the last letter until suggestions are asked for, in milliseconds. */
const PAUSE_MS = 150;
const MAX_SUGGESTIONS = 50;

interface CompletedFieldProps {
  readonly serverId: ServerId;
  /** What the argument belongs to; absent where the server completes nothing. */
  readonly from: Params<"server.complete">["ref"] | undefined;
  readonly name: string;
  readonly label: string;
  readonly about: string | undefined;
  readonly isRequired: boolean;
  readonly error: string | undefined;
  readonly value: string;
  readonly others: Readonly<Record<string, string>>;
  readonly onChange: (value: string) => void;
}

/** An argument as a line of text, with what the server suggests for it while one types. */
export const CompletedField = ({
  serverId,
  from,
  name,
  label,
  about,
  isRequired,
  error,
  value,
  others,
  onChange,
}: CompletedFieldProps) => {
  const listId = useId();
  const [isTyping, setIsTyping] = useState(false);
  const [suggested, setSuggested] = useState<readonly string[]>([]);
  const question = JSON.stringify({ from, others });
  useEffect(() => {
    const { from: ref, others: context } = JSON.parse(question) as Pick<
      CompletedFieldProps,
      "from" | "others"
    >;
    if (!isTyping || ref === undefined) return undefined;
    let isCurrent = true;
    const timer = setTimeout(() => {
      bridge
        .request("server.complete", { serverId, ref, argument: { name, value }, context: { ...context } })
        .then((answer) => {
          // Suggestions are a convenience: without them the field is a field.
          if (isCurrent && answer.ok) setSuggested(answer.value.values.slice(0, MAX_SUGGESTIONS));
        })
        .catch((cause: unknown) => console.error("server.complete failed", cause));
    }, PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [isTyping, question, serverId, name, value]);
  return (
    <>
      <TextField
        label={revealAsText(label)}
        isRequired={isRequired}
        hint={about === undefined ? undefined : revealAsText(about)}
        error={error}
        value={value}
        list={listId}
        onFocus={() => setIsTyping(true)}
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id={listId}>
        {suggested.map((text) => (
          <option key={text} value={text} />
        ))}
      </datalist>
    </>
  );
};
