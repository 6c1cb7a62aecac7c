import type { ServerCandidate } from "../../../shared/contract/index.ts";
import { Checkbox } from "../../design/index.ts";
import { transportText } from "../servers/index.ts";
import styles from "./AddServers.module.css";

interface CandidatesProps {
  readonly candidates: readonly ServerCandidate[];
  readonly isChosen: (at: number) => boolean;
  readonly onChoose: (at: number, isChosen: boolean) => void;
}

/** Servers that were read, each with a box and what to know of it. */
export const Candidates = ({ candidates, isChosen, onChoose }: CandidatesProps) => (
  <ul className={styles["list"]}>
    {candidates.map(({ definition, notes }, at) => (
      <li key={at} className={styles["item"]}>
        <Checkbox
          label={definition.name}
          hint={transportText(definition.transport)}
          isChecked={isChosen(at)}
          onChange={(next) => onChoose(at, next)}
        />
        {notes.map((note) => (
          <p key={note} className={styles["note"]}>
            {note}
          </p>
        ))}
      </li>
    ))}
  </ul>
);
