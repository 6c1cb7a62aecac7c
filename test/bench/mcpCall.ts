import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { getDefaultEnvironment, StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { randomId, systemClock } from "../../electron/host/ports.ts";
import { createServerManager, type ServerManager } from "../../electron/host/mcp/index.ts";
import type { ServerDefinition, ServerId } from "../../shared/contract/index.ts";
import { median, pairedRatio, pairedRounds, type BenchResult, type BenchRow } from "./types.ts";

/** A folder of files by size and the definition of the real SDK server that reads them. */
export interface FileReaderFixture extends Disposable {
  readonly folder: string;
  readonly definition: ServerDefinition;
  /** Name of a file of about so many bytes of program text, made when first asked for. */
  fileOf(bytes: number): string;
}

const server = resolve(import.meta.dirname, "../fixtures/servers/fileReader.ts");

const programText = (bytes: number): string => {
  const line =
    'export const total = (items: readonly Item[]) => items.reduce((sum, { price }) => sum + price, 0); // "ü"\n';
  return line.repeat(Math.ceil(bytes / line.length)).slice(0, bytes);
};

/** Makes the fixture that calls are measured against; dispose it to remove its folder. */
export const fileReaderFixture = (): FileReaderFixture => {
  const folder = mkdtempSync(join(tmpdir(), "loopwright-bench-"));
  const made = new Set<number>();
  return {
    folder,
    definition: {
      name: "file-reader",
      transport: { kind: "stdio", command: process.execPath, args: [server, folder] },
    },
    fileOf: (bytes) => {
      if (!made.has(bytes)) writeFileSync(join(folder, `${bytes}.txt`), programText(bytes));
      made.add(bytes);
      return `${bytes}.txt`;
    },
    [Symbol.dispose]: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** A way to read a file through a server: what is measured. */
export type Read = (path: string) => Promise<number>;

/** The SDK's own client and transport, used as its documentation shows. */
export const rawSdk = async (
  fixture: FileReaderFixture,
): Promise<{ read: Read; close: () => Promise<void> }> => {
  const client = new Client({ name: "bench", version: "1.0.0" });
  const args = [server, fixture.folder];
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args, env: getDefaultEnvironment() }),
  );
  await client.listTools();
  const read: Read = async (path) => {
    const result = await client.callTool({ name: "read", arguments: { path } });
    return (result.content as { text: string }[])[0]?.text.length ?? 0;
  };
  return { read, close: () => client.close() };
};

/** The product's manager of servers, keeping nothing. */
export const managerOf = (fixture: FileReaderFixture): ServerManager => {
  const secrets = new Map<string, string>();
  const stored = new Map<string, unknown>();
  return createServerManager({
    dataDir: fixture.folder,
    version: "bench",
    store: { get: (name) => stored.get(name), set: (name, value) => stored.set(name, value) },
    secrets: {
      put: async (name, value) => secrets.set(name, value ?? ""),
      get: async (name) => secrets.get(name) ?? null,
    },
    children: { started: () => undefined, ended: () => undefined },
    clock: systemClock,
    newId: randomId,
    resources: { nodePath: process.execPath, workspaceServer: { command: process.execPath, args: () => [] } },
    pathEnv: async () => process.env["PATH"] ?? "",
    onEvent: () => undefined,
  });
};

/** The product's manager and connection, without loop and log. */
export const ourConnection = async (
  fixture: FileReaderFixture,
): Promise<{ read: Read; close: () => Promise<void> }> => {
  const manager = managerOf(fixture);
  const added = manager.add(fixture.definition);
  const serverId = added.ok ? added.value.serverId : ("" as ServerId);
  const started = await manager.start(serverId);
  if (!started.ok) throw new Error(started.error.message);
  const read: Read = async (path) => {
    const signal = new AbortController().signal;
    const result = await manager.call({ serverId, name: "read" }, { path }, { signal, timeoutMs: 60_000 });
    if (!result.ok) throw new Error(result.error.message);
    const text = result.value.content[0]?.["text"];
    return typeof text === "string" ? text.length : 0;
  };
  return { read, close: () => manager.close() };
};

/** Microseconds per call of `read`, one call after the other. */
export const timeOf = async (read: Read, path: string, calls: number, bytes: number): Promise<number> => {
  const before = performance.now();
  for (let i = 0; i < calls; i++) {
    const got = await read(path);
    if (Math.abs(got - bytes) > bytes * 0.1) throw new Error(`read ${got} of ${bytes}`);
  }
  return ((performance.now() - before) / calls) * 1000;
};

/**
 * The sizes measured with rounds (many short ones: a busy machine then disturbs both sides alike), calls a
 * round and the goal for the ratio (perf.md (a)).
 */
export const sizes = [
  { label: "1 KB", bytes: 1024, calls: 20, rounds: 41, goal: 1.1 },
  { label: "30 KB", bytes: 30 * 1024, calls: 20, rounds: 41, goal: 1.1 },
  { label: "1 MB", bytes: 1024 * 1024, calls: 2, rounds: 15, goal: 0.65 },
  { label: "8 MB", bytes: 8 * 1024 * 1024, calls: 1, rounds: 3, goal: 0.2 },
] as const;

/** Our MCP connection against the SDK's own client on a real SDK server that reads files. */
export const run = async (): Promise<BenchResult> => {
  using fixture = fileReaderFixture();
  const raw = await rawSdk(fixture);
  const ours = await ourConnection(fixture);
  const rows: BenchRow[] = [];
  try {
    for (const { label, bytes, calls, rounds, goal } of sizes) {
      const path = fixture.fileOf(bytes);
      for (const { read } of [raw, ours]) await timeOf(read, path, Math.ceil(calls / 5), bytes);
      const times = await pairedRounds(rounds, {
        raw: () => timeOf(raw.read, path, calls, bytes),
        ours: () => timeOf(ours.read, path, calls, bytes),
      });
      const { raw: rawUs = [], ours: oursUs = [] } = times;
      const ratio = pairedRatio(oursUs, rawUs);
      rows.push({ label: `${label}, raw SDK`, value: median(rawUs), unit: "µs/call" });
      const ourRow = { label: `${label}, our connection`, value: median(oursUs), unit: "µs/call" };
      rows.push({ ...ourRow, ratio, goal: `≤ ${goal}`, met: ratio <= goal });
    }
  } finally {
    await raw.close();
    await ours.close();
  }
  return { name: "mcpCall", rows };
};
