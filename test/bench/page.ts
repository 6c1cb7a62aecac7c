import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { diffRows } from "./pages/bigDiff.ts";
import { install } from "./pages/inPage.ts";
import { writeSessions } from "./pages/longSession.ts";
import { streamingRows } from "./pages/streaming.ts";
import { timelineRows } from "./pages/timeline.ts";
import type { BenchResult } from "./types.ts";
import { openDisplay, openWindow } from "./window/index.ts";

const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 7);

/**
 * What a person waits for in the page: a timeline of 10,000 calls, a diff of 10,000 lines, an answer of 20,000 tokens. All in
 * one window of the built app with its real host; floors are measured in the same page between the product's own rounds.
 */
export const run = async (): Promise<BenchResult> => {
  const folder = mkdtempSync(path.join(tmpdir(), "loopwright-bench-"));
  const userData = path.join(folder, "data");
  try {
    await using display = await openDisplay();
    await writeSessions(userData, folder);
    await using window = openWindow("loopwright", display, userData);
    const page = await window.attach();
    await page.call(install);
    const rows = [
      ...(await timelineRows(page, ROUNDS)),
      ...(await diffRows(page, folder, ROUNDS)),
      ...(await streamingRows(page, folder)),
    ];
    page.close();
    return { name: "page", rows };
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
};
