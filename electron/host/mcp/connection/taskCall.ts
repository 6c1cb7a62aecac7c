import { fail, type JsonObject, type Result } from "../../../../shared/contract/index.ts";
import { isJsonObject } from "../schema/index.ts";
import type { CallOptions } from "../types.ts";
import type { Asker } from "./asker.ts";

const POLL_MS = 1000;
const SLOWEST_POLL_MS = 10_000;
/** How long the server is asked to keep a task's result, in milliseconds. */
const KEPT_MS = 60 * 60_000;

/** Whether a tool can only be called as a task (MCP 2025-11-25, tasks). */
const needsTask = (tool: JsonObject): boolean =>
  isJsonObject(tool["execution"]) && tool["execution"]["taskSupport"] === "required";

const pause = async (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", done);
    if (signal.aborted) done();
  });

const taskIn = (raw: JsonObject): JsonObject | null => (isJsonObject(raw["task"]) ? raw["task"] : null);

const pollOf = (task: JsonObject): number => {
  const asked = task["pollInterval"];
  return typeof asked === "number" && asked > 0 ? Math.min(asked, SLOWEST_POLL_MS) : POLL_MS;
};

/**
 * Calls a tool as a task: started, asked after until it has ended, its result fetched. What the task says of its state
 * counts as progress; a cancelled call cancels the task.
 */
const callAsTask = async (
  asker: Asker,
  name: string,
  params: JsonObject,
  options: CallOptions,
): Promise<Result<JsonObject>> => {
  const started = await asker.ask(name, "tools/call", { ...params, task: { ttl: KEPT_MS } }, options);
  if (!started.ok) return started;
  const first = taskIn(started.value);
  if (first === null) return started;
  const taskId = first["taskId"];
  if (typeof taskId !== "string")
    return fail("invalidInput", `"${name}" started a task without an id, so its result cannot be had.`, {
      key: "taskWithoutId",
      params: { tool: name },
    });
  const startedAt = performance.now();
  const cancel = (): void => {
    const alone = { signal: new AbortController().signal, timeoutMs: 5000 };
    asker.ask(name, "tasks/cancel", { taskId }, alone).catch(() => undefined);
  };
  options.signal.addEventListener("abort", cancel, { once: true });
  try {
    for (let task = first, told = 1; ; told++) {
      const status = String(task["status"]);
      const message = typeof task["statusMessage"] === "string" ? task["statusMessage"] : status;
      options.onProgress?.({ progress: told, message });
      if (status !== "working") return await asker.ask(name, "tasks/result", { taskId }, options);
      if (performance.now() - startedAt > (options.maxTotalMs ?? KEPT_MS)) {
        cancel();
        return fail("timedOut", `The task of "${name}" did not end in time and was cancelled.`, {
          key: "taskTimedOut",
          params: { tool: name },
        });
      }
      await pause(pollOf(task), options.signal);
      const next = await asker.ask(name, "tasks/get", { taskId }, options);
      if (!next.ok) return next;
      task = next.value;
    }
  } finally {
    options.signal.removeEventListener("abort", cancel);
  }
};

/** Calls a tool, as a task where the tool demands one. */
export const callTool = async (
  asker: Asker,
  tool: JsonObject | undefined,
  name: string,
  params: JsonObject,
  options: CallOptions,
): Promise<Result<JsonObject>> =>
  tool !== undefined && needsTask(tool)
    ? callAsTask(asker, name, params, options)
    : asker.ask(name, "tools/call", params, options);
