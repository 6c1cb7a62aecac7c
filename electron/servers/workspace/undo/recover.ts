import { lstatSync, readdirSync, rmdirSync, unlinkSync } from "node:fs";
import { rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import {
  changesOf,
  removeDropped,
  settleChanges,
  survey,
  type ChangeRecord,
  type OpenChange,
} from "../changes/index.ts";
import { openParent, sweepTemporaries } from "../files/index.ts";
import type { Root } from "../paths/index.ts";
import { perScope, type Scope } from "../protocol/index.ts";
import { entryAt, storeEnd, workspaceEnd, type End } from "../structure/index.ts";
import { unmakeFolders } from "./undoEntry.ts";

type Settled = "made" | "notMade";

/** What the killed write left beside its file. */
function removeTemporaries(root: Root, real: string, rel: string): void {
  const parent = openParent(root, real, rel);
  sweepTemporaries(root, parent, dirname(real));
  parent.unmake();
  parent.close();
}

async function settleWrite(root: Root, record: ChangeRecord): Promise<Settled> {
  const { real } = entryAt(root, record.path);
  removeTemporaries(root, real, record.path);
  const found = await survey(real);
  if (record.before === null) return found === undefined ? "notMade" : "made";
  return found?.print === record.before ? "notMade" : "made";
}

const stat = (path: string): ReturnType<typeof lstatSync> => lstatSync(path, { throwIfNoEntry: false });

/** Brings a cut-off move to its start or its end; never removes the only one of two that are alike. */
async function settleMove(from: End, to: End, isKeptTwice: boolean): Promise<Settled> {
  for (const end of [from, to]) await rm(end.aside, { recursive: true, force: true });
  const [old, now] = [stat(from.path), stat(to.path)];
  if (now === undefined) return "notMade";
  if (old === undefined) return "made";
  if (old.isFile() && old.ino === now.ino && old.dev === now.dev) {
    unlinkSync(to.path);
    return "notMade";
  }
  if (old.isDirectory() && now.isDirectory() && readdirSync(to.path).length === 0) {
    rmdirSync(to.path);
    return "notMade";
  }
  const [first, second] = [await survey(from.path), await survey(to.path)];
  if (first?.print === second?.print) {
    await rm(to.path, { recursive: true, force: true });
    return "notMade";
  }
  return isKeptTwice ? "notMade" : "made";
}

async function settleBetween(scope: Scope, { record, kept }: OpenChange): Promise<Settled> {
  const { root } = scope;
  const at = (rel: string): End => workspaceEnd(root, entryAt(root, rel), record.id);
  const store = (): End =>
    storeEnd(record.source === undefined ? kept : changesOf(scope).keptOf(record.source));
  const ends: End[] = [];
  try {
    ends.push(record.kind === "created" ? store() : at(record.from ?? record.path));
    ends.push(record.kind === "deleted" ? store() : at(record.path));
    const [from, to] = ends;
    if (from === undefined || to === undefined) return "notMade";
    return await settleMove(from, to, record.kind === "created");
  } finally {
    for (const end of ends) {
      end.unmake();
      end.close();
    }
  }
}

async function settle(scope: Scope, change: OpenChange): Promise<void> {
  const { record } = change;
  const isMove = record.kind === "deleted" || record.kind === "moved" || record.source !== undefined;
  const settled = isMove ? await settleBetween(scope, change) : await settleWrite(scope.root, record);
  if (settled === "made") {
    change.done();
    return;
  }
  unmakeFolders(scope.root, record.made);
  change.drop();
}

async function recover(scope: Scope): Promise<void> {
  for (const change of changesOf(scope).takeOver()) {
    try {
      await settle(scope, change);
    } catch (error) {
      // It stays open and is tried again; until then it is neither listed nor lost.
      process.stderr.write(`loopwright-workspace: change ${change.record.id}: ${String(error)}\n`);
      change.leave();
    }
  }
}

const sweepOnce = perScope((scope) => {
  removeDropped(join(scope.stateFolder, "changes"));
  return scope.stateFolder;
});

/**
 * Settles every change that was cut off by a kill or a power cut: it is then either not made at all, or made and on
 * record. Never rejects.
 */
export async function recoverChanges(scope: Scope): Promise<void> {
  sweepOnce(scope);
  await settleChanges(scope, async () => await recover(scope));
}
