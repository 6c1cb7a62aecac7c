import { createHash } from "node:crypto";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { headOf, tailOf } from "../outcome/index.ts";
import { Refusal } from "../outcome/index.ts";

const kept = 1_000;
/** Output streams of a remembered command are cut to this many characters at each end, to bound the memory. */
const keptOutput = 4_096;

interface Remembered {
  readonly argumentsHash: string;
  result: Promise<CallToolResult>;
}

function slim(result: CallToolResult): CallToolResult {
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

/** Remembers the results of changing calls by their request id: a repeat changes nothing (TOOL-08). */
export interface Repeats {
  /**
   * Runs `run` for a new id, else gives the first result (also while that is still on its way).
   * Rejects with `invalidInput` when the id was used for another tool or other arguments.
   */
  once(id: string, tool: string, input: unknown, run: () => Promise<CallToolResult>): Promise<CallToolResult>;
}

/** The last 1,000 request ids are kept. */
export function createRepeats(): Repeats {
  const remembered = new Map<string, Remembered>();
  return {
    once: async (id, tool, input, run) => {
      const argumentsHash = createHash("sha256")
        .update(JSON.stringify([tool, input]))
        .digest("hex");
      const earlier = remembered.get(id);
      if (earlier !== undefined) {
        if (earlier.argumentsHash === argumentsHash) return await earlier.result;
        throw new Refusal("invalidInput", `Request id ${JSON.stringify(id)} was used for another call.`);
      }
      const entry: Remembered = { argumentsHash, result: run() };
      remembered.set(id, entry);
      const oldest = remembered.keys().next();
      if (remembered.size > kept && !oldest.done) remembered.delete(oldest.value);
      const result = await entry.result;
      entry.result = Promise.resolve(slim(result));
      return result;
    },
  };
}
