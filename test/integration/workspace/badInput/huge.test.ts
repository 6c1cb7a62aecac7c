import { lstatSync, readFileSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { verifies } from "../../../verifies.ts";
import { cellsFor, checkRefused } from "./cells.ts";
import { openWays, type Way } from "./ways.ts";

const bytes = 2.5 * 1024 ** 3;
const lines = Array.from({ length: 20_000 }, (_, i) => `line ${i + 1}\n`).join("");
const files = { "a.txt": "a\n", "huge.ts": lines, "package.json": '{"prettier": {}}' };
/** What a server may take at most while it deals with such a file: far less than the file. */
const mostKb = 600 * 1024;

function peakKb({ pid }: Way): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/VmHWM:\s*(\d+) kB/.exec(status)?.[1] ?? Number.NaN);
}

/** Sparse: it takes no room on the disk. */
const prepare = ({ root }: { readonly root: string }): void => truncateSync(join(root, "huge.ts"), bytes);

async function checkReads(way: Way): Promise<void> {
  const start = await way.call("read_file", { path: "huge.ts", limit: 3 });
  expect(start.text).toContain("lines 1-3 (total not counted), 2.5 GB");
  expect(start.text).toContain("3\tline 3");
  const later = await way.call("read_file", { path: "huge.ts", offset: 19_000, limit: 1 });
  expect(later.text).toContain("19000\tline 19000");
  const past = await way.call("read_file", { path: "huge.ts", offset: 30_000 });
  // Whichever comes first on this machine: the end of the file, or the time limit of a read.
  expect(["invalidInput", "timedOut"]).toContain(past.code);
  expect(past.text).toMatch(/past the end|lies too deep/);
  const long = await way.call("read_file", { path: "huge.ts", offset: 20_001, column: 5 });
  expect(Buffer.byteLength(long.text)).toBeLessThanOrEqual(30 * 1024);
}

async function checkSearches(way: Way): Promise<void> {
  const whole = await way.call("search_code", { pattern: "line 7\\b" });
  expect(whole.text).toContain("1 file over 64 MB left out (huge.ts): give one as path");
  expect(whole.data["tooLarge"]).toEqual(["huge.ts"]);
  const filtered = await way.call("search_code", { pattern: "line 7\\b", file_glob: "*.ts" });
  expect(filtered.text).toContain("No hits");
  expect(filtered.text).toContain("files over 64 MB left out");
  const named = await way.call("search_code", { pattern: "line 7$", path: "huge.ts" });
  expect(named).toMatchObject({ isError: false });
  expect(named.text).toContain("huge.ts:7: line 7");
}

async function checkMoves(way: Way): Promise<void> {
  const before = lstatSync(join(way.root, "huge.ts"));
  for (const [tool, input] of [
    ["move_path", { from: "huge.ts", to: "sub/moved.ts" }],
    ["delete_path", { path: "sub" }],
    ["undo_change", {}],
    ["undo_change", {}],
  ] as const)
    expect(await way.call(tool, input), `${way.name} ${tool}`).toMatchObject({ isError: false });
  const { ino, size, blocks } = lstatSync(join(way.root, "huge.ts"));
  expect([ino, size, blocks]).toEqual([before.ino, before.size, before.blocks]);
}

describe("a file of 2.5 GB", () => {
  verifies(
    ["TOOL-01", "TOOL-02", "TOOL-03", "TOOL-04", "TOOL-13"],
    "is read in parts, searched or named, moved as it is, refused for a change; never taken into memory, over stdio and over HTTP",
    async () => {
      await using ways = await openWays({ files, prepare });
      for (const way of ways.all) {
        const says = [/huge\.ts is 2\.5 GB/, "4.0 MB", "run_command"];
        await checkRefused(way, [
          ...cellsFor(["edit_file", "write_file"], "huge.ts", { code: "tooLarge", says }),
          ...cellsFor(["create_folder", "move_path to"], "huge.ts", {
            code: "exists",
            says: ["huge.ts", "exists"],
          }),
        ]);
        await checkReads(way);
        await checkSearches(way);
        await checkMoves(way);
        expect(peakKb(way), `${way.name} takes ${peakKb(way)} KB`).toBeLessThan(mostKb);
      }
    },
    120_000,
  );
});
