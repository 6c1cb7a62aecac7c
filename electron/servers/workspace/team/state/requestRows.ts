import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { hashOfCall, isForLater, slimResult, type IdentifiedCall } from "../../protocol/index.ts";
import type { Database } from "./database.ts";

/** Ids are remembered this long, and this many for each project and identity. */
const keptMs = 24 * 60 * 60 * 1_000;
const keptCount = 5_000;
const pruneEvery = 200;

/** What is noted of a call under its request id. */
export interface RequestRow {
  readonly argumentsHash: string;
  readonly instance: string;
  /** `running`, `applied` (its write took place), `unknown` (that cannot be told), `done`. */
  readonly state: string;
  readonly intent: string | null;
  readonly result: string | null;
}

/** The request ids of one project and identity. */
export interface RequestRows {
  /** True when the id was new and is this instance's now. */
  claim(call: IdentifiedCall): boolean;
  read(id: string): RequestRow | null;
  /** Makes a dead instance's call this one's; false when somebody else was quicker. */
  takeOver(id: string, from: string): boolean;
  /** Notes the result; one that says to come back later frees the id. */
  finish(id: string, result: CallToolResult): void;
}

const textOrNull = (value: unknown): string | null => (typeof value === "string" ? value : null);

function prune(database: Database, scope: string): void {
  database.prepare("DELETE FROM requests WHERE scope = ? AND at < ?").run(scope, Date.now() - keptMs);
  database
    .prepare(
      "DELETE FROM requests WHERE scope = ?1 AND state <> 'running' AND at < " +
        "(SELECT at FROM requests WHERE scope = ?1 ORDER BY at DESC LIMIT 1 OFFSET ?2)",
    )
    .run(scope, keptCount);
}

/** @param instance that claims and takes over */
export function requestRows(database: Database, scope: string, instance: string): RequestRows {
  let claims = 0;
  return {
    claim: (call) => {
      const claimed = database
        .prepare(
          "INSERT INTO requests (scope, id, argumentsHash, instance, at, state) VALUES (?, ?, ?, ?, ?, 'running') " +
            "ON CONFLICT DO NOTHING",
        )
        .run(scope, call.id, hashOfCall(call), instance, Date.now());
      if (claimed.changes !== 1) return false;
      claims += 1;
      if (claims % pruneEvery === 1) prune(database, scope);
      return true;
    },
    read: (id) => {
      const row = database
        .prepare(
          "SELECT argumentsHash, instance, state, intent, result FROM requests WHERE scope = ? AND id = ?",
        )
        .get(scope, id);
      if (row === undefined) return null;
      return {
        argumentsHash: String(row["argumentsHash"]),
        instance: String(row["instance"]),
        state: String(row["state"]),
        intent: textOrNull(row["intent"]),
        result: textOrNull(row["result"]),
      };
    },
    takeOver: (id, from) => {
      const taken = database
        .prepare("UPDATE requests SET instance = ?, at = ? WHERE scope = ? AND id = ? AND instance = ?")
        .run(instance, Date.now(), scope, id, from);
      return taken.changes === 1;
    },
    finish: (id, result) => {
      if (isForLater(result)) {
        database.prepare("DELETE FROM requests WHERE scope = ? AND id = ?").run(scope, id);
        return;
      }
      database
        .prepare("UPDATE requests SET state = 'done', intent = NULL, result = ? WHERE scope = ? AND id = ?")
        .run(JSON.stringify(slimResult(result)), scope, id);
    },
  };
}
