import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { closedFileBacking, newFileBacking, type Backing } from "./backing.ts";

/** What is kept of ended commands, newest first: this many, and together this much. */
const mostOutputs = 50;
const mostBytes = 200 * 1024 * 1024;

const layout = z.strictObject({
  total: z.int().min(0),
  headBytes: z.int().min(0),
  tailBytes: z.int().min(1),
});
const savedCommand = z.strictObject({
  label: z.string(),
  cwd: z.string(),
  sandbox: z.enum(["sandbox-runtime", "bubblewrap", "none"]),
  startedAt: z.number(),
  exitCode: z.number().nullable(),
  signal: z.string().nullable(),
  stoppedBy: z.enum(["cancel", "timeout", "stop"]).nullable(),
  durationMs: z.number(),
  stdout: layout.nullable(),
  stderr: layout.nullable(),
});

/** An ended command whose output is on the disk; a stream is null when it was empty. */
export type SavedCommand = z.infer<typeof savedCommand>;

/** The folder in which the output of commands outlives them, and the server. */
export interface OutputFolder {
  /** @throws the system's error */
  create(id: string, stream: "stdout" | "stderr"): Backing;
  reopen(id: string, stream: "stdout" | "stderr"): Backing;
  /** Remembers an ended command and drops the oldest over the limits. Never throws: what cannot be kept is not. */
  save(id: string, command: SavedCommand, isInUse: (id: string) => boolean): void;
  /** Undefined when it is not kept (any more). */
  load(id: string): SavedCommand | undefined;
}

interface Entry {
  readonly id: string;
  bytes: number;
  changedAt: number;
}

function entriesOf(folder: string): Entry[] {
  const entries = new Map<string, Entry>();
  for (const name of readdirSync(folder)) {
    const id = name.replace(/\.\w+$/, "");
    const stat = statSync(join(folder, name), { throwIfNoEntry: false });
    if (stat === undefined) continue;
    const entry = entries.get(id) ?? { id, bytes: 0, changedAt: 0 };
    entry.bytes += stat.size;
    entry.changedAt = Math.max(entry.changedAt, stat.mtimeMs);
    entries.set(id, entry);
  }
  return [...entries.values()].sort((a, b) => b.changedAt - a.changedAt);
}

function prune(folder: string, isInUse: (id: string) => boolean): void {
  let bytes = 0;
  for (const [place, entry] of entriesOf(folder).entries()) {
    bytes += entry.bytes;
    if ((place < mostOutputs && bytes <= mostBytes) || isInUse(entry.id)) continue;
    for (const end of ["json", "stdout", "stderr"])
      rmSync(join(folder, `${entry.id}.${end}`), { force: true });
  }
}

/** @param stateFolder the scope's; made when something is first kept */
export function outputFolder(stateFolder: string): OutputFolder {
  const folder = join(stateFolder, "outputs");
  const fileOf = (id: string, end: string): string => join(folder, `${id}.${end}`);
  return {
    create: (id, stream) => {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      return newFileBacking(fileOf(id, stream));
    },
    reopen: (id, stream) => closedFileBacking(fileOf(id, stream)),
    save: (id, command, isInUse) => {
      try {
        writeFileSync(fileOf(id, "json"), JSON.stringify(command), { mode: 0o600 });
        prune(folder, isInUse);
      } catch (error) {
        process.stderr.write(`loopwright-workspace: the output of ${id} was not kept: ${String(error)}\n`);
      }
    },
    load: (id) => {
      try {
        return savedCommand.parse(JSON.parse(readFileSync(fileOf(id, "json"), "utf8")));
      } catch {
        // Never there, dropped since, or not of this version.
        return undefined;
      }
    },
  };
}
