import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Refusal } from "../../outcome/index.ts";
import type { ChangeGuard, ChangeIntent } from "../../protocol/index.ts";
import { refuseState, type Database } from "./database.ts";
import type { Instances } from "./instances.ts";
import { intentText, settleIntent } from "./settle.ts";

const waitMs = 10_000;
const lookEveryMs = 15;

interface LockRow {
  readonly instance: string;
  readonly token: string;
  readonly scope: string | null;
  readonly requestId: string | null;
}

const textOrNull = (value: unknown): string | null => (typeof value === "string" ? value : null);

function readLock(database: Database, path: string): LockRow | null {
  const row = database
    .prepare("SELECT instance, token, scope, requestId FROM locks WHERE path = ?")
    .get(path);
  if (row === undefined) return null;
  const { instance, token, scope, requestId } = row;
  return {
    instance: String(instance),
    token: String(token),
    scope: textOrNull(scope),
    requestId: textOrNull(requestId),
  };
}

/** Ends what a killed holder left undone. True when the lock was still that holder's and is free now. */
function takeFrom(database: Database, path: string, dead: LockRow): boolean {
  return database.transaction(() => {
    if (readLock(database, path)?.token !== dead.token) return false;
    if (dead.scope !== null && dead.requestId !== null) settleIntent(database, dead.scope, dead.requestId);
    database.prepare("DELETE FROM locks WHERE path = ?").run(path);
    return true;
  });
}

/** Gives up a dead holder's lock on a file, if there is one, after noting whether its write took place. */
export function releaseDeadLock(database: Database, instances: Instances, path: string): void {
  const held = readLock(database, path);
  if (held === null) return;
  const isHeld =
    held.instance === instances.id ? database.heldTokens.has(held.token) : instances.isAlive(held.instance);
  if (!isHeld) takeFrom(database, path, held);
}

function tryTake(database: Database, instance: string, path: string): string | null {
  const token = randomUUID();
  try {
    const taken = database
      .prepare("INSERT INTO locks (path, instance, token) VALUES (?, ?, ?) ON CONFLICT DO NOTHING")
      .run(path, instance, token);
    return taken.changes === 1 ? token : null;
  } catch (error) {
    throw refuseState(error);
  }
}

async function take(database: Database, instances: Instances, path: string): Promise<string> {
  const until = Date.now() + waitMs;
  for (;;) {
    const token = tryTake(database, instances.id, path);
    if (token !== null) return token;
    releaseDeadLock(database, instances, path);
    if (Date.now() > until) {
      throw new Refusal(
        "resourceExhausted",
        "Another instance of the team server has been changing this file for too long; nothing was changed.",
        "Try again in a moment.",
      );
    }
    await sleep(lookEveryMs * (0.5 + Math.random()));
  }
}

function announce(database: Database, token: string, scope: string, intent: ChangeIntent): void {
  if (intent.requestId === null) return;
  database.transaction(() => {
    database
      .prepare("UPDATE locks SET scope = ?, requestId = ? WHERE token = ?")
      .run(scope, intent.requestId, token);
    database
      .prepare("UPDATE requests SET intent = ? WHERE scope = ? AND id = ?")
      .run(intentText(intent), scope, intent.requestId);
  });
}

function giveUp(database: Database, path: string, token: string): void {
  database.transaction(() => {
    const held = readLock(database, path);
    if (held?.token !== token) return;
    if (held.scope !== null && held.requestId !== null) settleIntent(database, held.scope, held.requestId);
    database.prepare("DELETE FROM locks WHERE path = ?").run(path);
  });
}

/**
 * Keeps the changes of one file apart across all instances: whoever holds its lock is the only one that reads the base
 * and writes. A lock of a killed instance is taken over, and its last write settled before the next one.
 * @param scope key of the project and identity whose calls it guards
 */
export function createFileGuard(database: Database, instances: Instances, scope: string): ChangeGuard {
  return {
    hold: async (realPath, run) => {
      const token = await take(database, instances, realPath);
      database.heldTokens.add(token);
      try {
        return await run((intent) => announce(database, token, scope, intent));
      } catch (error) {
        throw refuseState(error);
      } finally {
        database.heldTokens.delete(token);
        giveUp(database, realPath, token);
      }
    },
  };
}
