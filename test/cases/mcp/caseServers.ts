import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { ServerId, ServerInfo, ToolInfo } from "../../../shared/contract/index.ts";
import type { TestHost } from "../../fakes/hostProcess.ts";
import type { McpHttpServer } from "../../fakes/mcpHttpServer.ts";
import type { ScriptedBehaviour } from "../../servers/behaviour.ts";

/** A message as a case's server got it. */
export interface Received {
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** One server of a case, in the host under its name. */
export interface CaseServer {
  readonly name: string;
  readonly serverId: ServerId;
  /** From the start until it was ready or had failed, in milliseconds. */
  readonly settledMs: number;
  /** Everything it was sent so far, in order. */
  received(): Received[];
  readonly http?: McpHttpServer;
}

const program = path.join(import.meta.dirname, "../caseServer.ts");
const settleMs = 40_000;

/** A server as the host lists it now; undefined when it is gone. */
export const infoOf = async (host: TestHost, serverId: ServerId): Promise<ServerInfo | undefined> =>
  (await host.ask("server.list", {})).find((server) => server.serverId === serverId);

/** The tools of a server that a model is offered now. */
export const usableTools = async (host: TestHost, serverId: ServerId): Promise<ToolInfo[]> =>
  ((await infoOf(host, serverId))?.tools ?? []).filter(
    ({ isEnabled, isOff, problem }) => isEnabled && isOff !== true && problem === undefined,
  );

const isSettled = ({ state }: ServerInfo): boolean => state === "ready" || state === "failed";

/** Starts a server and waits until it is ready or has failed; gives how long that took. */
export const startAndSettle = async (host: TestHost, serverId: ServerId): Promise<number> => {
  const from = performance.now();
  await host.request("server.start", { serverId });
  const before = await infoOf(host, serverId);
  if (!before || !isSettled(before))
    await host.waitFor(
      "server.changed",
      ({ server }) => server?.serverId === serverId && isSettled(server),
      settleMs,
    );
  return performance.now() - from;
};

/** A definition of a server over standard input and output that serves a behaviour, and where it records what it is sent. */
export const stdioDefinition = (
  folder: string,
  name: string,
  behaviour: ScriptedBehaviour,
): { command: string; args: string[]; record: string } => {
  const plain = name.replaceAll(/\W/g, "_");
  const record = path.join(folder, `${plain}.received`);
  const file = path.join(folder, `${plain}.behaviour.json`);
  writeFileSync(file, JSON.stringify({ ...behaviour, record }));
  return { command: process.execPath, args: [program, file], record };
};

/** What a server wrote down of what it received, so far. */
export const linesOf = (file: string): Received[] =>
  existsSync(file)
    ? readFileSync(file, "utf8")
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line) as Received)
    : [];

/** Removes a server of this name: a case that was broken off may have left its own behind. */
export const removeNamed = async (host: TestHost, name: string): Promise<void> => {
  const old = (await host.ask("server.list", {})).find((server) => server.name === name);
  if (old) await host.request("server.remove", { serverId: old.serverId });
};

/** Adds a scripted server over standard input and output and waits until it is ready or has failed. */
export const addScripted = async (
  host: TestHost,
  folder: string,
  name: string,
  behaviour: ScriptedBehaviour,
): Promise<CaseServer> => {
  await removeNamed(host, name);
  const { command, args, record } = stdioDefinition(folder, name, behaviour);
  const transport = { kind: "stdio", command, args, cwd: folder } as const;
  const { serverId } = await host.ask("server.add", { name, transport });
  const settledMs = await startAndSettle(host, serverId);
  return { name, serverId, settledMs, received: () => linesOf(record) };
};

/** Adds a server reached by URL and waits until it is ready or has failed. */
export const addHttp = async (host: TestHost, name: string, http: McpHttpServer): Promise<CaseServer> => {
  await removeNamed(host, name);
  const { serverId } = await host.ask("server.add", { name, transport: { kind: "http", url: http.url } });
  const settledMs = await startAndSettle(host, serverId);
  const received = (): Received[] => http.seen.map(({ message }) => message ?? {});
  return { name, serverId, settledMs, received, http };
};
