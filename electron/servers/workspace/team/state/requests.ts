import { setTimeout as sleep } from "node:timers/promises";
import { CallToolResultSchema, type CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { Refusal } from "../../outcome/index.ts";
import {
  hashOfCall,
  refuseOtherCall,
  resultFrom,
  type IdentifiedCall,
  type Repeats,
} from "../../protocol/index.ts";
import { refuseState, type Database } from "./database.ts";
import { releaseDeadLock } from "./fileLocks.ts";
import type { Instances } from "./instances.ts";
import { requestRows, type RequestRow, type RequestRows } from "./requestRows.ts";
import { parseIntent } from "./settle.ts";

/** How long a repeat waits for a first call that another instance is still running. */
const waitMs = 30_000;
const lookEveryMs = 40;

function outcomeUnknown(call: IdentifiedCall): Refusal {
  return new Refusal(
    "outcomeUnknown",
    `The server was killed while ${call.tool} ran under this request id, and whether it took effect cannot be told.`,
    "Look at what it would have changed. If it has not taken effect, repeat it with a new request id.",
  );
}

function stillRunning(instance: string): Refusal {
  return new Refusal(
    "resourceExhausted",
    `The first call with this request id is still running on instance ${instance}.`,
    "Ask again with the same request id to get its result.",
  );
}

/** What a repeat finds: the first result, somebody who is still at it, or a call that has to be made now. */
type Found =
  | { readonly kind: "result"; readonly result: CallToolResult }
  | { readonly kind: "running"; readonly instance: string }
  | { readonly kind: "ours" };

interface Desk {
  readonly database: Database;
  readonly instances: Instances;
  readonly rows: RequestRows;
  /** Calls that run in this process. */
  readonly running: Map<string, Promise<CallToolResult>>;
}

function answerOf(desk: Desk, id: string, intent: string): Found {
  const { body, ...outcome } = parseIntent(intent).outcome;
  const result = resultFrom({ ...outcome, ...(body === undefined ? {} : { body }) });
  desk.rows.finish(id, result);
  return { kind: "result", result };
}

/** A row of a killed instance: finds out how far it came, or takes the call over. */
function recover(desk: Desk, call: IdentifiedCall, row: RequestRow): Found {
  const { database, instances, rows } = desk;
  if (row.intent !== null) releaseDeadLock(database, instances, parseIntent(row.intent).realPath);
  const after = rows.read(call.id);
  if (after?.state !== "running" || after.instance !== row.instance) return look(desk, call);
  if (!call.isJournaled || after.intent !== null) throw outcomeUnknown(call);
  return rows.takeOver(call.id, row.instance) ? { kind: "ours" } : look(desk, call);
}

function look(desk: Desk, call: IdentifiedCall): Found {
  const { instances, rows, running } = desk;
  if (rows.claim(call)) return { kind: "ours" };
  const row = rows.read(call.id);
  if (row === null) return look(desk, call);
  if (row.argumentsHash !== hashOfCall(call)) throw refuseOtherCall(call.id);
  if (row.state === "done" && row.result !== null)
    return { kind: "result", result: CallToolResultSchema.parse(JSON.parse(row.result)) };
  const isAtIt = row.instance === instances.id ? running.has(call.id) : instances.isAlive(row.instance);
  if (isAtIt) return { kind: "running", instance: row.instance };
  if (row.state === "unknown") throw outcomeUnknown(call);
  if (row.state === "applied" && row.intent !== null) return answerOf(desk, call.id, row.intent);
  return recover(desk, call, row);
}

function lookOrRefuse(desk: Desk, call: IdentifiedCall): Found {
  try {
    return look(desk, call);
  } catch (error) {
    throw refuseState(error);
  }
}

async function runOurs(desk: Desk, id: string, run: () => Promise<CallToolResult>): Promise<CallToolResult> {
  const result = await run();
  try {
    desk.rows.finish(id, result);
  } catch {
    // The call is made, and its answer is true. A repeat tells from the file, or says that it cannot tell.
  }
  return result;
}

/**
 * Remembers request ids on disk, for all instances together and past their end (TOOL-08, TOOL-10): a note before the
 * call, its result after it. When the server is killed between the two, a change of a file is told by its content.
 * @param scope key of the project and identity whose ids these are
 */
export function createDurableRepeats(database: Database, instances: Instances, scope: string): Repeats {
  const rows = requestRows(database, scope, instances.id);
  const desk: Desk = { database, instances, rows, running: new Map() };
  return {
    once: async (call, run) => {
      const until = Date.now() + waitMs;
      for (;;) {
        // The row knows the arguments also of a call that is still running here.
        const found = lookOrRefuse(desk, call);
        if (found.kind === "result") return found.result;
        if (found.kind === "ours") {
          const own = runOurs(desk, call.id, run);
          desk.running.set(call.id, own);
          try {
            return await own;
          } finally {
            desk.running.delete(call.id);
          }
        }
        const here = desk.running.get(call.id);
        if (here !== undefined) return await here;
        if (Date.now() > until) throw stillRunning(found.instance);
        await sleep(lookEveryMs);
      }
    },
  };
}
