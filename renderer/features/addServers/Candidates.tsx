import type { ServerCandidate } from "../../../shared/contract/index.ts";
import { Checkbox, Remarks } from "../../design/index.ts";
import { revealAsText } from "../reveal/index.ts";
import { transportText } from "../servers/index.ts";
import { OptionInput } from "./OptionInput.tsx";
import { proposalOf, type Typed } from "./proposalOf.ts";
import styles from "./AddServers.module.css";

interface CandidatesProps {
  readonly candidates: readonly ServerCandidate[];
  readonly isChosen: (at: number) => boolean;
  readonly onChoose: (at: number, isChosen: boolean) => void;
  readonly typedOf: (at: number) => Typed;
  readonly onType: (at: number, typed: Typed) => void;
}

/** Servers that were read, each with a box, what to know of it, and what it asks for once it is chosen. */
export const Candidates = ({ candidates, isChosen, onChoose, typedOf, onType }: CandidatesProps) => (
  <ul className={styles["list"]}>
    {candidates.map((candidate, at) => (
      <li key={at} className={styles["item"]}>
        <Checkbox
          label={candidate.definition.name}
          hint={
            <span className={styles["line"]}>
              {revealAsText(transportText(candidate.definition.transport))}
            </span>
          }
          isChecked={isChosen(at)}
          onChange={(next) => onChoose(at, next)}
        />
        <Remarks remarks={proposalOf(candidate, typedOf(at)).notes} className={styles["note"]} />
        {isChosen(at) &&
          candidate.fields?.map((field) => (
            <OptionInput
              key={field.key}
              field={field}
              value={typedOf(at)[field.key] ?? field.preset ?? ""}
              onChange={(value) => onType(at, { ...typedOf(at), [field.key]: value })}
            />
          ))}
      </li>
    ))}
  </ul>
);
