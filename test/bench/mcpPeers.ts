import {
  fileReaderFixture,
  ourConnection,
  rawSdk,
  timeOf,
  type FileReaderFixture,
  type Read,
} from "./mcpCall.ts";
import { peers, type PeerClient } from "./peers/clients.ts";
import { loadPeers } from "./peers/install.ts";
import { median, pairedRatio, pairedRounds, type BenchResult, type BenchRow } from "./types.ts";

const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 15);
const CONNECT_ROUNDS = 5;
const KB = 1024;

type Connect = () => Promise<PeerClient>;

const contenders = async (fixture: FileReaderFixture): Promise<Record<string, Connect>> => {
  const load = await loadPeers();
  const { transport } = fixture.definition;
  if (transport.kind !== "stdio") throw new Error("the fixture is reached over standard input and output");
  const { command, args = [] } = transport;
  return {
    "raw SDK": () => rawSdk(fixture),
    "our connection": () => ourConnection(fixture),
    ...Object.fromEntries(
      Object.entries(peers).map(([name, connect]): [string, Connect] => [
        name,
        () => connect(load, command, args),
      ]),
    ),
  };
};

/** Microseconds per call with so many calls under way at once. */
const wideTimeOf = async (read: Read, path: string, bytes: number, width: number): Promise<number> => {
  const before = performance.now();
  const got = await Promise.all(Array.from({ length: width }, () => read(path)));
  if (got.some((length) => Math.abs(length - bytes) > bytes * 0.1))
    throw new Error(`read ${got.join()} of ${bytes}`);
  return ((performance.now() - before) / width) * 1000;
};

const rowsOf = (what: string, unit: string, times: Record<string, number[]>): BenchRow[] => {
  const raw = times["raw SDK"] ?? [];
  return Object.entries(times).map(([name, values]) => ({
    label: `${what}, ${name}`,
    value: median(values),
    unit,
    ...(name === "raw SDK" ? {} : { ratio: pairedRatio(values, raw) }),
  }));
};

const connectRows = async (connect: Record<string, Connect>): Promise<BenchRow[]> => {
  const timed = Object.entries(connect).map(([name, open]): [string, () => Promise<number>] => [
    name,
    async () => {
      const before = performance.now();
      const client = await open();
      const taken = performance.now() - before;
      await client.close();
      return taken;
    },
  ]);
  for (const [, once] of timed) await once();
  return rowsOf("connect to listed", "ms", await pairedRounds(CONNECT_ROUNDS, Object.fromEntries(timed)));
};

/**
 * Our connection, the SDK's own client, and other MCP clients on the same real server, side by side in one process: from the
 * start of the server to its listed tools (modules loaded before), and per call, one after the other and 16 at once. Only ours
 * keeps a protocol log.
 */
export const run = async (): Promise<BenchResult> => {
  using fixture = fileReaderFixture();
  const connect = await contenders(fixture);
  const rows = await connectRows(connect);
  const clients: [string, PeerClient][] = [];
  for (const [name, open] of Object.entries(connect)) clients.push([name, await open()]);
  try {
    for (const bytes of [KB, 30 * KB]) {
      const file = fixture.fileOf(bytes);
      const of = (time: (read: Read) => Promise<number>): Promise<Record<string, number[]>> =>
        pairedRounds(ROUNDS, Object.fromEntries(clients.map(([name, { read }]) => [name, () => time(read)])));
      for (const [, { read }] of clients) await timeOf(read, file, 20, bytes);
      rows.push(...rowsOf(`${bytes / KB} KB`, "µs", await of((read) => timeOf(read, file, 20, bytes))));
      rows.push(
        ...rowsOf(
          `${bytes / KB} KB, 16 at once`,
          "µs",
          await of((read) => wideTimeOf(read, file, bytes, 16)),
        ),
      );
    }
  } finally {
    for (const [, client] of clients) await client.close();
  }
  return { name: "mcpPeers", rows };
};
