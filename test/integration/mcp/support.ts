import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type {
  ContentBlock,
  JsonObject,
  ServerDefinition,
  ServerId,
  ServerInfo,
  WorkspaceId,
} from "../../../shared/contract/index.ts";
import { randomId, systemClock } from "../../../electron/host/ports.ts";
import {
  createServerManager,
  type CallOptions,
  type ManagerPorts,
  type ServerManager,
  type ToolEntry,
} from "../../../electron/host/mcp/index.ts";

const root = resolve(import.meta.dirname, "../../..");

export const fixture = (name: string): string => join(root, "test/fixtures/servers", `${name}.ts`);

/** The entry of one of the real servers from npm. */
export const npmServer = (name: string): string =>
  join(root, "node_modules/@modelcontextprotocol", `server-${name}`, "dist/index.js");

export interface SeenEvent {
  readonly type: string;
  readonly body: Record<string, unknown>;
}

/** A manager on real processes with in-memory stores, and what it told. */
export interface TestManager extends AsyncDisposable {
  readonly manager: ServerManager;
  readonly dataDir: string;
  readonly events: SeenEvent[];
  readonly children: {
    readonly started: { pid: number; startTicks: string | null; name: string }[];
    readonly ended: number[];
  };
  readonly stored: Map<string, unknown>;
  readonly secrets: Map<string, string>;
  /** Adds a fixture server (run on this Node) and gives its id. */
  add(name: string, args?: readonly string[], more?: Partial<ServerDefinition>): ServerId;
  /** {@link add}, then start; throws when it does not become ready. */
  ready(name: string, args?: readonly string[], more?: Partial<ServerDefinition>): Promise<ServerId>;
  info(serverId: ServerId): ServerInfo;
  call(
    serverId: ServerId,
    tool: string,
    args?: JsonObject,
    options?: Partial<CallOptions>,
  ): ReturnType<ServerManager["call"]>;
  /** The text of a call that must succeed. */
  text(serverId: ServerId, tool: string, args?: JsonObject): Promise<string>;
  logText(serverId: ServerId): string;
}

export const workspace = "w1" as WorkspaceId;

export const stdio = (
  args: readonly string[],
  more: { env?: Record<string, string>; cwd?: string } = {},
): ServerDefinition["transport"] => ({ kind: "stdio", command: process.execPath, args: [...args], ...more });

export const textOf = (content: readonly ContentBlock[]): string => {
  const value = content[0]?.["text"];
  return typeof value === "string" ? value : "";
};

/** Waits for a condition; throws with `what` after 15 s. */
export const until = async (
  what: string,
  isSo: () => boolean | Promise<boolean>,
  withinMs = 40_000,
): Promise<void> => {
  const deadline = performance.now() + withinMs;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`not within ${withinMs} ms: ${what}`);
    await systemClock.wait(20);
  }
};

/** True while a process exists and is no zombie. */
export const isAlive = async (pid: number): Promise<boolean> => {
  const { listProcesses } = await import("../../../electron/host/mcp/process/index.ts");
  return (await listProcesses()).some((entry) => entry.pid === pid);
};

class Setup implements TestManager {
  readonly manager: ServerManager;
  readonly dataDir: string;
  readonly events: SeenEvent[] = [];
  readonly children = {
    started: [] as { pid: number; startTicks: string | null; name: string }[],
    ended: [] as number[],
  };
  readonly stored: Map<string, unknown>;
  readonly secrets: Map<string, string>;
  readonly #keepsData: boolean;

  constructor(ports: Partial<ManagerPorts>, old?: TestManager) {
    this.#keepsData = ports.dataDir !== undefined;
    this.dataDir = ports.dataDir ?? mkdtempSync(join(tmpdir(), "loopwright-mcp-"));
    this.stored = old?.stored ?? new Map<string, unknown>();
    this.secrets = old?.secrets ?? new Map<string, string>();
    const { stored, secrets, children, events } = this;
    this.manager = createServerManager({
      dataDir: this.dataDir,
      version: "0.0.0-test",
      store: {
        get: (name) => stored.get(name),
        set: (name, value) => stored.set(name, structuredClone(value)),
      },
      secrets: {
        put: async (name, value) => (value === null ? secrets.delete(name) : secrets.set(name, value)),
        get: async (name) => secrets.get(name) ?? null,
      },
      children: {
        started: (child) => children.started.push(child),
        ended: (pid) => children.ended.push(pid),
      },
      clock: systemClock,
      newId: randomId,
      resources: {
        nodePath: process.execPath,
        workspaceServer: {
          command: process.execPath,
          args: (folder) => [join(root, "electron/servers/workspace/main.ts"), "--root", folder],
        },
      },
      pathEnv: async () => process.env["PATH"] ?? "",
      onEvent: (type, body) => events.push({ type, body }),
      ...ports,
    });
  }

  add(name: string, args: readonly string[] = [], more: Partial<ServerDefinition> = {}): ServerId {
    const added = this.manager.add({ name, transport: stdio([fixture(name), ...args]), ...more });
    if (!added.ok) throw new Error(added.error.message);
    return added.value.serverId;
  }

  async ready(
    name: string,
    args: readonly string[] = [],
    more: Partial<ServerDefinition> = {},
  ): Promise<ServerId> {
    const serverId = this.add(name, args, more);
    const started = await this.manager.start(serverId);
    if (!started.ok) throw new Error(`${started.error.message}\n${started.error.detail ?? ""}`);
    return serverId;
  }

  info(serverId: ServerId): ServerInfo {
    const info = this.manager.list().find((server) => server.serverId === serverId);
    if (!info) throw new Error(`no server ${serverId}`);
    return info;
  }

  call(
    serverId: ServerId,
    tool: string,
    args: JsonObject = {},
    options: Partial<CallOptions> = {},
  ): ReturnType<ServerManager["call"]> {
    const entry: Pick<ToolEntry, "serverId" | "name"> = { serverId, name: tool };
    return this.manager.call(entry, args, {
      signal: new AbortController().signal,
      timeoutMs: 20_000,
      ...options,
    });
  }

  async text(serverId: ServerId, tool: string, args: JsonObject = {}): Promise<string> {
    const result = await this.call(serverId, tool, args);
    if (!result.ok) throw new Error(result.error.message);
    return textOf(result.value.content);
  }

  logText(serverId: ServerId): string {
    const log = this.manager.log(serverId);
    return log.ok ? log.value.map((line) => line.text).join("\n") : "";
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.manager.close();
    if (!this.#keepsData) rmSync(this.dataDir, { recursive: true, force: true });
  }
}

/**
 * Makes a manager; `ports` replaces single ports, `old` brings another manager's stored definitions and
 * secrets along.
 */
export const startManager = (ports: Partial<ManagerPorts> = {}, old?: TestManager): TestManager =>
  new Setup(ports, old);

/** Adds a server by its address, starts it, and gives its id. Throws where that fails. */
export const startFar = async ({ manager }: TestManager, url: string): Promise<ServerId> => {
  const added = manager.add({ name: "far", transport: { kind: "http", url } });
  if (!added.ok) throw new Error(added.error.message);
  const { serverId } = added.value;
  const started = await manager.start(serverId);
  if (!started.ok) throw new Error(started.error.message);
  return serverId;
};
