import type { TurnId } from "../../../shared/contract/index.ts";
import type { Call } from "../../../shared/session/index.ts";

/** Whether a call changed files without that a person decided it: its changes are put up for review (GOV-02). */
const isUnseen = (call: Call): boolean =>
  call.changed.length > 0 && call.decidedBy !== undefined && call.decidedBy !== "person";

/** The files that each turn changed by itself, by turn, in the order of the first change; only turns that have some. */
export const unseenPaths = (calls: readonly Call[]): ReadonlyMap<TurnId, readonly string[]> => {
  const found = new Map<TurnId, Set<string>>();
  for (const call of calls) {
    if (!isUnseen(call)) continue;
    const paths = found.get(call.turnId) ?? new Set<string>();
    for (const { path } of call.changed) paths.add(path);
    found.set(call.turnId, paths);
  }
  return new Map([...found].map(([turnId, paths]) => [turnId, [...paths]]));
};
