import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
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
