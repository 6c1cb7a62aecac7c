import { z } from "zod";
import { Millis } from "./ids.ts";
import { ShownSandbox } from "./values.ts";

const Process = z.strictObject({ pid: z.int(), name: z.string() });

/** A command that the workspace's server started and still knows, running or ended (TOOL-05). */
export const WorkspaceCommand = z.strictObject({
  id: z.string(),
  /** The command as a person reads it. */
  label: z.string(),
  /** Folder inside the workspace. */
  cwd: z.string(),
  startedAt: Millis,
  isRunning: z.boolean(),
  endedAt: Millis.nullable(),
  /** Exactly one of `exitCode`, `signal` and `stoppedBy` tells how it ended. */
  exitCode: z.int().nullable(),
  signal: z.string().nullable(),
  stoppedBy: z.enum(["timeout", "cancel", "stop"]).nullable(),
  /** Processes that it left running when it ended. */
  left: z.array(Process),
  stdoutBytes: z.int(),
  stderrBytes: z.int(),
  sandbox: ShownSandbox.shape.kind,
  /** Null where it was not kept. */
  network: z.boolean().nullable(),
  /** Of what it has written; empty without output. */
  lastLine: z.string(),
});
export type WorkspaceCommand = z.infer<typeof WorkspaceCommand>;

/** Running ones first, then the latest that ended. */
export const CommandList = z.strictObject({
  commands: z.array(WorkspaceCommand),
  /** When the workspace's server started; nothing from before it runs. Null while it is not running. */
  since: Millis.nullable(),
});
export type CommandList = z.infer<typeof CommandList>;

/** A part of one output stream. Offsets and sizes are bytes; `text` is as the command wrote it, escape sequences included. */
export const CommandOutput = z.strictObject({
  id: z.string(),
  isRunning: z.boolean(),
  exitCode: z.int().nullable(),
  stream: z.enum(["stdout", "stderr"]),
  offset: z.int(),
  nextOffset: z.int(),
  stdoutBytes: z.int(),
  stderrBytes: z.int(),
  text: z.string(),
});
export type CommandOutput = z.infer<typeof CommandOutput>;

/** What a stop ended. */
export const CommandStop = z.strictObject({ id: z.string(), stopped: z.array(Process) });
export type CommandStop = z.infer<typeof CommandStop>;
