import { whenSettled } from "../changes/index.ts";
import { inTurn as inTurnHere } from "../files/index.ts";
import type { ToolContext } from "../protocol/index.ts";

async function holdAll<T>(
  context: ToolContext,
  realPaths: readonly string[],
  run: () => Promise<T>,
): Promise<T> {
  const [first, ...others] = realPaths;
  if (first === undefined) return await run();
  const hold = async (): Promise<T> =>
    await context.scope.guard.hold(first, async () => await holdAll(context, others, run));
  return await inTurnHere(first, hold);
}

/**
 * Runs a change of paths while nobody else changes one of them, in this process or in another that shares this server's
 * state. A move names both its ends: else a file that is made at the new one meanwhile would not wait for it.
 */
export async function inTurn<T>(
  context: ToolContext,
  realPaths: readonly string[],
  run: () => Promise<T>,
): Promise<T> {
  await whenSettled(context.scope);
  // Always in one order, so that two moves in opposite directions do not wait for each other.
  return await holdAll(context, [...new Set(realPaths)].toSorted(), run);
}
