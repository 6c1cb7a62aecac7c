import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { WorkspaceId } from "../../shared/contract/index.ts";
import type { CallEnd } from "../../electron/host/loop/callTypes.ts";
import { createServerManager, type ServerManager } from "../../electron/host/mcp/index.ts";
import { randomId, systemClock } from "../../electron/host/ports.ts";
import { openAuditedCalls } from "../fakes/auditedCalls.ts";
import { fileReaderFixture, rawSdk, type FileReaderFixture } from "./mcpCall.ts";
import { median, pairedRatio, pairedRounds, type BenchResult, type BenchRow } from "./types.ts";

const server = path.resolve(import.meta.dirname, "../../electron/servers/workspace/main.ts");
const WIDE = 16;
const KB = 1024;
const MB = 1024 * KB;
/** More than the host reads of one line. */
const TOO_MUCH = 65 * MB;

const rawClient = async (root: string): Promise<Client> => {
  const client = new Client({ name: "bench", version: "1" });
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [server, "--root", root], stderr: "ignore" }),
  );
  return client;
};

const READ = "file-reader__read";

/** Starts the server that reads files, as one whose tool the person has said only reads. */
const startReader = async (servers: ServerManager, fixture: FileReaderFixture): Promise<void> => {
  const added = servers.add(fixture.definition);
  if (!added.ok) throw new Error(added.error.message);
  const { serverId } = added.value;
  const started = await servers.start(serverId);
  if (!started.ok) throw new Error(started.error.message);
  const reviewed = servers.inspector.reviewTools(serverId);
  const tool = reviewed.ok ? reviewed.value[0] : undefined;
  if (tool === undefined) throw new Error("the file server lists no tool");
  const { name, definitionHash } = tool;
  const set = servers.inspector.setTool(serverId, { tool: name, definitionHash, severity: "L1" });
  if (!set.ok) throw new Error(set.error.message);
};

/** The product's whole path for one call: parse, validate, assess, decide, intent in the log, the call, outcome in the log. */
const governed = async (fixture: FileReaderFixture, dataDir: string) => {
  const workspacePath = fixture.folder;
  const workspaceId = "ws_bench" as WorkspaceId;
  const stored = new Map<string, unknown>();
  const servers = createServerManager({
    dataDir,
    version: "bench",
    store: { get: (name) => stored.get(name), set: (name, value) => stored.set(name, value) },
    secrets: { put: () => Promise.resolve("memory"), get: () => Promise.resolve(null) },
    children: { started: () => undefined, ended: () => undefined },
    clock: systemClock,
    newId: randomId,
    resources: {
      nodePath: process.execPath,
      workspaceServer: { command: process.execPath, args: (folder) => [server, "--root", folder] },
    },
    pathEnv: () => Promise.resolve(process.env["PATH"] ?? ""),
    onEvent: () => undefined,
  });
  const ready = await servers.openWorkspace(workspaceId, workspacePath);
  if (!ready.ok) throw new Error(ready.error.message);
  await startReader(servers, fixture);
  const calls = await openAuditedCalls({ dataDir, servers, workspaceId, workspacePath });
  return {
    call: async (name: string, file: string, width: number): Promise<readonly CallEnd[]> =>
      (await calls.run(Array.from({ length: width }, () => ({ name, args: { path: file } })))).map(
        ({ end }) => end,
      ),
    recorded: (name: string, file: string): Promise<CallEnd> =>
      calls.recorded({ name, args: { path: file } }),
    close: async () => {
      await servers.close();
      await calls.close();
    },
  };
};

type Ours = Awaited<ReturnType<typeof governed>>;

const allDone = async (ends: Promise<readonly CallEnd[]>): Promise<void> => {
  const bad = (await ends).find((end) => end !== "completed");
  if (bad !== undefined) throw new Error(`a governed call ended as ${bad}`);
};

const timed = async (times: number, calls: number, work: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now();
  for (let at = 0; at < times; at++) await work();
  return ((performance.now() - startedAt) * 1000) / (times * calls);
};

const GOVERNED = "governed and audited";
/** What perf.md (a) calls audited: nothing but an intent before and an outcome after. */
const RECORDED = "intent and outcome in the log alone";

interface Case {
  readonly label: string;
  /** How our side calls. */
  readonly how: string;
  readonly goal: number;
  readonly rounds: number;
  /** How often the work is done in a round, and how many calls it is. */
  readonly times: number;
  readonly width: number;
  readonly byRaw: () => Promise<unknown>;
  readonly byUs: () => Promise<unknown>;
}

const measure = async ({
  label,
  how,
  goal,
  rounds,
  times,
  width,
  byRaw,
  byUs,
}: Case): Promise<BenchRow[]> => {
  const raw = (): Promise<number> => timed(times, width, byRaw);
  const ours = (): Promise<number> => timed(times, width, byUs);
  await raw();
  await ours();
  const { raw: rawUs = [], ours: oursUs = [] } = await pairedRounds(rounds, { raw, ours });
  const ratio = pairedRatio(oursUs, rawUs);
  const ourRow = { label: `${label}, ${how}`, value: median(oursUs), unit: "µs" };
  return [
    { label: `${label}, raw SDK`, value: median(rawUs), unit: "µs" },
    { ...ourRow, ratio, goal: `≤ ${goal.toFixed(2)}`, met: ratio <= goal },
  ];
};

/** Sizes and widths of perf.md (a), with its goals; many short rounds, so that a busy machine disturbs both sides alike. */
const sizes = [
  { label: "1 KB", bytes: KB, width: 1, times: 20, rounds: 41, goal: 1.1 },
  { label: "30 KB", bytes: 30 * KB, width: 1, times: 20, rounds: 41, goal: 1.1 },
  { label: `1 KB, ${WIDE} wide`, bytes: KB, width: WIDE, times: 4, rounds: 21, goal: 1.75 },
  { label: `30 KB, ${WIDE} wide`, bytes: 30 * KB, width: WIDE, times: 4, rounds: 21, goal: 1.3 },
  { label: "1 MB", bytes: MB, width: 1, times: 2, rounds: 15, goal: 0.65 },
  { label: "8 MB", bytes: 8 * MB, width: 1, times: 1, rounds: 5, goal: 0.2 },
] as const;

const fileRows = async (fixture: FileReaderFixture, ours: Ours): Promise<BenchRow[]> => {
  const raw = await rawSdk(fixture);
  const rows: BenchRow[] = [];
  try {
    for (const { bytes, ...size } of sizes) {
      const file = fixture.fileOf(bytes);
      const byRaw = (): Promise<unknown> =>
        Promise.all(Array.from({ length: size.width }, () => raw.read(file)));
      const byUs = (): Promise<void> => allDone(ours.call(READ, file, size.width));
      rows.push(...(await measure({ ...size, how: GOVERNED, byRaw, byUs })));
      if (size.width > 1) continue;
      const byLog = (): Promise<void> => allDone(ours.recorded(READ, file).then((end) => [end]));
      rows.push(...(await measure({ ...size, how: RECORDED, byRaw, byUs: byLog })));
    }
  } finally {
    await raw.close();
  }
  return rows;
};

/** The bundled server as well: what the agent reads files with. */
const workspaceRows = async (fixture: FileReaderFixture, ours: Ours): Promise<BenchRow[]> => {
  const raw = await rawClient(fixture.folder);
  const rows: BenchRow[] = [];
  try {
    for (const { bytes, ...size } of sizes.slice(0, 2)) {
      const file = fixture.fileOf(bytes);
      const byRaw = (): Promise<unknown> => raw.callTool({ name: "read_file", arguments: { path: file } });
      const byUs = (): Promise<void> => allDone(ours.call("read_file", file, 1));
      rows.push(
        ...(await measure({ ...size, how: GOVERNED, label: `${size.label}, workspace server`, byRaw, byUs })),
      );
    }
  } finally {
    await raw.close();
  }
  return rows;
};

const tooMuch = async (fixture: FileReaderFixture, ours: Ours): Promise<BenchRow> => {
  const [big] = await ours.call(READ, fixture.fileOf(TOO_MUCH), 1);
  const [next] = await ours.call(READ, fixture.fileOf(KB), 1);
  const lost = (big === "failed" ? 0 : 1) + (next === "completed" ? 0 : 1);
  const label = "over 64 MB: fails one call, the next one works (wrong ends)";
  return { label, value: lost, unit: "", goal: "0", met: lost === 0 };
};

/** Tool calls through loop, policy and log against the raw SDK, on a real SDK server that reads files and on the bundled one. */
export const run = async (): Promise<BenchResult> => {
  using fixture = fileReaderFixture();
  const dataDir = mkdtempSync(path.join(tmpdir(), "loopwright-bench-"));
  const ours = await governed(fixture, dataDir);
  try {
    const rows = [...(await fileRows(fixture, ours)), ...(await workspaceRows(fixture, ours))];
    return { name: "governedCall", rows: [...rows, await tooMuch(fixture, ours)] };
  } finally {
    await ours.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
};
