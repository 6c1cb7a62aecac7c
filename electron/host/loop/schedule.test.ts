import { describe, expect, it } from "vitest";
import type { OpenCall } from "./callTypes.ts";
import { createStreaks, limitReached } from "./limits.ts";
import { nearestNames } from "./resolveCall.ts";
import { createGate, mustFollow } from "./schedule.ts";
import { defaultLimits } from "../../../shared/contract/index.ts";

const call = (severity: string, canPreview: boolean, path?: string): Omit<OpenCall, "turnToRun"> =>
  ({ severity, entry: { canPreview }, args: path === undefined ? {} : { path } }) as unknown as OpenCall;
const read = call("L1", false, "a");
const editA = call("L2", true, "a");
const editB = call("L2", true, "./b");
const command = call("L3", false);

describe("the order of a step's calls", () => {
  it("reads follow nothing, changes follow the same file and commands, commands follow every change", () => {
    expect(mustFollow(editA, read)).toBe(false);
    expect(mustFollow(read, command)).toBe(false);
    expect(mustFollow(read, editB)).toBe(false);
    expect(mustFollow(read, editA)).toBe(true);
    expect(mustFollow(editA, editB)).toBe(false);
    expect(mustFollow(call("L2", true, "b"), editB)).toBe(true);
    expect(mustFollow(editA, command)).toBe(true);
    expect(mustFollow(command, editA)).toBe(true);
  });

  it("a change of a folder follows those in it, one that names no path (a move, an undo) follows all", () => {
    expect(mustFollow(call("L2", true, "src/a"), call("L3", true, "src/"))).toBe(true);
    expect(mustFollow(call("L3", true, "src"), call("L2", true, "./src/a"))).toBe(true);
    expect(mustFollow(call("L2", true, "src2/a"), call("L3", true, "src"))).toBe(false);
    expect(mustFollow(editA, call("L2", true))).toBe(true);
    expect(mustFollow(call("L2", true), editA)).toBe(true);
  });

  it("lets only so many run at once, in order, and goes on after a failure", async () => {
    const gate = createGate(2);
    const opened: number[] = [];
    const release: (() => void)[] = [];
    const task = (id: number) => () =>
      new Promise<void>((resolve, reject) => {
        opened.push(id);
        release.push(
          id === 0
            ? () => {
                reject(new Error("boom"));
              }
            : resolve,
        );
      });
    const all = [0, 1, 2].map((id) => gate.run(task(id)).catch(() => "failed"));
    await Promise.resolve();
    expect(opened).toEqual([0, 1]);
    release[0]?.();
    await all[0];
    await Promise.resolve();
    expect(opened).toEqual([0, 1, 2]);
    release[1]?.();
    release[2]?.();
    expect(await Promise.all(all)).toEqual(["failed", undefined, undefined]);
  });
});

describe("limits", () => {
  const use = {
    steps: 1,
    tokens: 0,
    costUsd: 0,
    wallMs: 0,
    repeats: 0,
    failures: 0,
    nextTokens: 100,
    nextCostUsd: 0.1,
  };

  it("name the limit that forbids the next call, and none before", () => {
    expect(limitReached(defaultLimits, use)).toBeNull();
    expect(limitReached(defaultLimits, { ...use, steps: 25 })).toBe("maxSteps");
    expect(limitReached({ ...defaultLimits, maxTokens: 100 }, use)).toBeNull();
    expect(limitReached({ ...defaultLimits, maxTokens: 99 }, use)).toBe("tokenBudget");
    expect(limitReached({ ...defaultLimits, maxCostUsd: 0.09 }, use)).toBe("costBudget");
    expect(limitReached({ ...defaultLimits, maxWallMs: 1000 }, { ...use, wallMs: 1000 })).toBe("timeBudget");
  });

  it("count the same call in a row, and failures in a row", () => {
    const streaks = createStreaks();
    ["a", "a", "b", "b", "b"].forEach((key) => {
      streaks.asked(key);
    });
    expect(streaks.repeats).toBe(3);
    [true, true, false, true].forEach((failed) => {
      streaks.ended(failed);
    });
    expect(streaks.failures).toBe(1);
  });
});

describe("nearestNames", () => {
  it("offers what was probably meant, and nothing for noise", () => {
    const names = ["read_file", "list_files", "edit_file", "write_file", "run_command", "search_code"];
    expect(nearestNames("readFile", names)[0]).toBe("read_file");
    expect(nearestNames("bash_command", names)).toContain("run_command");
    expect(nearestNames("zzzzzzzzzzzz", names)).toEqual([]);
  });
});
