import { spawn } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { rgPath } from "@vscode/ripgrep";
import { openRoot } from "../../electron/servers/workspace/paths/index.ts";
import { createDispatch, createScope } from "../../electron/servers/workspace/protocol/index.ts";
import { createToolSet } from "../../electron/servers/workspace/tools.ts";
import { median, pairedRatio, pairedRounds, type BenchResult, type BenchRow } from "./types.ts";

const server = path.resolve(import.meta.dirname, "../../electron/servers/workspace/main.ts");
const ROUNDS = 11;
const READS = 400;
const EDITS = 40;
const FOLDERS = 500;
const FILES_EACH = 100;
const AT_ONCE = 16;

type Call = (name: string, input: Record<string, unknown>) => Promise<string>;

/** 50,000 files of source-like lines; `rareWord` is in 20 of them, `commonWord` once in every second one. */
const makeTree = (root: string): void => {
  const filler = Array.from({ length: 12 }, (_, i) => `export const value${i} = compute(${i}, "text");`);
  for (let folder = 0; folder < FOLDERS; folder++) {
    const dir = path.join(root, `d${folder % 25}`, `e${folder}`);
    mkdirSync(dir, { recursive: true });
    for (let file = 0; file < FILES_EACH; file++) {
      const id = folder * FILES_EACH + file;
      const marks = [...(id % 2_500 === 7 ? ["rareWord()"] : []), ...(id % 20 === 0 ? ["commonWord()"] : [])];
      writeFileSync(path.join(dir, `f${file}.ts`), [...filler, ...marks, `// ${id}`, ""].join("\n"));
    }
  }
  writeFileSync(path.join(root, ".gitignore"), "dist/\n*.log\n");
};

const inProcess = (root: string, state: string): { call: Call; end: () => void } => {
  const scope = createScope({
    root: openRoot(root),
    serverMark: `bench-${randomUUID()}`,
    stateFolder: state,
  });
  const dispatch = createDispatch({ scope, tools: createToolSet(scope) });
  // One for all calls: what a client's connection makes for each is no part of the handlers.
  const { signal } = new AbortController();
  const call: Call = async (name, input) => {
    const result = await dispatch({ name, input, signal });
    const text = result.content[0]?.type === "text" ? result.content[0].text : "";
    if (result.isError === true) throw new Error(`${name}: ${text}`);
    return text;
  };
  return { call, end: () => scope.end() };
};

/** What `read_file` gives, by plain fs: the file where the path really leads, its hash, its lines with numbers. */
const plainRead = (root: string, file: string): string => {
  const bytes = readFileSync(realpathSync.native(path.join(root, file)));
  const hash = createHash("sha256").update(bytes).digest("hex");
  const lines = bytes.toString("utf8").split("\n");
  return `${hash}\n${lines.map((line, at) => `${at + 1}\t${line}`).join("\n")}`;
};

const plainEdit = (root: string, file: string, from: string, to: string): void => {
  const target = realpathSync.native(path.join(root, file));
  const text = readFileSync(target, "utf8").replace(from, to);
  const temporary = `${target}.tmp`;
  const fd = openSync(temporary, "wx");
  writeSync(fd, text);
  fsyncSync(fd);
  closeSync(fd);
  renameSync(temporary, target);
};

/** The arguments that `search_code` starts ripgrep with, but for the one by which it learns what was too large. */
const searchArgs = (pattern: string): string[] => [
  ...["--json", "--no-config", "--no-follow", "--hidden", "--no-require-git", "--max-filesize=64M"],
  ...["--no-mmap", "--no-ignore-global", "--no-ignore-exclude", "--no-ignore-dot", "--no-ignore-parent"],
  ...["--glob=!.git", "--glob=!node_modules", `--regexp=${pattern}`, "--", "."],
];

const bareSearch = async (root: string, pattern: string): Promise<void> =>
  await new Promise((resolve, reject) => {
    const child = spawn(rgPath, searchArgs(pattern), { cwd: root, stdio: ["ignore", "pipe", "ignore"] });
    child.stdout.resume();
    child.on("error", reject);
    child.on("close", () => resolve());
  });

/** Microseconds that one of `count` runs took. */
const timed = async (count: number, work: (at: number) => unknown): Promise<number> => {
  const startedAt = performance.now();
  for (let at = 0; at < count; at++) await work(at);
  return ((performance.now() - startedAt) * 1000) / count;
};

interface Pair {
  readonly label: string;
  readonly goal: number;
  readonly unit: "µs" | "ms";
  readonly raw: { readonly label: string; readonly run: () => Promise<number> };
  readonly ours: () => Promise<number>;
}

const compare = async ({ label, goal, unit, raw, ours }: Pair): Promise<BenchRow[]> => {
  await raw.run();
  await ours();
  const times = await pairedRounds(ROUNDS, { raw: raw.run, ours });
  const scale = unit === "ms" ? 1_000 : 1;
  const ratio = pairedRatio(times["ours"] ?? [], times["raw"] ?? []);
  return [
    { label: raw.label, value: median(times["raw"] ?? []) / scale, unit },
    {
      label,
      value: median(times["ours"] ?? []) / scale,
      unit,
      ratio,
      goal: `<= ${goal.toFixed(1)} x`,
      met: ratio <= goal,
    },
  ];
};

const readPair = (root: string, call: Call, file: string, size: string): Pair => ({
  label: `read_file in process, ${size}`,
  goal: 1.5,
  unit: "µs",
  raw: {
    label: `plain fs: real path, read, hash, numbered lines, ${size}`,
    run: () => timed(READS, () => plainRead(root, file)),
  },
  ours: () => timed(READS, () => call("read_file", { path: file })),
});

const editPair = (root: string, call: Call): Pair => ({
  label: "edit_file in process, 30 KB",
  goal: 1.5,
  unit: "µs",
  raw: {
    label: "plain fs: read, temp file, fsync, rename, 30 KB",
    run: () =>
      timed(EDITS, (at) => plainEdit(root, "plain.txt", at % 2 ? "two" : "one", at % 2 ? "one" : "two")),
  },
  ours: () =>
    timed(EDITS, (at) =>
      call("edit_file", {
        path: "ours.txt",
        old_str: at % 2 ? "two" : "one",
        new_str: at % 2 ? "one" : "two",
      }),
    ),
});

const searchPair = (root: string, call: Call, pattern: string, what: string): Pair => ({
  label: `search_code in process, ${what}`,
  goal: 1.3,
  unit: "ms",
  raw: {
    label: `bare ripgrep, same arguments, ${what}`,
    run: () => timed(1, () => bareSearch(root, pattern)),
  },
  ours: () => timed(1, () => call("search_code", { pattern })),
});

/** One call alone against 16 at once, both on one real server over stdio. */
const parallelRows = async (root: string): Promise<BenchRow[]> => {
  const client = new Client({ name: "bench", version: "1" });
  const args = [server, "--root", root, "--state", path.join(root, "..", "state-stdio")];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: "ignore" }));
  const rows: BenchRow[] = [];
  try {
    for (const [name, input] of [
      ["read_file", { path: "ours.txt" }],
      ["search_code", { pattern: "commonWord", path: "d1" }],
    ] as const) {
      const one = () => client.callTool({ name, arguments: input });
      const many = () => Promise.all(Array.from({ length: AT_ONCE }, one));
      await many();
      const times = await pairedRounds(ROUNDS, { one: () => timed(1, one), many: () => timed(1, many) });
      const ratio = pairedRatio(times["many"] ?? [], times["one"] ?? []);
      rows.push({
        label: `${name} over stdio, one call`,
        value: median(times["one"] ?? []) / 1_000,
        unit: "ms",
      });
      rows.push({
        label: `${name} over stdio, ${AT_ONCE} at once, all done`,
        value: median(times["many"] ?? []) / 1_000,
        unit: "ms",
        ratio,
        goal: `<= ${AT_ONCE} x`,
        met: ratio <= AT_ONCE,
      });
    }
  } finally {
    await client.close();
  }
  return rows;
};

/** The workspace tools against plain fs and bare ripgrep on a tree of 50,000 files, and 16 calls at once against one. */
export const run = async (): Promise<BenchResult> => {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "loopwright-bench-")));
  const root = path.join(folder, "ws");
  mkdirSync(root);
  try {
    makeTree(root);
    const line = `${"x".repeat(60)}\n`;
    writeFileSync(path.join(root, "small.txt"), line.repeat(15));
    for (const name of ["plain.txt", "ours.txt"])
      writeFileSync(path.join(root, name), `${line.repeat(220)}one\n${line.repeat(220)}`);
    const { call, end } = inProcess(root, path.join(folder, "state"));
    const rows: BenchRow[] = [];
    try {
      for (const pair of [
        readPair(root, call, "small.txt", "1 KB"),
        readPair(root, call, "ours.txt", "30 KB"),
        editPair(root, call),
        searchPair(root, call, "rareWord", "20 hits in 50,000 files"),
        searchPair(root, call, "commonWord", "2,500 hits in 50,000 files"),
        searchPair(root, call, "absentWord", "no hits in 50,000 files"),
      ])
        rows.push(...(await compare(pair)));
    } finally {
      end();
    }
    rows.push(...(await parallelRows(root)));
    return { name: "workspaceTools", rows };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
