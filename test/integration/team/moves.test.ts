import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
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
