import { whenSettled } from "../changes/index.ts";
import { inTurn as inTurnHere } from "../files/index.ts";
import type { ToolContext } from "../protocol/index.ts";

/** Runs changes of one path one after another, also with those of other processes that share this server's state. */
export async function inTurn<T>(context: ToolContext, realPath: string, run: () => Promise<T>): Promise<T> {
  await whenSettled(context.scope);
  return await inTurnHere(realPath, async () => await context.scope.guard.hold(realPath, run));
}
