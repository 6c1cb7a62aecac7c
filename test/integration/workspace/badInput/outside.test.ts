import { mkdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { verifies } from "../../../verifies.ts";
import { cellsFor, checkRefused, everyTool } from "./cells.ts";
import { commitOne } from "./repository.ts";
import { openWays } from "./ways.ts";

const secret = "lw-canary-outside";
const files = { "a.txt": "a\n", "package.json": '{"scripts": {"test": "node --test"}}\n' };

function prepare({ root, outside }: { readonly root: string; readonly outside: string }): void {
  commitOne(root, "a.txt");
  writeFileSync(join(outside, "s.txt"), secret);
  mkdirSync(`${root}-evil`);
  writeFileSync(join(`${root}-evil`, "s.txt"), secret);
  symlinkSync(outside, join(root, "d"));
  symlinkSync(join(outside, "s.txt"), join(root, "l"));
}

describe("a path outside", () => {
  verifies(
    ["TOOL-01", "TOOL-10"],
    "is refused by every tool, by its name, over stdio and over HTTP",
    async () => {
      await using ways = await openWays({ files, prepare });
      for (const way of ways.all) {
        const evil = `../${way.root.split("/").at(-1) ?? ""}-evil/s.txt`;
        for (const path of ["../out/s.txt", join(way.outside, "s.txt"), "/dev/zero", evil, "src/../../out"])
          await checkRefused(
            way,
            cellsFor(everyTool, path, {
              code: "outsideWorkspace",
              says: [JSON.stringify(path), "outside the workspace"],
            }),
          );
        await checkRefused(
          way,
          cellsFor(everyTool, "d/s.txt", {
            code: "outsideWorkspace",
            says: [/^d(?:\/s\.txt)? is outside the workspace/, "link that leads out"],
          }),
        );
        // What looks at an entry itself, or runs in a folder, meets the link and not the file behind it.
        const through = everyTool.filter(
          (tool) => !/move|delete|undo|list_changes|run_program|run_command|git/.test(tool),
        );
        await checkRefused(
          way,
          cellsFor(through, "l", {
            code: "outsideWorkspace",
            says: ["l is outside the workspace", "leads out"],
          }),
        );
      }
    },
    120_000,
  );

  verifies(
    ["TOOL-01", "TOOL-13"],
    "is left alone when a link to it is moved, deleted and brought back",
    async () => {
      await using ways = await openWays({ files, prepare });
      for (const way of ways.all) {
        for (const [tool, input] of [
          ["move_path", { from: "l", to: "l2" }],
          ["delete_path", { path: "l2" }],
          ["undo_change", {}],
          ["undo_change", {}],
        ] as const)
          expect(await way.call(tool, input), `${way.name} ${tool}`).toMatchObject({ isError: false });
        expect(readlinkSync(join(way.root, "l"))).toBe(join(way.outside, "s.txt"));
        expect(readFileSync(join(way.outside, "s.txt"), "utf8")).toBe(secret);
        const found = await way.call("search_code", { pattern: secret });
        expect(found.text).toContain("No hits");
        const glob = await way.call("find_files", { glob: "../out/*" });
        expect(glob.text).not.toContain("s.txt");
      }
    },
  );
});
