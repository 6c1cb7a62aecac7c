import { fork } from "node:child_process";
import { hostEnv } from "./launch.ts";
import type { HostLaunch } from "./launch.ts";

/** What a running host tells its owner. `ended` comes once, after the last message. */
export interface HostListener {
  message(message: unknown): void;
  output(text: string): void;
  ended(how: string): void;
}

/** A running host process. */
export interface HostProcess {
  readonly pid: number | undefined;
  /** Sends one text; a host that is gone gets nothing, which its end tells. */
  send(text: string): void;
  kill(): void;
}

const channelGraceMs = 200;

/** Starts the host with a channel for JSON text (both ends run different V8s, runtime.md). Never throws. */
export function startHostProcess(launch: HostLaunch, listener: HostListener): HostProcess {
  const child = fork(launch.script, [...launch.args], {
    execPath: launch.node,
    execArgv: [],
    serialization: "json",
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: { ...hostEnv(process.env), NODE_COMPILE_CACHE: launch.codeCache },
    cwd: launch.cwd,
  });
  let isOver = false;
  const end = (how: string) => {
    if (isOver) return;
    isOver = true;
    listener.ended(how);
  };
  child.stdout?.setEncoding("utf8").on("data", (text: string) => listener.output(text));
  child.stderr?.setEncoding("utf8").on("data", (text: string) => listener.output(text));
  child.on("message", (message) => {
    if (!isOver) listener.message(message);
  });
  child.on("error", (error) => {
    if (child.pid === undefined) end(`could not be started (${error.message})`);
  });
  child.on("exit", (code, signal) => {
    const how = signal === null ? `ended with code ${code ?? "unknown"}` : `was ended by ${signal}`;
    // What it sent last may still be in the pipe: the channel closes behind it.
    if (!child.connected) return end(how);
    child.once("disconnect", () => end(how));
    setTimeout(() => end(how), channelGraceMs);
  });
  return {
    pid: child.pid,
    send: (text) => {
      if (child.connected) child.send(text, () => undefined); // a failed send means it ended, which is told by itself
    },
    kill: () => {
      child.kill("SIGKILL");
    },
  };
}
