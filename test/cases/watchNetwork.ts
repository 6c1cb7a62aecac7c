/**
 * Loaded into a case's host before its own code (`--import`): notes each place it wants to connect to and each program it
 * starts, and lets nothing leave this machine. Only the host itself is watched, not what it starts.
 */
import type { ChildProcess } from "node:child_process";
import { subscribe } from "node:diagnostics_channel";
import { appendFileSync } from "node:fs";
import net from "node:net";

const file = process.env["LOOPWRIGHT_CASE_WATCH"];

const note = (entry: Readonly<Record<string, unknown>>): void => {
  if (file !== undefined) appendFileSync(file, `${JSON.stringify({ at: Date.now(), ...entry })}\n`);
};

const isHere = (host: string): boolean => /^(?:localhost|127\.\d+\.\d+\.\d+|::1|\[::1\])$/.test(host);

interface Wanted {
  readonly host?: string;
  readonly port?: number | string;
  readonly path?: string;
}

/** `connect` is called with options, with port and host, or with what Node itself made of them. */
const wantedOf = (args: readonly unknown[]): Wanted => {
  const [first, second] = args;
  if (Array.isArray(first)) return wantedOf(first as unknown[]);
  if (typeof first === "object" && first !== null) return first;
  if (typeof first === "string" && !/^\d+$/.test(first)) return { path: first };
  return { port: Number(first), ...(typeof second === "string" ? { host: second } : {}) };
};

const guardSockets = (): void => {
  const { prototype } = net.Socket;
  const real = prototype.connect as (this: net.Socket, ...args: unknown[]) => net.Socket;
  const guarded = function (this: net.Socket, ...args: unknown[]): net.Socket {
    const { host = "localhost", port, path } = wantedOf(args);
    if (path !== undefined && path !== null) return real.apply(this, args);
    note({ kind: "connect", host, port: Number(port) });
    if (isHere(host)) return real.apply(this, args);
    process.nextTick(() => this.destroy(new Error(`A case lets nothing leave this machine: ${host}`)));
    return this;
  };
  prototype.connect = guarded;
};

const watchPrograms = (): void => {
  subscribe("child_process", (message) => {
    const { process: child } = message as { process: ChildProcess };
    // Its command is known once `spawn` has gone on.
    process.nextTick(() => note({ kind: "spawn", argv: child.spawnargs ?? [] }));
  });
};

if (file !== undefined && (process.argv[1] ?? "").endsWith("main.ts")) {
  guardSockets();
  watchPrograms();
}
