import { formatBytes, formatPlural } from "../outcome/index.ts";
import type { ToolOutcome } from "../protocol/index.ts";
import type { Captured } from "./capture.ts";
import type { Ended } from "./execute.ts";
import { fitJson } from "./fitJson.ts";
import { clipMiddle, plainText } from "./terminalText.ts";

const listedProcesses = 5;

function section(name: string, captured: Captured): string {
  if (captured.bytes === 0) return "";
  const notes = [formatBytes(captured.bytes)];
  if (captured.invalid > 0) notes.push(`not UTF-8: ${formatPlural(captured.invalid, "byte")} shown as \\xNN`);
  if (captured.omittedBytes > 0) notes.push(`${formatBytes(captured.omittedBytes)} in the middle not kept`);
  return `${name} (${notes.join("; ")}):\n${clipMiddle(plainText(captured.text)).replace(/\n$/, "")}`;
}

function endOf(ended: Ended, timeoutMs: number): string {
  if (ended.stoppedBy === "timeout")
    return `timed out after ${timeoutMs / 1000} s, it and all it started were ended`;
  if (ended.stoppedBy === "cancel") return "was cancelled, it and all it started were ended";
  if (ended.signal !== null) return `ended by ${ended.signal}`;
  return `exit ${ended.exitCode ?? "unknown"}`;
}

function leftOf(ended: Ended): string {
  if (ended.left.length === 0) return "";
  const named = ended.left
    .slice(0, listedProcesses)
    .map((entry) => `${entry.name} (pid ${entry.pid})`)
    .join(", ");
  const more = ended.left.length > listedProcesses ? ` and ${ended.left.length - listedProcesses} more` : "";
  return `still running in the background: ${named}${more}; ended when the workspace closes, or with kill`;
}

/** Puts the end of a command into words and data. A command that ran is a success of the tool, whatever its exit code. */
export function reportCommand(ended: Ended, cwd: string, timeoutMs: number): ToolOutcome {
  const seconds = (ended.durationMs / 1000).toFixed(ended.durationMs < 10_000 ? 2 : 0);
  const parts = [endOf(ended, timeoutMs), `${seconds} s`, `cwd ${cwd}`, leftOf(ended)].filter(
    (part) => part !== "",
  );
  const sections = [section("stdout", ended.stdout), section("stderr", ended.stderr)].filter(
    (part) => part !== "",
  );
  const data = {
    exitCode: ended.stoppedBy === null ? ended.exitCode : null,
    signal: ended.signal,
    stdout: fitJson(ended.stdout.text),
    stderr: fitJson(ended.stderr.text),
    stdoutBytes: ended.stdout.bytes,
    stderrBytes: ended.stderr.bytes,
    durationMs: ended.durationMs,
    isTimedOut: ended.stoppedBy === "timeout",
    cwd,
    background: ended.left.map(({ pid, name }) => ({ pid, name })),
  };
  const outcome = {
    summary: parts.join("; "),
    body: sections.length === 0 ? "(no output)" : sections.join("\n\n"),
    data,
  };
  if (ended.stoppedBy === null) return outcome;
  const advice =
    ended.stoppedBy === "timeout"
      ? "Give a larger timeout_ms, narrow what it does, or start it in the background with & and its output in a file."
      : "Nothing of it runs any more.";
  return {
    ...outcome,
    body: `${outcome.body}\n\n${advice}`,
    failure: { code: "timedOut", message: `The command ${endOf(ended, timeoutMs)}. ${advice}` },
  };
}
