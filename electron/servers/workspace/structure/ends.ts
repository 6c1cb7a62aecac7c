import { basename } from "node:path";
import { openParent } from "../files/index.ts";
import type { Root } from "../paths/index.ts";
import type { Entry } from "./entry.ts";

/** One end of a move, held open while it is made. */
export interface End {
  readonly path: string;
  /** A free name beside it. */
  readonly aside: string;
  /** False when its folder was swapped for another since it was opened. */
  readonly isStillThere: () => boolean;
  /** Removes the folders that were made for it, if they are empty. */
  readonly unmake: () => void;
  readonly close: () => void;
}

/** A name beside an entry that no other change uses. */
export function asideName(changeId: string): string {
  return `.${changeId}.loopwright-tmp`;
}

/**
 * An end in the workspace; missing folders on the way are made.
 * @throws Refusal `outsideWorkspace` when a folder on the way has become a link since the check
 */
export function workspaceEnd(root: Root, entry: Pick<Entry, "real" | "shown">, changeId: string): End {
  const parent = openParent(root, entry.real, entry.shown);
  return {
    path: parent.child(basename(entry.real)),
    aside: parent.child(asideName(changeId)),
    isStillThere: parent.isStillThere,
    unmake: parent.unmake,
    close: parent.close,
  };
}

/** An end in the store of changes, where nobody else writes. */
export function storeEnd(kept: string): End {
  const nothing = (): void => undefined;
  return { path: kept, aside: `${kept}.part`, isStillThere: () => true, unmake: nothing, close: nothing };
}
