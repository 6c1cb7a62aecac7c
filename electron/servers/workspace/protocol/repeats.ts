import { createHash } from "node:crypto";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { headOf, Refusal, tailOf } from "../outcome/index.ts";

const kept = 1_000;
/** Output streams of a remembered command are cut to this many characters at each end, to bound the memory. */
const keptOutput = 4_096;

/** A changing call that carries a request id. */
export interface IdentifiedCall {
  readonly id: string;
  readonly tool: string;
  /** Everything that makes it this call and no other: arguments and decision. */
  readonly input: unknown;
  /** True when every change of the tool is announced to the scope's guard, so that one without an intent did nothing. */
  readonly isJournaled: boolean;
}

/** Remembers the results of changing calls by their request id: a repeat changes nothing (TOOL-08). */
export interface Repeats {
  /**
   * Runs `run` for a new id, else gives the first result (also while that is still on its way). A call that was refused
   * for want of room (`resourceExhausted`) or leave (`denied`) did nothing and leaves its id free.
   * Rejects with `invalidInput` when the id was used for another tool or other arguments.
   */
  once(call: IdentifiedCall, run: () => Promise<CallToolResult>): Promise<CallToolResult>;
}

interface Remembered {
  readonly argumentsHash: string;
  result: Promise<CallToolResult>;
}

/** Tells whether two calls with one id are the same call. */
export function hashOfCall(call: IdentifiedCall): string {
  return createHash("sha256")
    .update(JSON.stringify([call.tool, call.input]))
    .digest("hex");
}

/** One id for two calls is a mistake of the client: neither answer would be right for it. */
export function refuseOtherCall(id: string): Refusal {
  return new Refusal(
    "invalidInput",
    `Request id ${JSON.stringify(id)} was used for another call.`,
    "Use a new request id for each call, and an old one only to repeat exactly the same call.",
  );
}

/** A result as it is remembered: long streams of output are cut in the middle. */
export function slimResult(result: CallToolResult): CallToolResult {
  const data = result.structuredContent;
  if (data === undefined) return result;
  const entries = Object.entries(data).map(([key, value]) => {
    if (typeof value !== "string" || value.length <= 2 * keptOutput) return [key, value] as const;
    const left = value.length - 2 * keptOutput;
    return [
      key,
      `${headOf(value, keptOutput)}\n[${left} characters left out]\n${tailOf(value, keptOutput)}`,
    ] as const;
  });
  return { ...result, structuredContent: Object.fromEntries(entries) };
}

const forLater: readonly unknown[] = ["resourceExhausted", "denied"];

/** True for a refusal for want of room or leave: nothing was done, and the same id may be tried again. */
export function isForLater(result: CallToolResult): boolean {
  const error = result.structuredContent?.["error"];
  return typeof error === "object" && error !== null && "code" in error && forLater.includes(error.code);
}

/** Keeps the last 1,000 request ids in memory: for a server that ends with its only client. */
export function createRepeats(): Repeats {
  const remembered = new Map<string, Remembered>();
  return {
    once: async (call, run) => {
      const argumentsHash = hashOfCall(call);
      const earlier = remembered.get(call.id);
      if (earlier !== undefined) {
        if (earlier.argumentsHash === argumentsHash) return await earlier.result;
        throw refuseOtherCall(call.id);
      }
      const entry: Remembered = { argumentsHash, result: run() };
      remembered.set(call.id, entry);
      const oldest = remembered.keys().next();
      if (remembered.size > kept && !oldest.done) remembered.delete(oldest.value);
      const result = await entry.result;
      if (isForLater(result)) remembered.delete(call.id);
      entry.result = Promise.resolve(slimResult(result));
      return result;
    },
  };
}
