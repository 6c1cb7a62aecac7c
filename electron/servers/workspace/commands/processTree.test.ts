import { spawn, spawnSync } from "node:child_process";
import { afterEach, describe, expect, it } from "vitest";
import { verifies } from "../../../../test/verifies.ts";
import { listProcesses, markFinder, parsePs } from "./processTable.ts";
import { askTree, findTree, killTree, type Tree } from "./processTree.ts";

const trees: Tree[] = [];
afterEach(() => {
  for (const tree of trees.splice(0)) killTree(tree);
});

let count = 0;
/** Starts a shell script as a tree of its own and waits for its first line. */
async function start(script: string): Promise<Tree> {
  count += 1;
  const mark = { variable: "LOOPWRIGHT_TEST", mark: `${process.pid}-${count}` };
  const child = spawn("bash", ["-c", script], {
    detached: true,
    stdio: ["ignore", "pipe", "ignore"],
    env: { ...process.env, [mark.variable]: mark.mark },
  });
  const tree = { pid: child.pid ?? null, ...mark };
  trees.push(tree);
  await new Promise<void>((resolve) => child.stdout.once("data", () => resolve()));
  return tree;
}
/** Waits until as many sleeps of the tree run. */
async function sleeping(tree: Tree, atLeast: number): Promise<void> {
  while (namesOf(tree).filter((name) => name === "sleep").length < atLeast) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
const namesOf = (tree: Tree): string[] => findTree(tree).map((entry) => entry.name);

describe("a tree of processes", () => {
  verifies(
    ["TOOL-05"],
    "is found and ended whole: sessions of their own, orphans, deaf ones, ones that go on starting",
    async () => {
      const tree = await start(
        "trap '' TERM HUP; setsid sleep 9801 & (sleep 9802 &) ; (while :; do sleep 9803 & sleep 0.01; done) & echo up; sleep 9804",
      );
      await sleeping(tree, 5);
      askTree(tree);
      expect(namesOf(tree)).toContain("bash");
      killTree(tree);
      expect(namesOf(tree)).toEqual([]);
    },
  );

  it("is remembered after its head has gone, also what has lost mark and parent", async () => {
    const tree = await start("env -i sleep 9811 & (env -i sleep 9812 &) ; echo up; sleep 9813");
    await sleeping(tree, 3);
    const left = findTree(tree).filter((entry) => entry.name === "sleep" && entry.pid !== tree.pid);
    expect(left).toHaveLength(2);
    const head = tree.pid ?? 0;
    process.kill(head, "SIGKILL");
    const later: Tree = { ...tree, pid: null, seen: left };
    expect(findTree({ ...tree, pid: null }).length).toBeLessThan(left.length);
    expect(findTree(later).map((entry) => entry.pid)).toEqual(
      expect.arrayContaining(left.map(({ pid }) => pid)),
    );
    killTree(later);
    expect(findTree(later)).toEqual([]);
  });

  it("takes nobody else's process for its own", async () => {
    const [one, other] = [await start("echo up; sleep 9821"), await start("echo up; sleep 9822")];
    const stranger = findTree(other).find((entry) => entry.pid === other.pid);
    if (stranger === undefined) throw new Error("it runs");
    const reused = { ...one, seen: [{ ...stranger, group: stranger.group + 1 }] };
    killTree(reused);
    expect(findTree(one)).toEqual([]);
    expect(findTree(other).length).toBeGreaterThan(0);
  });
});

describe("the table of processes", () => {
  it("is read from ps where there is no /proc", () => {
    const rows =
      "    1     0     1 Ss   launchd\n  812     1   812 S    Google Chrome He\n  900   812   812 Z    (x)\n\n";
    expect(parsePs(rows)).toEqual([
      { pid: 1, parent: 0, group: 1, session: 0, name: "launchd" },
      { pid: 812, parent: 1, group: 812, session: 0, name: "Google Chrome He" },
    ]);
    const own = parsePs(
      spawnSync("ps", ["-axo", "pid=,ppid=,pgid=,stat=,ucomm="], { encoding: "utf8" }).stdout,
    );
    expect(own.find((entry) => entry.pid === process.pid)?.parent).toBe(process.ppid);
  });

  it("knows this process, and its environment", () => {
    expect(listProcesses().some((entry) => entry.pid === process.pid)).toBe(true);
    expect(markFinder("LOOPWRIGHT_NO_SUCH", "x")(process.pid)).toBe(false);
  });
});
