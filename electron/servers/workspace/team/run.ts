import { hostname } from "node:os";
import path from "node:path";
import type { Server } from "node:http";
import { killTree, serverVariable } from "../commands/index.ts";
import { createAudit } from "./audit.ts";
import { createAuthenticate } from "./auth/index.ts";
import { createAdmission, createCancels, createSeats, limitsOf } from "./calls/index.ts";
import { createHealth } from "./health.ts";
import { createHttpServer, createRoutes, listen } from "./http/index.ts";
import { createLog, type Log } from "./log.ts";
import { openPolicy, type PolicyStore } from "./policy/index.ts";
import { enterInstances, openDatabase } from "./state/index.ts";
import { version } from "../version.ts";

/** How `--http` was asked for. */
export interface TeamOptions {
  readonly policyFile: string;
  readonly stateFolder: string;
  readonly host: string;
  /** 0 for one that is free. */
  readonly port: number;
  /** What people call this instance; by default the machine's name. */
  readonly instance: string | undefined;
  /** Whether commands run in a sandbox where there is one. */
  readonly sandbox: "auto" | "off";
}

function logPolicy(log: Log, policy: PolicyStore): void {
  const { hash, problems } = policy.state();
  if (problems.length === 0) log("info", "policy.loaded", { hash });
  else
    log("error", "policy.broken", {
      problems,
      next: "The last good policy stays in force; correct the file.",
    });
}

/** Anything else would not fit into file names. */
function nameOf(given: string | undefined): string {
  const name = (given ?? hostname()).replaceAll(/[^A-Za-z0-9.-]/g, "-").slice(0, 40);
  return name === "" || name.startsWith(".") ? "instance" : name;
}

async function closeHttp(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  server.closeIdleConnections();
  await closed;
}

async function within(ms: number, work: Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  const isDone = await Promise.race([work.then(() => true as const), late]);
  clearTimeout(timer);
  return isDone;
}

/** After calls have ended or were cancelled, their answers get this long to go out. */
const sendOutMs = 2_000;

/**
 * Runs the workspace server for a team until SIGTERM or SIGINT; then it takes no more calls, lets running ones finish
 * for the policy's `drainMs`, ends what they left behind, and the process ends with 0.
 * Rejects when it cannot start: bad policy, state that cannot be written, address taken.
 */
export async function runTeamServer(options: TeamOptions): Promise<void> {
  const policy = openPolicy(options.policyFile, options.stateFolder);
  const database = openDatabase(options.stateFolder);
  const instances = enterInstances(database, options.stateFolder, nameOf(options.instance));
  const log = createLog({ instance: instances.id });
  for (const mark of instances.buryDead()) killTree({ pid: null, variable: serverVariable, mark });
  const admission = createAdmission(() => limitsOf(policy.current()));
  const cancels = createCancels();
  const audit = createAudit(path.join(options.stateFolder, "audit"), instances.id);
  const { stateFolder, sandbox } = options;
  const seats = createSeats({ policy, database, instances, stateFolder, sandbox, log });
  const health = createHealth(instances.id, policy, admission);
  policy.onChanged(() => {
    logPolicy(log, policy);
    seats.review();
  });
  const calls = { admission, cancels, audit, log };
  const authenticate = createAuthenticate();
  const ports = { policy, authenticate, seats, calls, health, audit, log, boundHost: options.host };
  const server = createHttpServer(policy.current().limits, createRoutes(ports));

  const leave = (code: number): never => {
    seats.end();
    policy.close();
    instances.close();
    database.close();
    process.exit(code);
  };
  const drain = async (signal: string): Promise<void> => {
    if (health.isDraining()) return leave(0);
    const { drainMs } = policy.current().limits;
    health.startDraining();
    log("info", "server.draining", { signal, ...admission.counts() });
    admission.close();
    const closed = closeHttp(server);
    const isIdle = await within(drainMs, admission.idle());
    if (!isIdle) cancels.cancelAll();
    await within(
      sendOutMs,
      Promise.all([admission.idle(), closed]).then(() => undefined),
    );
    log("info", "server.ended", { isIdle });
    leave(0);
  };
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
    process.on(signal, () => {
      drain(signal).catch(() => leave(1));
    });
  }
  process.on("uncaughtException", (error) => {
    log("error", "server.failed", { stack: error.stack ?? error.message });
    leave(1);
  });
  const { address, port, family } = await listen(server, options.host, options.port);
  const url = `http://${family === "IPv6" ? `[${address}]` : address}:${port}`;
  logPolicy(log, policy);
  log("info", "server.listening", { url, host: address, port, pid: process.pid, version });
}
