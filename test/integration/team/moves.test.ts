import { spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { describe, expect } from "vitest";
import { openRoot } from "../../../electron/servers/workspace/paths/index.ts";
import { createDispatch, createScope } from "../../../electron/servers/workspace/protocol/index.ts";
import {
  createFileGuard,
  enterInstances,
  openDatabase,
} from "../../../electron/servers/workspace/team/state/index.ts";
import { answerOf, type Answer } from "../../../electron/servers/workspace/testing/testWorkspace.ts";
import { createToolSet } from "../../../electron/servers/workspace/tools.ts";
import { verifies } from "../../verifies.ts";
import { openTeam, type TeamAnswer, type TeamClient } from "./teamServer.ts";

const rounds = 8;

/** Whichever of two calls comes first, on whichever instance. */
async function both(
  one: () => Promise<TeamAnswer>,
  two: () => Promise<TeamAnswer>,
  isSwapped: boolean,
): Promise<readonly [TeamAnswer, TeamAnswer]> {
  if (!isSwapped) return await Promise.all([one(), two()]);
  const [second, first] = await Promise.all([two(), one()]);
  return [first, second];
}

describe("two instances of a team server that change the same paths at once", () => {
  verifies(
    ["TOOL-08", "TOOL-10", "TOOL-13"],
    "lose nothing: moves, edits, writes, deletions and undos of one file come one after another",
    async () => {
      await using team = await openTeam();
      const [left, right] = await Promise.all([team.start(), team.start()]);
      const ana: TeamClient = await team.connect(left, "shop", "ana");
      const other: TeamClient = await team.connect(right, "shop", "ana");
      const isThere = (path: string): boolean => existsSync(join(team.root("shop"), path));
      for (let round = 0; round < rounds; round += 1) {
        const [file, goal] = [`src/f${round}.txt`, `src/g${round}.txt`];
        const isSwapped = round % 2 === 1;
        const edit = async (): Promise<TeamAnswer> =>
          await other.call("edit_file", { path: file, old_str: "base", new_str: "edited" });
        const move = async (): Promise<TeamAnswer> => await ana.call("move_path", { from: file, to: goal });

        // A move beside an edit: the edit is in what was moved, or it says that there is no such file.
        team.put("shop", file, "base\n");
        const [moved, edited] = await both(move, edit, isSwapped);
        expect(moved.isError, moved.text).toBe(false);
        expect(isThere(file)).toBe(false);
        expect(["", "notFound"]).toContain(edited.code);
        expect(team.read("shop", goal)).toBe(edited.isError ? "base\n" : "edited\n");

        // The undo of that move beside a new file at its old place: one of them is refused, neither is lost.
        const before = team.read("shop", goal);
        const back = async (): Promise<TeamAnswer> => await ana.call("undo_change", { path: goal });
        const write = async (): Promise<TeamAnswer> =>
          await other.call("edit_file", { path: file, old_str: "", new_str: "new\n" });
        const [undone, written] = await both(back, write, isSwapped);
        expect(
          [undone.isError, written.isError].filter(Boolean),
          `${undone.text}\n${written.text}`,
        ).toHaveLength(1);
        expect(team.read("shop", file)).toBe(undone.isError ? "new\n" : before);
        expect(isThere(goal)).toBe(undone.isError);

        // A deletion beside an edit: what is deleted holds the edit if that was acknowledged, and comes back with it.
        team.put("shop", file, "base\n");
        const [deleted, changed] = await both(
          async () => await ana.call("delete_path", { path: file }),
          edit,
          isSwapped,
        );
        expect(deleted.isError, deleted.text).toBe(false);
        expect(isThere(file)).toBe(false);
        const restored = await other.call("undo_change", { id: String(deleted.data["changeId"]) });
        expect(restored.isError, restored.text).toBe(false);
        expect(team.read("shop", file)).toBe(changed.isError ? "base\n" : "edited\n");
      }
    },
    60_000,
  );
});

interface OtherInstance extends AsyncDisposable {
  /** Begins its one call. */
  begin(name: string, input: Record<string, unknown>): void;
  /** The next line it says. */
  says(): Promise<string>;
}

async function startOther(root: string, state: string): Promise<OtherInstance> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "otherInstance.ts"), root, state], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const says = async (): Promise<string> => {
    const next = await lines.next();
    if (next.done === true) throw new Error("the other instance has ended");
    return next.value;
  };
  expect(await says()).toBe("ready");
  return {
    says,
    begin: (name, input) => child.stdin.write(`${JSON.stringify({ name, input })}\n`),
    [Symbol.asyncDispose]: async () => {
      child.kill("SIGKILL");
      await new Promise((resolve) => child.once("close", resolve));
    },
  };
}

/** A call with what it does. */
type Named = readonly [name: string, input: Record<string, unknown>];

interface Met {
  /** What the other instance said while the first call stood right before its first write. */
  readonly meanwhile: string;
  readonly first: Answer;
  readonly second: Answer;
  readonly text: (path: string) => string | null;
}

/**
 * Makes `earlier`, then `first` on this instance; when that has checked everything and is about to write, `second` begins
 * on another one. Only when that waits, or is about to write too, the first goes on.
 */
async function meet(earlier: readonly Named[], first: Named, second: Named): Promise<Met> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "loopwright-meet-")));
  const [root, state] = [join(folder, "ws"), join(folder, "state")];
  mkdirSync(root);
  writeFileSync(join(root, "f.txt"), "base\n");
  const database = openDatabase(state);
  const instances = enterInstances(database, state, "one");
  const guard = createFileGuard(database, instances, "shop");
  const scope = createScope({
    root: openRoot(root),
    serverMark: "one",
    stateFolder: join(state, "one"),
    guard,
  });
  await using other = await startOther(root, state);
  let isMeeting = false;
  let meanwhile = "";
  const beforeCommit = async (): Promise<void> => {
    if (!isMeeting || meanwhile !== "") return;
    other.begin(...second);
    meanwhile = await other.says();
  };
  const dispatch = createDispatch({ scope, tools: createToolSet(scope), hooks: { beforeCommit } });
  const call = async ([name, input]: Named): Promise<Answer> =>
    answerOf(await dispatch({ name, input, signal: new AbortController().signal }));
  try {
    for (const one of earlier) expect(await call(one)).toMatchObject({ isError: false });
    isMeeting = true;
    const done = await call(first);
    let line = await other.says();
    if (line === "committing") line = await other.says();
    const text = (path: string): string | null =>
      existsSync(join(root, path)) ? readFileSync(join(root, path), "utf8") : null;
    const texts = new Map(["f.txt", "g.txt"].map((path) => [path, text(path)]));
    return {
      meanwhile,
      first: done,
      second: answerOf(JSON.parse(line) as Record<string, unknown>),
      text: (path) => texts.get(path) ?? null,
    };
  } finally {
    scope.end();
    instances.close();
    database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const move: Named = ["move_path", { from: "f.txt", to: "g.txt" }];
const editSource: Named = ["edit_file", { path: "f.txt", old_str: "base", new_str: "edited" }];
const make = (path: string): Named => ["edit_file", { path, old_str: "", new_str: "new\n" }];

const meetings: readonly (readonly [
  what: string,
  earlier: readonly Named[],
  first: Named,
  second: Named,
  code: string,
  texts: readonly [f: string | null, g: string | null],
])[] = [
  ["an edit waits for a move of its file", [], move, editSource, "notFound", [null, "base\n"]],
  ["a new file waits for a move to its place", [], move, make("g.txt"), "exists", [null, "base\n"]],
  [
    "a new file waits for the undo of a move from its place",
    [move],
    ["undo_change", {}],
    make("f.txt"),
    "exists",
    ["base\n", null],
  ],
  [
    "an edit waits for a deletion",
    [],
    ["delete_path", { path: "f.txt" }],
    editSource,
    "notFound",
    [null, null],
  ],
  ["a move waits for an edit of what it moves", [], editSource, move, "", [null, "edited\n"]],
  ["a move waits for a new file at its goal", [], make("g.txt"), move, "exists", ["base\n", "new\n"]],
];

describe("two instances of which one is about to write", () => {
  for (const [what, earlier, first, second, code, [f, g]] of meetings)
    verifies(["TOOL-08", "TOOL-10", "TOOL-13"], `${what}, and then sees what it did`, async () => {
      const met = await meet(earlier, first, second);
      expect(met.meanwhile).toBe("waiting");
      expect(met.first, met.first.text).toMatchObject({ isError: false });
      expect(met.second.code, met.second.text).toBe(code);
      expect([met.text("f.txt"), met.text("g.txt")]).toEqual([f, g]);
    });
});
