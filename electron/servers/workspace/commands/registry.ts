import { randomBytes } from "node:crypto";
import { Refusal } from "../outcome/index.ts";
import { perScope, type Scope } from "../protocol/index.ts";
import { serverVariable } from "./environment.ts";
import { KeptStream, type Layout } from "./keptStream.ts";
import { outputFolder, type OutputFolder } from "./outputFolder.ts";
import { killTree } from "./processTree.ts";
import type { SandboxKind } from "../sandbox/index.ts";
import { noteServer } from "./serverMarks.ts";
import { startRun, type Launch, type Run, type RunEnd } from "./run.ts";
import { shownWhole } from "./terminalText.ts";

const mostRunning = 16;
/** Ended commands that are remembered with their output. */
const mostEnded = 50;

/** A command of this scope, running or ended. */
export interface Command {
  readonly id: string;
  readonly label: string;
  /** Safe to show. */
  readonly cwd: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly stdout: KeptStream;
  readonly stderr: KeptStream;
  readonly sandbox: SandboxKind;
  /** Whether it was granted the network. Null where that was not kept: a command of an earlier run of the server. */
  readonly network: boolean | null;
  /** Null for a command of an earlier run of the server. */
  readonly run: Run | null;
  ended(): RunEnd | null;
}

/** What is known of a command before it runs. */
export interface Announced {
  readonly label: string;
  readonly cwd: string;
  readonly network: boolean;
}

/** A command about to start. */
export interface Readied {
  readonly launch: Launch;
  readonly sandbox: SandboxKind;
  /** Runs once when it has ended, or could not be started. */
  readonly end: (leavesProcesses: boolean) => void;
}

/** The commands of a scope. */
export interface Commands {
  /** @throws Refusal `resourceExhausted` at 16 running ones, `spawnFailed` */
  start(announced: Announced, prepare: () => Promise<Readied>): Promise<Command>;
  /** @throws Refusal `notFound` */
  find(id: string): Command;
  /** Running ones first, then ended ones, the newest first. */
  list(): readonly Command[];
}

function refuseFull(running: readonly Command[]): Refusal {
  const ids = running.map(({ id }) => id).join(", ");
  return new Refusal(
    "resourceExhausted",
    `${mostRunning} commands are running already (${ids}); nothing was started.`,
    "Wait for one to end (command_output with wait_ms) or end one with stop_command, then try again.",
  );
}

function refuseUnknown(id: string, known: readonly Command[]): Refusal {
  const ids = known.map((command) => command.id).slice(0, 20);
  return new Refusal(
    "notFound",
    `There is no command ${JSON.stringify(id.slice(0, 60))}.`,
    ids.length === 0
      ? "No command is running or remembered here. Start one with run_program or run_command."
      : `Known are ${ids.join(", ")}; list_commands tells what they are. The last ${mostEnded} ended ones are kept.`,
  );
}

function savedLayout(stream: KeptStream): Layout | null | undefined {
  if (stream.total === 0) return null;
  return stream.layout ?? undefined;
}

function keep(folder: OutputFolder, command: Command, end: RunEnd, isInUse: (id: string) => boolean): void {
  const isLong = [command.stdout, command.stderr].some((stream) => stream.total > shownWhole);
  for (const stream of [command.stdout, command.stderr]) stream.finish(isLong);
  if (!isLong) return;
  const [stdout, stderr] = [savedLayout(command.stdout), savedLayout(command.stderr)];
  // With the disk full it stays readable as long as the server lives.
  if (stdout === undefined || stderr === undefined) return;
  const { label, cwd, startedAt } = command;
  const { exitCode, signal, stoppedBy, durationMs } = end;
  const { sandbox } = command;
  const saved = { label, cwd, sandbox, startedAt, exitCode, signal, stoppedBy, durationMs, stdout, stderr };
  folder.save(command.id, saved, isInUse);
}

function restore(folder: OutputFolder, id: string): Command | undefined {
  const saved = /^c-[0-9a-f]{8}$/.test(id) ? folder.load(id) : undefined;
  if (saved === undefined) return undefined;
  const streamOf = (name: "stdout" | "stderr"): KeptStream => {
    const file = folder.reopen(id, name);
    const found = saved[name];
    return found === null ? new KeptStream(() => file) : KeptStream.restore(file, found);
  };
  const end: RunEnd = { ...saved, signal: saved.signal as NodeJS.Signals | null, left: [] };
  const { label, cwd, startedAt } = saved;
  const streams = { stdout: streamOf("stdout"), stderr: streamOf("stderr") };
  return {
    id,
    label,
    cwd,
    startedAt,
    ...streams,
    sandbox: saved.sandbox,
    network: null,
    run: null,
    ended: () => end,
  };
}

function createCommands(scope: Scope): Commands {
  const folder = outputFolder(scope.stateFolder);
  const known = new Map<string, Command>();
  let starting = 0;
  let isOver = false;
  const running = (): Command[] => [...known.values()].filter((command) => command.ended() === null);
  const forgetOld = (): void => {
    const ended = [...known.values()].filter((command) => command.ended() !== null);
    for (const { id } of ended.slice(0, Math.max(0, ended.length - mostEnded))) known.delete(id);
  };
  noteServer(scope);
  scope.onEnd(() => killTree({ pid: null, variable: serverVariable, mark: scope.serverMark }));
  scope.onEnd(() => {
    isOver = true;
    const isAlive = (command: Command): boolean => (command.ended()?.left.length ?? 1) > 0;
    for (const { run } of [...known.values()].filter(isAlive)) run?.kill("stop");
  });
  return {
    start: async ({ label, cwd, network }, prepare) => {
      if (running().length + starting >= mostRunning) throw refuseFull(running());
      starting += 1;
      const id = `c-${randomBytes(4).toString("hex")}`;
      const stdout = new KeptStream(() => folder.create(id, "stdout"));
      const stderr = new KeptStream(() => folder.create(id, "stderr"));
      try {
        const { launch, sandbox, end } = await prepare();
        const run = await startRun(launch, { stdout, stderr }).catch((error: unknown) => {
          end(false);
          throw error;
        });
        const { startedAt, ended } = run;
        const command = { id, label, cwd, startedAt, stdout, stderr, sandbox, network, run, ended };
        known.set(id, command);
        if (isOver) run.kill("stop");
        // Listed before any other wait for its end, so that whoever sees the end sees the output kept.
        run.done
          .then((how) => {
            end(how.left.length > 0);
            keep(folder, command, how, (other) => known.get(other)?.ended() === null);
            forgetOld();
          })
          .catch((error: unknown) => process.stderr.write(`loopwright-workspace: ${String(error)}\n`));
        return command;
      } finally {
        starting -= 1;
      }
    },
    find: (id) => {
      const command = known.get(id) ?? restore(folder, id);
      if (command === undefined) throw refuseUnknown(id, [...known.values()].reverse());
      return command;
    },
    list: () => {
      const all = [...known.values()].reverse();
      return [...all.filter((one) => one.ended() === null), ...all.filter((one) => one.ended() !== null)];
    },
  };
}

/** The commands of a scope. */
export const commandsOf = perScope(createCommands);
