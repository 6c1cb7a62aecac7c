import { perScope, type Scope } from "../protocol/index.ts";

const settling = perScope(() => ({ last: Promise.resolve() }));

/** Runs `settle`, which brings cut-off changes to an end and never rejects, after those that run already. */
export async function settleChanges(scope: Scope, settle: () => Promise<void>): Promise<void> {
  const turn = settling(scope);
  turn.last = turn.last.then(settle);
  await turn.last;
}

/** Resolves when no cut-off change is being settled: files are then as their changes left them. Never rejects. */
export async function whenSettled(scope: Scope): Promise<void> {
  await settling(scope).last;
}
