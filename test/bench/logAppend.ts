import Database from "better-sqlite3";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openEventLog, type NewEvent, type OpenedLog } from "../../electron/host/log/index.ts";
import type { CallId, SessionId } from "../../shared/contract/index.ts";

/** One line of a bench: `ratio` is the median of per-round ratios to the raw thing, `met` says whether `goal` holds. */
export interface BenchRow {
  readonly label: string;
  readonly value: number;
  readonly unit: string;
  readonly ratio?: number;
  readonly goal?: string;
  readonly met?: boolean;
}

const ROUNDS = 9;
const ROWS = 600;
const BATCH = 10;
const session = "bench" as SessionId;

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const quantile = (values: readonly number[], q: number): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * q)] ?? 0;
const rounded = (value: number): number => Math.round(value * 100) / 100;

/** A result of about 2.17 KB of JSON, as perf.md (c) measures it; different every time. */
const body = (n: number): NewEvent<"call.completed">["body"] => {
  const line = `export const value${n} = compute(${n * 7919}, "src/feature/part${n % 97}.ts"); // measured\n`;
  const text = line.repeat(Math.ceil(950 / line.length)).slice(0, 950);
  return {
    callId: `call_${n}` as CallId,
    content: [{ type: "text", text }],
    text,
    preview: text.slice(0, 120),
    bytes: text.length,
    durationMs: n % 50,
  };
};
const event = (n: number): NewEvent => ({ sessionId: session, type: "call.completed", body: body(n) });

const rawTable = (dir: string, round: number) => {
  const db = new Database(join(dir, `raw${round}.db`));
  db.pragma("journal_mode = WAL");
  db.pragma("synchronous = NORMAL");
  db.exec(
    `CREATE TABLE events (id INTEGER PRIMARY KEY, session TEXT, seq INTEGER, at INTEGER, type TEXT, tool TEXT, search TEXT, body TEXT, hash TEXT, UNIQUE (session, seq));
     CREATE INDEX by_type ON events (type, id); CREATE INDEX by_tool ON events (tool, id);`,
  );
  const insert = db.prepare(
    "INSERT INTO events (session, seq, at, type, tool, search, body, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
  );
  const hash = "0".repeat(64);
  return {
    insert: (seq: number): unknown => {
      const value = body(seq);
      return insert.run(
        session,
        seq,
        seq,
        "call.completed",
        "read_file",
        value.text.slice(0, 247),
        JSON.stringify(value),
        hash,
      );
    },
    batch: db.transaction((run: () => void) => run()),
    close: () => db.close(),
  };
};

const openLog = (dir: string): OpenedLog => {
  const opened = openEventLog({ dataDir: dir, clock: { now: () => Date.now() } });
  if (!opened.ok) throw new Error(opened.error.message);
  return opened.value;
};

const perRow = (rows: number, work: (n: number) => void, times?: number[]): number => {
  const start = performance.now();
  for (let n = 0; n < rows; n++) {
    const before = times === undefined ? 0 : performance.now();
    work(n);
    times?.push((performance.now() - before) * 1000);
  }
  return ((performance.now() - start) * 1000) / rows;
};

interface Round {
  readonly raw: number;
  readonly rawBatch: number;
  readonly ours: number;
  readonly oursBatch: number;
  readonly power: number;
}

const runRound = async (dir: string, round: number, times: number[]): Promise<Round> => {
  const raw = rawTable(dir, round);
  let seq = 0;
  const rawSingle = (): number => perRow(ROWS, () => raw.insert(++seq));
  const rawBatches = (): number =>
    perRow(ROWS / BATCH, () =>
      raw.batch(() => {
        for (let i = 0; i < BATCH; i++) raw.insert(++seq);
      }),
    ) / BATCH;

  const log = openLog(join(dir, `log${round}`));
  log.append([event(0)]);
  let next = 1;
  const single = (): number => perRow(ROWS, () => log.append([event(next++)]), times);
  const batches = (): number =>
    perRow(ROWS / BATCH, () => log.append(Array.from({ length: BATCH }, () => event(next++)))) / BATCH;
  // Warm, then in turns, so that neither always goes first.
  perRow(50, () => raw.insert(++seq));
  perRow(50, () => log.append([event(next++)]));
  const [rawValue, ours] =
    round % 2 === 0 ? [rawSingle(), single()] : ([single(), rawSingle()].reverse() as [number, number]);
  const [rawBatch, oursBatch] =
    round % 2 === 0 ? [rawBatches(), batches()] : ([batches(), rawBatches()].reverse() as [number, number]);
  const power = perRow(50, () => log.append([event(next++)], "power"));
  raw.close();
  await log.close();
  return { raw: rawValue, rawBatch, ours, oursBatch, power };
};

const readRows = async (dir: string): Promise<BenchRow[]> => {
  const log = openLog(join(dir, "read"));
  for (let n = 0; n < 20_000; n += 100) log.append(Array.from({ length: 100 }, (_, at) => event(n + at)));
  const timed = async (count: number, ask: () => Promise<unknown>): Promise<number> => {
    const times: number[] = [];
    for (let i = 0; i < count; i++) {
      const start = performance.now();
      await ask();
      times.push(performance.now() - start);
    }
    return median(times);
  };
  let found = await log.search({ text: "warm up" });
  while (found.pending > 0) found = await log.search({ text: "warm up" });
  const first = await log.query({ limit: 50 });
  const page = await timed(30, () =>
    log.query({ limit: 50, ...(first.nextCursor === undefined ? {} : { cursor: first.nextCursor }) }),
  );
  const common = await timed(30, () => log.search({ text: "compute", limit: 50 }));
  const rare = await timed(30, () => log.search({ text: "value19876", limit: 50 }));
  const verified = await log.verify();
  await log.close();
  const bytes = statSync(join(dir, "read", "events.db")).size;
  const index = statSync(join(dir, "read", "index.db")).size;
  const payload = 20_000 * JSON.stringify(body(12_345)).length;
  return [
    { label: "page of 50 whole rows, by way of the worker", value: rounded(page), unit: "ms" },
    { label: "search, common word, newest 50, by way of the worker", value: rounded(common), unit: "ms" },
    { label: "search, rare word, by way of the worker", value: rounded(rare), unit: "ms" },
    { label: "verify", value: rounded((verified.durationMs * 1000) / verified.events), unit: "us/row" },
    {
      label: "database to payload",
      value: rounded(bytes / payload),
      unit: "x",
      goal: "<= 1.3",
      met: bytes / payload <= 1.3,
    },
    { label: "search index to payload", value: rounded(index / payload), unit: "x" },
  ];
};

/** Appends of ours against plain inserts with SQLite's defaults (WAL, NORMAL, 4 KB pages, three indexes), in paired rounds of one run. */
export const run = async (): Promise<{ name: string; rows: BenchRow[] }> => {
  const dir = mkdtempSync(join(tmpdir(), "loopwright-bench-"));
  try {
    const times: number[] = [];
    const rounds: Round[] = [];
    for (let round = 0; round < ROUNDS; round++) rounds.push(await runRound(dir, round, times));
    const of = (pick: (round: Round) => number): number => rounded(median(rounds.map(pick)));
    const single = of((r) => r.ours / r.raw);
    const batch = of((r) => r.oursBatch / r.raw);
    return {
      name: "logAppend",
      rows: [
        { label: "plain insert, one commit each", value: of((r) => r.raw), unit: "us/row", ratio: 1 },
        {
          label: "append with chain, one commit each",
          value: of((r) => r.ours),
          unit: "us/row",
          ratio: single,
          goal: "<= 0.85",
          met: single <= 0.85,
        },
        { label: "append, 99th percentile", value: rounded(quantile(times, 0.99)), unit: "us" },
        {
          label: "plain insert, 10 a commit",
          value: of((r) => r.rawBatch),
          unit: "us/row",
          ratio: of((r) => r.rawBatch / r.raw),
        },
        {
          label: "append with chain, 10 a commit",
          value: of((r) => r.oursBatch),
          unit: "us/row",
          ratio: batch,
          goal: "<= 0.39",
          met: batch <= 0.39,
        },
        {
          label: "append that survives a power cut",
          value: of((r) => r.power),
          unit: "us/row",
          ratio: of((r) => r.power / r.raw),
        },
        ...(await readRows(dir)),
      ],
    };
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
};
