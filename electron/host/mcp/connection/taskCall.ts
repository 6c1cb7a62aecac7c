import { fail, ok, type JsonObject, type Result } from "../../../../shared/contract/index.ts";
import { isJsonObject } from "../schema/index.ts";
import type { CallOptions } from "../types.ts";
import type { Asker } from "./asker.ts";

const POLL_MS = 1000;
const FASTEST_POLL_MS = 100;
const SLOWEST_POLL_MS = 10_000;
/** How long the server is asked to keep a task's result, in milliseconds. */
const KEPT_MS = 60 * 60_000;

const working = new Set(["working"]);
/** States of a task that has not ended. */
const pending = new Set(["working", "input_required"]);

/** A task on its way. */
interface Running {
  readonly asker: Asker;
  readonly name: string;
  readonly taskId: string;
  /** When it is given up, on the clock of `performance`. */
  readonly until: number;
}

type Failed = Extract<Result<JsonObject>, { ok: false }>;

const notInTime = (tool: string): Failed =>
  fail("timedOut", `The task of "${tool}" did not end in time and was cancelled.`, {
    key: "taskTimedOut",
    params: { tool },
  });

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
  return typeof asked === "number" && asked > 0
    ? Math.min(Math.max(asked, FASTEST_POLL_MS), SLOWEST_POLL_MS)
    : POLL_MS;
};

/** Asks after a task while it is in one of the states `during`; gives its next one back, or why it is not known. */
const follow = async (
  { asker, name, taskId, until }: Running,
  first: JsonObject,
  during: ReadonlySet<string>,
  options: CallOptions,
): Promise<Result<JsonObject>> => {
  for (let task = first, told = 1; ; told++) {
    const status = String(task["status"]);
    const message = typeof task["statusMessage"] === "string" ? task["statusMessage"] : status;
    options.onProgress?.({ progress: told, message });
    if (!during.has(status)) return ok(task);
    if (performance.now() > until) return notInTime(name);
    await pause(pollOf(task), options.signal);
    const next = await asker.ask(name, "tasks/get", { taskId }, options);
    if (!next.ok) return next;
    task = next.value;
  }
};

/**
 * The result of a task that wants to know something: the question comes with the result only, which is waited for as long as the
 * server goes on to tell of the task, and then as long as for any call.
 */
const resultOnTheWay = async (
  running: Running,
  task: JsonObject,
  options: CallOptions,
): Promise<Result<JsonObject>> => {
  const { asker, name, taskId, until } = running;
  const over = new AbortController();
  const signal = AbortSignal.any([options.signal, over.signal]);
  const leftMs = Math.max(1, until - performance.now());
  const ended = follow(running, task, pending, { ...options, signal }).then(async (last) => {
    if (last.ok) await pause(options.timeoutMs, signal);
    return last.ok ? notInTime(name) : last;
  });
  const asked = { signal: options.signal, timeoutMs: leftMs, maxTotalMs: leftMs };
  try {
    return await Promise.race([asker.ask(name, "tasks/result", { taskId }, asked), ended]);
  } finally {
    over.abort();
  }
};

const taskResult = async (
  running: Running,
  first: JsonObject,
  options: CallOptions,
): Promise<Result<JsonObject>> => {
  const { asker, name, taskId } = running;
  const next = await follow(running, first, working, options);
  if (!next.ok) return next;
  return pending.has(String(next.value["status"]))
    ? resultOnTheWay(running, next.value, options)
    : asker.ask(name, "tasks/result", { taskId }, options);
};

/**
 * Calls a tool as a task: started, asked after until it has ended, its result fetched. What the task says of its state
 * counts as progress; a call that is cancelled or given up cancels the task.
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
  const running = { asker, name, taskId, until: performance.now() + (options.maxTotalMs ?? KEPT_MS) };
  const result = await taskResult(running, first, options);
  if (!result.ok && (result.error.code === "denied" || result.error.code === "timedOut")) {
    const alone = { signal: new AbortController().signal, timeoutMs: 5000 };
    asker.ask(name, "tasks/cancel", { taskId }, alone).catch(() => undefined);
  }
  return result;
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
