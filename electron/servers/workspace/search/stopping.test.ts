import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { verifies } from "../../../../test/verifies.ts";
import { runRipgrep } from "./ripgrep.ts";

verifies(["TOOL-03"], "a search that is stopped says so, and its program is gone", async () => {
  const folder = mkdtempSync(join(tmpdir(), "loopwright-rg-"));
  try {
    writeFileSync(join(folder, "a.txt"), "hit\n");
    const search = {
      cwd: folder,
      args: ["--json", "--regexp=hit", "--", "."],
      pattern: "hit",
      maxHits: 10,
      timeoutMs: 60_000,
    };
    const whole = await runRipgrep({ ...search, signal: new AbortController().signal });
    expect(whole).toMatchObject({ isCut: false, isTimedOut: false, hits: [{ path: "a.txt", line: 1 }] });
    // It resolves only when the program has closed its output, so an end here is the program's end.
    const stopped = await runRipgrep({ ...search, signal: AbortSignal.abort() });
    expect(stopped).toMatchObject({ isCut: true, isTimedOut: true, hits: [] });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

verifies(
  ["TOOL-03"],
  "what is left out for its size is named, whatever else is said for debugging",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "loopwright-rg-"));
    try {
      mkdirSync(join(folder, "sub"));
      writeFileSync(join(folder, ".ignore"), "*.tmp\n");
      for (const name of ["sub/big: 7 bytes.log", "b.tmp", "a.txt"])
        writeFileSync(join(folder, name), "hit\n");
      truncateSync(join(folder, "sub/big: 7 bytes.log"), 3 * 1024 * 1024);
      const found = await runRipgrep({
        cwd: folder,
        args: ["--json", "--debug", "--max-filesize=1M", "--regexp=hit", "--", "."],
        pattern: "hit",
        maxHits: 10,
        timeoutMs: 60_000,
        signal: new AbortController().signal,
      });
      expect(found.hits.map(({ path }) => path)).toEqual(["a.txt"]);
      expect(found.tooLarge).toEqual(["sub/big: 7 bytes.log"]);
      expect(found.unread).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

it.runIf(process.platform === "linux")(
  "a line that does not fit into its memory is refused, and nothing else ends",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "loopwright-rg-"));
    try {
      writeFileSync(join(folder, "one.log"), Buffer.alloc(128 * 1024 * 1024, "a"));
      const search = {
        cwd: folder,
        args: ["--json", "--no-mmap", "--regexp=hit", "--", "./one.log"],
        pattern: "hit",
        maxHits: 10,
        timeoutMs: 60_000,
        signal: new AbortController().signal,
        memoryKb: 160 * 1024,
      };
      await expect(runRipgrep(search)).rejects.toMatchObject({ code: "tooLarge" });
      writeFileSync(join(folder, "one.log"), `${"a".repeat(1_000)}\nhit\n`.repeat(10));
      expect((await runRipgrep(search)).hits).toHaveLength(10);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
