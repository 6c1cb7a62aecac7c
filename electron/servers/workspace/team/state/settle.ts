import { z } from "zod";
import type { ChangeIntent } from "../../protocol/index.ts";
import { contentHash } from "./contentHash.ts";
import type { Database } from "./database.ts";

const storedIntent = z.object({
  realPath: z.string(),
  beforeHash: z.string().nullable(),
  afterHash: z.string(),
  outcome: z.object({
    summary: z.string(),
    body: z.string().optional(),
    data: z.record(z.string(), z.unknown()),
  }),
});

/** What was to be written and answered, as it was noted before the write. */
export type StoredIntent = z.infer<typeof storedIntent>;

/** Reads what `JSON.stringify` made of an intent. @throws when the state was damaged by hand */
export function parseIntent(text: string): StoredIntent {
  return storedIntent.parse(JSON.parse(text));
}

/** The part of an intent that is kept. */
export function intentText({ realPath, beforeHash, afterHash, outcome }: ChangeIntent): string {
  return JSON.stringify({ realPath, beforeHash, afterHash, outcome });
}

/**
 * Finds out whether an announced write took place, and notes it. Right only while nobody else may write the file, that
 * is inside the transaction that takes over or gives up its lock: hence both call it there.
 */
export function settleIntent(database: Database, scope: string, requestId: string): void {
  const row = database
    .prepare("SELECT intent FROM requests WHERE scope = ? AND id = ? AND state = 'running'")
    .get(scope, requestId);
  if (row === undefined || row["intent"] === null) return;
  const intent = parseIntent(String(row["intent"]));
  const now = contentHash(intent.realPath);
  if (now === intent.beforeHash) {
    database.prepare("UPDATE requests SET intent = NULL WHERE scope = ? AND id = ?").run(scope, requestId);
    return;
  }
  const state = now === intent.afterHash ? "applied" : "unknown";
  database.prepare("UPDATE requests SET state = ? WHERE scope = ? AND id = ?").run(state, scope, requestId);
}
