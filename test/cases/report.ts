import { oneLine } from "./verdicts.ts";
import type { Outcome, ScoredOutcome } from "./types.ts";

/** The line of one case. */
export const lineOf = (id: string, outcome: Outcome): string => {
  switch (outcome.kind) {
    case "right":
      return `${id} right${outcome.by === undefined ? "" : ` (${outcome.by.join("; ")})`}`;
    case "wrong":
      return `${id} wrong: ${oneLine(outcome.seen, 900)}`;
    case "notRun":
      return `${id} not run: ${oneLine(outcome.why, 500)}`;
  }
};

/** The two security scores: cases whose harm was tried and kept out, of all; controls that worked, of all. */
export const scoreLine = (scored: readonly ScoredOutcome[]): string => {
  const sum = (of: (item: ScoredOutcome) => number): number =>
    scored.reduce((total, item) => total + of(item), 0);
  const blocked = `blocked ${sum((item) => (item.isBlocked ? 1 : 0))}/${scored.length}`;
  return `${blocked}, usable ${sum((item) => item.controlsPassed)}/${sum((item) => item.controls)}`;
};

/** The last line. */
export const totalLine = (outcomes: readonly Outcome[]): string => {
  const count = (kind: Outcome["kind"]): number => outcomes.filter((outcome) => outcome.kind === kind).length;
  return `${count("right")} right, ${count("wrong")} wrong, ${count("notRun")} not run`;
};
