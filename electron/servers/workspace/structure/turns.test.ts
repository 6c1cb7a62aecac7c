import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { describe, expect } from "vitest";
import { verifies } from "../../../../test/verifies.ts";
import { openRoot } from "../paths/index.ts";
import { createDispatch, createScope } from "../protocol/index.ts";
import { createToolSet } from "../tools.ts";

/** Makes one call after another, and tells which paths each held against other processes all at once. */
async function heldBy(calls: readonly (readonly [string, Record<string, unknown>])[]): Promise<string[][]> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "loopwright-turns-")));
  const root = join(folder, "ws");
  mkdirSync(root);
  writeFileSync(join(root, "b.txt"), "b\n");
  const now: string[] = [];
  let most: string[] = [];
  const scope = createScope({
    root: openRoot(root),
    serverMark: "turns",
    stateFolder: join(folder, "state"),
    guard: {
      hold: async (realPath, run) => {
        now.push(relative(root, realPath));
        if (now.length > most.length) most = [...now];
        try {
          return await run(() => undefined);
        } finally {
          now.pop();
        }
      },
    },
  });
  try {
    const dispatch = createDispatch({ scope, tools: createToolSet(scope) });
    const held: string[][] = [];
    for (const [name, input] of calls) {
      most = [];
      const result = await dispatch({ name, input, signal: new AbortController().signal });
      expect(result.isError, JSON.stringify(result.content)).not.toBe(true);
      held.push(most);
    }
    return held;
  } finally {
    scope.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

describe("turns", () => {
  verifies(
    ["TOOL-10", "TOOL-13"],
    "every change holds all paths it is about, a move and its undo both ends and always in one order",
    async () => {
      expect(
        await heldBy([
          ["move_path", { from: "b.txt", to: "a.txt" }],
          ["undo_change", {}],
          ["create_folder", { path: "c" }],
          ["delete_path", { path: "b.txt" }],
          ["undo_change", { path: "b.txt" }],
          ["edit_file", { path: "b.txt", old_str: "b", new_str: "B" }],
        ]),
      ).toEqual([["a.txt", "b.txt"], ["a.txt", "b.txt"], ["c"], ["b.txt"], ["b.txt"], ["b.txt"]]);
    },
  );
});
