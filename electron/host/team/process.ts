import { spawn, type ChildProcess } from "node:child_process";
import { endTree, noteTree, startedAtOf, type Tree } from "../mcp/process/index.ts";
import { StderrLines, type Launch } from "../mcp/stdio/index.ts";

/** How a process ended. */
export interface Ended {
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** The system's word, where it could not even be started. */
  readonly error: string | null;
}

/** Told while the process lives. */
interface ProcessEvents {
  onSpawned(pid: number, startTicks: string | null): void;
  onLine(line: string): void;
  onListening(url: string): void;
  /** Nothing of it is left. */
  onGone(pid: number): void;
}

const listeningUrl = (line: string): string | null => {
  if (!line.startsWith("{")) return null;
  try {
    const said = JSON.parse(line) as Record<string, unknown>;
    return said["event"] === "server.listening" && typeof said["url"] === "string" ? said["url"] : null;
  } catch {
    return null;
  }
};

/** One run of a team server's program: leads a process group, is told of by its lines, and ends with its whole tree. */
export class TeamProcess {
  /** Resolves when it has exited, and everything it left behind is ended. */
  readonly ended: Promise<Ended>;
  readonly pid: number;
  readonly #child: ChildProcess;
  readonly #tree: Tree;
  readonly #stderr: StderrLines;

  constructor(launch: Launch, events: ProcessEvents) {
    const { command, args, env, cwd, marker } = launch;
    const isGroup = process.platform !== "win32";
    const child = spawn(command, [...args], {
      env,
      cwd,
      stdio: ["ignore", "ignore", "pipe"],
      detached: isGroup,
      windowsHide: true,
    });
    this.#child = child;
    this.pid = child.pid ?? 0;
    this.#tree = { rootPid: this.pid, marker, seen: new Map() };
    this.#stderr = new StderrLines((line) => {
      events.onLine(line);
      const url = listeningUrl(line);
      if (url !== null) events.onListening(url);
    });
    child.stderr.on("data", (chunk: Buffer) => {
      this.#stderr.feed(chunk);
    });
    const exited = new Promise<Ended>((resolve) => {
      child.once("error", (error) => {
        resolve({ exitCode: null, signal: null, error: error.message });
      });
      child.once("exit", (exitCode, signal) => {
        resolve({ exitCode, signal, error: null });
      });
    });
    if (child.pid !== undefined) events.onSpawned(child.pid, startedAtOf(child.pid));
    this.ended = exited.then(async (how) => {
      this.#stderr.flush();
      if (this.pid !== 0) {
        await endTree(this.#tree);
        events.onGone(this.pid);
      }
      return how;
    });
  }

  /** The last that it wrote, without the lines of its log. */
  get lastWords(): string {
    const lines = this.#stderr.tail.split("\n").filter((line) => !line.startsWith("{"));
    return lines.join("\n").trim();
  }

  /**
   * Asks it to end and waits so long for running calls; then it and everything below it is ended. Never rejects; when it
   * resolves nothing of the tree lives.
   * @param graceMs for the polite way
   */
  async stop(graceMs: number): Promise<void> {
    if (this.pid === 0) return;
    await noteTree(this.#tree);
    // Windows knows no polite signal: there this ends it at once.
    this.#child.kill("SIGTERM");
    const late = new AbortController();
    const timer = setTimeout(() => {
      late.abort();
    }, graceMs);
    const isLate = new Promise<void>((resolve) => {
      late.signal.addEventListener("abort", () => {
        resolve();
      });
    });
    await Promise.race([this.ended, isLate]);
    clearTimeout(timer);
    await endTree(this.#tree);
    await this.ended;
  }
}
