import { formatBytes, formatPlural } from "../outcome/index.ts";
import type { ToolOutcome } from "../protocol/index.ts";
import { sandboxAdvice, type SandboxKind } from "../sandbox/index.ts";
import { captureOf, type Captured } from "./capture.ts";
import { fitJson } from "./fitJson.ts";
import type { ProcessEntry } from "./processTable.ts";
import type { Command } from "./registry.ts";
import type { StoppedBy } from "./run.ts";
import { clipMiddle, plainText } from "./terminalText.ts";

const listedProcesses = 5;

/** A command as it is now, with its output as text. */
export interface Ended {
  /** What `command_output` and `stop_command` know it by. */
  readonly id: string;
  /** True when its call stopped waiting and it goes on. */
  readonly isRunning: boolean;
  /** Exactly one of `exitCode` and `signal` is set when it ended by itself. */
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stoppedBy: StoppedBy | null;
  readonly stdout: Captured;
  readonly stderr: Captured;
  readonly durationMs: number;
  /** Processes that it left running. */
  readonly left: readonly ProcessEntry[];
  /** Safe to show. */
  readonly cwd: string;
}

/** @throws Refusal when its output cannot be read */
export function endedOf(command: Command, codePage: string | null): Ended {
  const end = command.ended();
  const isRunning = end === null;
  const now = {
    exitCode: null,
    signal: null,
    stoppedBy: null,
    durationMs: Date.now() - command.startedAt,
    left: [],
  };
  return {
    ...(end ?? now),
    id: command.id,
    isRunning,
    cwd: command.cwd,
    stdout: captureOf(command.stdout, codePage, isRunning),
    stderr: captureOf(command.stderr, codePage, isRunning),
  };
}

function formatLong(ms: number): string {
  if (ms < 60_000) return formatSeconds(ms);
  return ms < 2 * 3_600_000 ? `${Math.round(ms / 60_000)} min` : `${Math.round(ms / 3_600_000)} h`;
}

/** Seconds for people: "0.12 s", "75 s". */
export function formatSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 0)} s`;
}

function section(name: "stdout" | "stderr", captured: Captured, id: string): string {
  if (captured.bytes === 0) return "";
  const notes = [formatBytes(captured.bytes)];
  if (captured.encoding !== null) notes.push(`read as ${captured.encoding}`);
  if (captured.invalid > 0) notes.push(`not UTF-8: ${formatPlural(captured.invalid, "byte")} shown as \\xNN`);
  if (captured.lostBytes > 0) notes.push(`${formatBytes(captured.lostBytes)} in the middle not kept`);
  const advice = `command_output {"id": "${id}", "stream": "${name}", "offset": 0} reads it in pages`;
  return `${name} (${notes.join("; ")}):\n${clipMiddle(plainText(captured.text), advice).replace(/\n$/, "")}`;
}

/** How a command ended, in a few words. */
export function endText(
  end: Pick<Ended, "exitCode" | "signal" | "stoppedBy">,
  timeLimitMs: number | null,
): string {
  switch (end.stoppedBy) {
    case "timeout": {
      const after = timeLimitMs === null ? "" : ` after ${timeLimitMs / 1000} s`;
      return `timed out${after}, it and all it started were ended`;
    }
    case "cancel":
      return "was cancelled, it and all it started were ended";
    case "stop":
      return `was stopped${end.signal === null ? "" : ` (${end.signal})`}, it and all it started were ended`;
    case null:
      return end.signal === null ? `exit ${end.exitCode ?? "unknown"}` : `ended by ${end.signal}`;
  }
}

/** Names processes: "node (pid 12), sh (pid 13) and 2 more". */
export function processNames(entries: readonly ProcessEntry[]): string {
  const named = entries.slice(0, listedProcesses).map((entry) => `${entry.name} (pid ${entry.pid})`);
  const more = entries.length > listedProcesses ? ` and ${entries.length - listedProcesses} more` : "";
  return `${named.join(", ")}${more}`;
}

function leftOf({ left, id }: Ended): string {
  if (left.length === 0) return "";
  const how = `ended when the workspace closes, or with stop_command {"id": "${id}"}`;
  return `still running in the background: ${processNames(left)}; ${how}`;
}

/** What the call that reports was like. */
export interface Waited {
  /** How long it waited, in milliseconds. */
  readonly waitMs: number;
  readonly isBackground: boolean;
  /** It is ended this long after its start when nobody waits for it. */
  readonly capMs: number;
  readonly sandbox: SandboxKind;
  /** Whether it was granted the network. */
  readonly network?: boolean;
}

function summaryOf(ended: Ended, waited: Waited): string {
  if (ended.isRunning) {
    const start = waited.isBackground
      ? "started in the background"
      : `still running after ${waited.waitMs / 1000} s`;
    return `${start}; id ${ended.id}; cwd ${ended.cwd}`;
  }
  const timeLimitMs = waited.isBackground ? waited.capMs : waited.waitMs;
  return [endText(ended, timeLimitMs), formatSeconds(ended.durationMs), `cwd ${ended.cwd}`, leftOf(ended)]
    .filter((part) => part !== "")
    .join("; ");
}

function adviceOf(ended: Ended, waited: Waited): string {
  if (ended.isRunning) {
    return (
      `It goes on for ${formatLong(waited.capMs)} at most, or until the workspace closes. command_output {"id": "${ended.id}", "wait_ms": 30000} waits for its end and shows its ` +
      `output; stop_command {"id": "${ended.id}"} ends it.`
    );
  }
  if (ended.stoppedBy === "timeout")
    return "Give a larger timeout_ms, narrow what it does, or start it with background: true.";
  if (ended.stoppedBy !== null) return "Nothing of it runs any more.";
  if (ended.exitCode === 0) return "";
  return sandboxAdvice(waited.sandbox, waited.network ?? false, `${ended.stderr.text}\n${ended.stdout.text}`);
}

function dataOf(ended: Ended, waited: Waited): Record<string, unknown> {
  return {
    id: ended.id,
    isRunning: ended.isRunning,
    exitCode: ended.stoppedBy === null ? ended.exitCode : null,
    signal: ended.signal,
    stdout: fitJson(ended.stdout.text),
    stderr: fitJson(ended.stderr.text),
    stdoutBytes: ended.stdout.bytes,
    stderrBytes: ended.stderr.bytes,
    durationMs: ended.durationMs,
    isTimedOut: ended.stoppedBy === "timeout",
    cwd: ended.cwd,
    sandbox: waited.sandbox,
    background: ended.left.map(({ pid, name }) => ({ pid, name })),
  };
}

/** Puts a command into words and data. One that ran, or still runs, is a success of the tool, whatever its exit code. */
export function reportCommand(ended: Ended, waited: Waited): ToolOutcome {
  const sections = [
    section("stdout", ended.stdout, ended.id),
    section("stderr", ended.stderr, ended.id),
  ].filter((part) => part !== "");
  const output = sections.length === 0 ? [ended.isRunning ? "(no output yet)" : "(no output)"] : sections;
  const advice = adviceOf(ended, waited);
  const outcome = {
    summary: summaryOf(ended, waited),
    body: [...output, ...(advice === "" ? [] : [advice])].join("\n\n"),
    data: dataOf(ended, waited),
  };
  if (ended.stoppedBy === null || ended.stoppedBy === "stop") return outcome;
  const message = `The command ${endText(ended, waited.waitMs)}. ${advice}`;
  return { ...outcome, failure: { code: "timedOut", message } };
}
