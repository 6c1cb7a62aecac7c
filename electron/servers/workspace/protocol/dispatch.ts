import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { Refusal } from "../outcome/index.ts";
import { parseCallMeta, type CallMeta } from "./callMeta.ts";
import { createRepeats } from "./repeats.ts";
import { resultFrom, resultFromError } from "./results.ts";
import type { Scope } from "./scope.ts";
import type { Hooks, Tool, ToolSet } from "./toolTypes.ts";

/** One `tools/call` as it came. */
export interface Call {
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
  readonly tools: Pick<ToolSet, "list">;
  readonly hooks?: Hooks;
}

function findTool(tools: readonly Tool[], name: string): Tool {
  const tool = tools.find((one) => one.name === name);
  if (tool !== undefined) return tool;
  const names = tools.map((one) => one.name).join(", ");
  throw new Refusal("notFound", `There is no tool ${JSON.stringify(name)}.`, `The tools are ${names}.`);
}

function checkMeta(tool: Tool, meta: CallMeta): void {
  if (tool.isPreviewable || (!meta.isPreview && meta.decided === null)) return;
  throw new Refusal("invalidInput", `${tool.name} changes no file: it has neither preview nor commit.`);
}

/** Makes the one way from a call to its result: find, check, remember by request id, run, put into words. */
export function createDispatch(options: DispatchOptions): Dispatch {
  const repeats = createRepeats();
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
      if (!(error instanceof Refusal))
        process.stderr.write(`${tool.name}: ${String(error instanceof Error ? error.stack : error)}\n`);
      return resultFromError(error);
    }
  };
  return async (call) => {
    try {
      const tool = findTool(options.tools.list(), call.name);
      const meta = parseCallMeta(call.meta);
      checkMeta(tool, meta);
      if (!tool.isChanging || meta.isPreview || meta.requestId === null) return await run(tool, call, meta);
      return await repeats.once(
        meta.requestId,
        tool.name,
        [call.input, meta.decided],
        async () => await run(tool, call, meta),
      );
    } catch (error) {
      return resultFromError(error);
    }
  };
}
