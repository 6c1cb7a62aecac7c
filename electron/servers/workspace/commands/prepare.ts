import { randomUUID } from "node:crypto";
import { displayName, type Place } from "../paths/index.ts";
import type { ToolContext, ToolOutcome } from "../protocol/index.ts";
import { sandboxOf } from "../sandbox/index.ts";
import { codePageOf } from "./codePage.ts";
import { commandEnvironment } from "./environment.ts";
import { findProgram } from "./findProgram.ts";
import { limits } from "./limits.ts";
import { createProgress } from "./progress.ts";
import { commandsOf, type Command, type Readied } from "./registry.ts";
import { endedOf, reportCommand, type Ended } from "./report.ts";
import type { Run } from "./run.ts";

/** A program that a tool has decided to run. */
export interface Prepared {
  /** A bare name, looked up with the project's own programs first, or a path. */
  readonly program: string;
  readonly args: readonly string[];
  /** A folder of the workspace. */
  readonly cwd: Place;
  /** How long the call waits. With `isBackground`: how long the command may run. */
  readonly timeoutMs: number;
  /** The person has been shown that it needs the network. Default: no network where there is a sandbox. */
  readonly network?: boolean;
  /** The command as a person reads it, for lists of what runs. */
  readonly label: string;
  /** Variables beside the cleaned environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** `end` (default): at the time limit all of it is ended. `goOn`: it goes on in the background, 30 minutes at most. */
  readonly atLimit?: "end" | "goOn";
  /** The call answers at once. */
  readonly isBackground?: boolean;
  /** The workspace cannot be written, where there is a sandbox. Default false. */
  readonly isReadOnly?: boolean;
  /** Windows: `args` are one command line already. Default false. */
  readonly isVerbatim?: boolean;
}

/** What a run came to: as data for the tool that asked, and as the tool's answer. */
export interface PreparedEnd {
  readonly ended: Ended;
  readonly outcome: ToolOutcome;
}

async function start(
  context: ToolContext,
  prepared: Prepared,
): Promise<{ readonly command: Command; readonly run: Run }> {
  const { scope, root } = context;
  const callMark = randomUUID();
  const cwd = prepared.cwd.real;
  const where = { root: root.real, cwd, callMark, serverMark: scope.serverMark };
  const isLocalFirst = scope.permits.mayRunShell;
  const env = { ...commandEnvironment(scope.environment, { ...where, isLocalFirst }), ...prepared.env };
  const found = findProgram({ ...prepared, cwd, env, isVerbatim: prepared.isVerbatim ?? false });
  const network = prepared.network ?? false;
  const prepare = async (): Promise<Readied> => {
    const wrapped = await sandboxOf(scope).wrap({
      program: found.program,
      args: found.args,
      cwd,
      env,
      network,
      isReadOnly: prepared.isReadOnly ?? false,
    });
    const { program, args, kind } = wrapped;
    const launch = { program, args, isVerbatim: found.isVerbatim, cwd, env: wrapped.env, callMark };
    return { launch, sandbox: kind, end: (leaves) => wrapped.end(leaves) };
  };
  const announced = { label: displayName(prepared.label), cwd: prepared.cwd.shown, network };
  const command = await commandsOf(scope).start(announced, prepare);
  if (command.run === null) throw new Error(`${command.id} was started and has no process`);
  return { command, run: command.run };
}

/** Waits for the end of a run, for the time limit, or for a cancel, which ends it. */
async function follow(
  run: Run,
  waitMs: number,
  context: Pick<ToolContext, "signal" | "onProgress">,
  codePage: string | null,
): Promise<"ended" | "late"> {
  const progress = createProgress(context.onProgress, codePage);
  const offOutput = run.onOutput(progress.push);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"late">((resolve) => {
    timer = setTimeout(() => resolve("late"), waitMs);
  });
  const onAbort = (): void => run.kill("cancel");
  context.signal.addEventListener("abort", onAbort, { once: true });
  if (context.signal.aborted) onAbort();
  try {
    return await Promise.race([run.done.then(() => "ended" as const), late]);
  } finally {
    clearTimeout(timer);
    offOutput();
    progress.stop();
    context.signal.removeEventListener("abort", onAbort);
  }
}

/** Ends a run that nobody waits for `ms` after its start. */
function endAfter(run: Run, ms: number): void {
  const timer = setTimeout(() => run.kill("timeout"), Math.max(0, ms - (Date.now() - run.startedAt)));
  timer.unref();
  run.done.then(() => clearTimeout(timer)).catch(() => undefined);
}

/**
 * Runs a program without a shell: sandboxed where that is possible, in its own process group, with a cleaned environment,
 * an empty stdin, and the project's own programs first. A cancel ends all it started. The caller has asked
 * `requireProgram` or `requireShell`.
 * @throws Refusal `notFound` (no such program), `spawnFailed`, `invalidInput` (arguments a Windows script cannot take),
 *   `resourceExhausted` (too many running)
 */
export async function runPrepared(context: ToolContext, prepared: Prepared): Promise<PreparedEnd> {
  const begun = Date.now();
  const { command, run } = await start(context, prepared);
  const codePage = codePageOf(context.scope.environment);
  const { timeoutMs, isBackground = false, atLimit = "end" } = prepared;
  const waitMs = isBackground ? limits.settleMs : timeoutMs;
  // The call's own time counts, so that the answer comes before the caller gives up.
  const how = await follow(run, Math.max(0, waitMs - (run.startedAt - begun)), context, codePage);
  const capMs = isBackground ? timeoutMs : limits.afterCallMs;
  if (how === "late") {
    if (isBackground || atLimit === "goOn") endAfter(run, capMs);
    else {
      run.kill("timeout");
      await run.done;
    }
  }
  const ended = endedOf(command, codePage);
  const { network = false } = prepared;
  const waited = { waitMs, isBackground, capMs, sandbox: command.sandbox, network };
  return { ended, outcome: reportCommand(ended, waited) };
}
