import { open, readdir, stat } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import type { TeamCall } from "../../../shared/contract/index.ts";

/** How much of the end of each project's audit is read. */
const TAIL_BYTES = 64 * 1024;
const SHOWN_CALLS = 50;

/** A line of a team server's audit, as far as it is shown. */
const AuditLine = z.object({
  at: z.number(),
  event: z.enum(["call.admitted", "call.ended", "request.denied"]),
  project: z.string(),
  identity: z.string(),
  callId: z.string().optional(),
  requestId: z.string().nullable().optional(),
  tool: z.string().optional(),
  decision: z.enum(["admitted", "allowed", "denied", "refused"]),
  reason: z.string().optional(),
  outcome: z.string().optional(),
  durationMs: z.number().optional(),
});
type AuditLine = z.infer<typeof AuditLine>;

const tailOf = async (file: string): Promise<string> => {
  const handle = await open(file, "r");
  try {
    const { size } = await handle.stat();
    const length = Math.min(size, TAIL_BYTES);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, size - length);
    return buffer.subarray(0, bytesRead).toString("utf8");
  } finally {
    await handle.close();
  }
};

/** The first line of a tail may have lost its beginning, and a last one may still be written: both are passed over. */
const linesOf = (text: string): AuditLine[] =>
  text.split("\n").flatMap((line) => {
    try {
      const parsed = AuditLine.safeParse(JSON.parse(line));
      return parsed.success ? [parsed.data] : [];
    } catch {
      return [];
    }
  });

const callOf = (line: AuditLine, runningSince: number | null): TeamCall => {
  const isOpen = line.event === "call.admitted";
  const isRunning = isOpen && runningSince !== null && line.at >= runningSince;
  return {
    at: Math.round(line.at),
    project: line.project,
    identity: line.identity,
    tool: line.tool ?? "",
    requestId: line.requestId ?? null,
    decision: isRunning ? "running" : line.decision === "admitted" ? "allowed" : line.decision,
    outcome: isOpen ? (isRunning ? "" : "outcomeUnknown") : (line.outcome ?? line.reason ?? ""),
    durationMs: line.durationMs === undefined ? null : Math.round(line.durationMs),
  };
};

const auditFolder = (stateFolder: string): string => path.join(stateFolder, "audit");

const filesIn = async (stateFolder: string): Promise<string[]> => {
  try {
    const names = await readdir(auditFolder(stateFolder));
    return names
      .filter((name) => name.endsWith(".ndjson"))
      .map((name) => path.join(auditFolder(stateFolder), name));
  } catch {
    // No call yet.
    return [];
  }
};

/** Changes when there is something new to read. */
export const auditStamp = async (stateFolder: string): Promise<string> => {
  const sizes = await Promise.all(
    (await filesIn(stateFolder)).map(async (file) => {
      try {
        const { size, mtimeMs } = await stat(file);
        return `${file} ${size} ${mtimeMs}`;
      } catch {
        return file;
      }
    }),
  );
  return sizes.join("\n");
};

/**
 * The latest calls of all projects, the newest first.
 * @param runningSince when the present process began, or null: a call that has no end in the audit runs only since then
 */
export const readCalls = async (stateFolder: string, runningSince: number | null): Promise<TeamCall[]> => {
  const tails = await Promise.all((await filesIn(stateFolder)).map((file) => tailOf(file).catch(() => "")));
  const found = new Map<string, AuditLine>();
  for (const [index, line] of tails.flatMap(linesOf).entries()) found.set(line.callId ?? `#${index}`, line);
  return [...found.values()]
    .sort((a, b) => b.at - a.at)
    .slice(0, SHOWN_CALLS)
    .map((line) => callOf(line, runningSince));
};
