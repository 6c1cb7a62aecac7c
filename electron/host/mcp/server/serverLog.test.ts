import { describe, expect, it } from "vitest";
import type { Clock } from "../../ports.ts";
import { ServerLog } from "./serverLog.ts";

/** A clock whose waits end when told. */
const heldClock = (): Clock & { release: () => void } => {
  let open: (() => void)[] = [];
  return {
    now: () => 1000,
    wait: () => new Promise((resolve) => open.push(resolve)),
    release: () => {
      for (const resolve of open) resolve();
      open = [];
    },
  };
};

describe("ServerLog", () => {
  it("keeps the last 2,000 lines and 256 KB, cuts long lines and says so, shows control characters", () => {
    const log = new ServerLog(heldClock(), () => undefined);
    for (let i = 0; i < 2500; i++) log.add("stderr", `line ${i}`);
    expect([log.lines.length, log.lines[0]?.text]).toEqual([2000, "line 500"]);
    log.add("stderr", `\u001b[31m${"x".repeat(5000)}`);
    const last = log.lines.at(-1)?.text ?? "";
    expect(last.startsWith("\\x1b[31m")).toBe(true);
    expect(last.endsWith("characters]")).toBe(true);
    for (let i = 0; i < 200; i++) log.add("stderr", "y".repeat(3000));
    expect(log.lines.reduce((sum, line) => sum + line.text.length, 0)).toBeLessThanOrEqual(256 * 1024);
  });

  it("tells lines in batches, the newest of a flood", async () => {
    const clock = heldClock();
    const told: string[][] = [];
    const log = new ServerLog(clock, (lines) => told.push(lines.map((line) => line.text)));
    for (let i = 0; i < 700; i++) log.add("log", String(i));
    clock.release();
    await new Promise(setImmediate);
    log.add("log", "later");
    clock.release();
    await new Promise(setImmediate);
    expect(told.map((lines) => [lines.length, lines[0], lines.at(-1)])).toEqual([
      [500, "200", "699"],
      [1, "later", "later"],
    ]);
  });
});
