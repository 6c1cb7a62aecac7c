import { lstatSync, type Stats } from "node:fs";
import type { OpenChange } from "../changes/index.ts";
import { errnoOf, Refusal, refusalFromSystem } from "../outcome/index.ts";
import type { ToolContext } from "../protocol/index.ts";
import type { End } from "./ends.ts";
import { relocate } from "./relocate.ts";

/** A recorded move, ready to be made. */
export interface Carried {
  readonly change: OpenChange;
  readonly openFrom: () => End;
  readonly openTo: () => End;
  /** What was looked at and decided about: another entry in its place is not touched. */
  readonly expected: Pick<Stats, "ino" | "dev">;
  /** Names of both ends for a person. */
  readonly shownFrom: string;
  readonly shownTo: string;
  /** "move", "delete", "restore". */
  readonly doing: string;
  /** Both ends are one entry of a file system that does not tell upper from lower case. */
  readonly isRespelled?: boolean;
}

function checkEnds(from: End, to: End, carried: Carried): void {
  const now = lstatSync(from.path, { throwIfNoEntry: false });
  const { expected, shownFrom } = carried;
  if (now?.ino !== expected.ino || now.dev !== expected.dev) {
    throw new Refusal(
      "stale",
      `${shownFrom} was replaced or removed meanwhile; nothing was changed.`,
      "Look at it again with list_files, then repeat the call.",
    );
  }
  if (from.isStillThere() && to.isStillThere()) return;
  throw new Refusal(
    "outsideWorkspace",
    `A folder on the way to ${shownFrom} or ${carried.shownTo} was replaced meanwhile; nothing was changed.`,
    "Look at the folders with list_files, then try again.",
  );
}

function refusalOf(error: unknown, { doing, shownFrom, shownTo }: Carried): Refusal {
  const named = doing === "move" ? `${shownFrom} to ${shownTo}` : shownFrom;
  if (errnoOf(error) !== "EEXIST") return refusalFromSystem(error, doing, named);
  return new Refusal(
    "exists",
    `${shownTo} exists; nothing was changed.`,
    "Use another name, or move what is there first.",
    error,
  );
}

/**
 * Makes a recorded move: whole or not at all, never onto something, never through a link.
 * @throws Refusal `stale`, `outsideWorkspace`, `exists`, `full`, `denied`, `special`; nothing is changed then
 */
export async function carry(context: ToolContext, carried: Carried): Promise<void> {
  let from: End | undefined;
  let to: End | undefined;
  try {
    context.hooks.reached?.("recorded");
    from = carried.openFrom();
    to = carried.openTo();
    checkEnds(from, to, carried);
    await relocate({
      from: from.path,
      to: to.path,
      fromAside: from.aside,
      toAside: to.aside,
      signal: context.signal,
      hooks: context.hooks,
      isRespelled: carried.isRespelled === true,
    });
  } catch (error) {
    to?.unmake();
    from?.unmake();
    carried.change.drop();
    throw refusalOf(error, carried);
  } finally {
    from?.close();
    to?.close();
  }
  context.hooks.reached?.("written");
  carried.change.done();
}
