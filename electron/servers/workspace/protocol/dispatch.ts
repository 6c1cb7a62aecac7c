import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { Refusal } from "../outcome/index.ts";
import { parseCallMeta, type CallMeta } from "./callMeta.ts";
import { createRepeats, type Repeats } from "./repeats.ts";
import { resultFrom, resultFromError } from "./results.ts";
import type { Scope } from "./scope.ts";
import type { Hooks, Tool, ToolSet } from "./toolTypes.ts";

/** One `tools/call` as it came. */
export interface Call {
  /** The client's id of the JSON-RPC request. */
  readonly id?: string | number;
  readonly name: string;
  readonly input: unknown;
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
  readonly signal: AbortSignal;
  readonly onProgress?: (message: string, bytes: number) => void;
}

/** Runs calls. Never rejects: every failure is an `isError` result. */
export type Dispatch = (call: Call) => Promise<CallToolResult>;

/** What the dispatcher is made of. */
export interface DispatchOptions {
  readonly scope: Scope;
  readonly tools: Pick<ToolSet, "list" | "fixed" | "whyMissing">;
  readonly hooks?: Hooks;
  /** What remembers request ids. Default: the memory of this process. */
  readonly repeats?: Repeats;
  /** Hears of failures that no tool foresaw. Default: their stack goes to standard error. */
  readonly onBug?: (tool: string, error: unknown) => void;
}

function printBug(tool: string, error: unknown): void {
  process.stderr.write(`${tool}: ${String(error instanceof Error ? error.stack : error)}\n`);
}

function findTool(tools: DispatchOptions["tools"], name: string): Tool {
  const fixed = tools.fixed?.(name);
  if (fixed !== undefined) return fixed;
  const all = tools.list();
  const tool = all.find((one) => one.name === name);
  if (tool !== undefined) return tool;
  const why = tools.whyMissing?.(name) ?? `There is no tool ${JSON.stringify(name)}.`;
  throw new Refusal("notFound", why, `The tools are ${all.map((one) => one.name).join(", ")}.`);
}

function checkMeta(tool: Tool, meta: CallMeta): void {
  if (tool.isPreviewable || (!meta.isPreview && meta.decided === null)) return;
  throw new Refusal("invalidInput", `${tool.name} changes no file: it has neither preview nor commit.`);
}

/** Makes the one way from a call to its result: find, check, remember by request id, run, put into words. */
export function createDispatch(options: DispatchOptions): Dispatch {
  const repeats = options.repeats ?? createRepeats();
  const onBug = options.onBug ?? printBug;
  const run = async (tool: Tool, call: Call, meta: CallMeta): Promise<CallToolResult> => {
    try {
      const outcome = await tool.run(call.input, {
        scope: options.scope,
        root: options.scope.root,
        signal: call.signal,
        deadlineAt: Date.now() + tool.timeoutMs,
        meta,
        hooks: options.hooks ?? {},
        ...(call.onProgress === undefined ? {} : { onProgress: call.onProgress }),
      });
      return resultFrom(outcome);
    } catch (error) {
      if (!(error instanceof Refusal)) onBug(tool.name, error);
      return resultFromError(error);
    }
  };
  return async (call) => {
    try {
      const tool = findTool(options.tools, call.name);
      const meta = parseCallMeta(call.meta);
      checkMeta(tool, meta);
      if (!tool.isChanging || meta.isPreview || meta.requestId === null) return await run(tool, call, meta);
      const identified = {
        id: meta.requestId,
        tool: tool.name,
        input: [call.input, meta.decided],
        isJournaled: tool.isJournaled === true,
      };
      return await repeats.once(identified, async () => await run(tool, call, meta));
    } catch (error) {
      if (!(error instanceof Refusal)) onBug(call.name, error);
      return resultFromError(error);
    }
  };
}
