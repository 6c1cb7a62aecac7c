import { execFileSync } from "node:child_process";
import { lstatSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../verifies.ts";
import { cellsFor, checkRefused, type AtPath, type Cell } from "./cells.ts";
import { commitOne } from "./repository.ts";
import { openWays, type Way } from "./ways.ts";

const files = { "a.txt": "needle\n", "package.json": '{"scripts": {"test": "node --test"}}\n' };
const readers: readonly AtPath[] = ["read_file", "edit_file", "write_file"];
const folders: readonly AtPath[] = [
  "list_files",
  "find_files",
  "run_program",
  "run_program background",
  "run_command",
];

/** What every tool says of an entry that is neither file nor folder. */
function cellsOf(path: string, kind: string): Cell[] {
  const says = [path, kind];
  return [
    ...cellsFor(readers, path, { code: "special", says }),
    ...cellsFor(["search_code"], path, { code: "special", says: [path, "neither a file nor a folder"] }),
    ...cellsFor(folders, path, { code: "invalidInput", says: [path, `not a folder, it is ${kind}`] }),
    ...cellsFor(["create_folder", "move_path to"], path, { code: "exists", says: [path, "exists"] }),
    ...cellsFor(["undo_change"], path, { code: "nothingToUndo", says: [path] }),
    ...cellsFor(["run_test_file"], path, { code: "invalidInput", says: [path, "not a file"] }),
    {
      tool: "run_program",
      input: { program: `./${path}` },
      code: "notFound",
      says: [`./${path}`, "no regular file", "nothing was started"],
    },
  ];
}

async function checkBeside(way: Way, special: string): Promise<void> {
  const listed = await way.call("list_files", {});
  expect(listed.text).toContain(`special\t-\t${special}`);
  expect((await way.call("search_code", { pattern: "needle" })).text).toContain("a.txt:1: needle");
  expect(await way.call("git_status", {})).toMatchObject({ isError: false });
  expect(await way.call("git_diff", { path: special })).toMatchObject({ isError: false });
}

describe("a named pipe", () => {
  verifies(
    ["TOOL-01", "TOOL-02", "TOOL-04", "TOOL-05"],
    "is neither waited for nor written to by any tool, over stdio and over HTTP; it can be moved and deleted",
    async () => {
      const prepare = ({ root }: { readonly root: string }): void => {
        commitOne(root, "a.txt");
        execFileSync("mkfifo", [join(root, "pipe")]);
      };
      await using ways = await openWays({ files, prepare, programs: ["./pipe"] });
      for (const way of ways.all) {
        await checkRefused(way, cellsOf("pipe", "a named pipe"));
        await checkBeside(way, "pipe");
        const { ino } = lstatSync(join(way.root, "pipe"));
        await way.call("move_path", { from: "pipe", to: "p2" });
        expect(await way.call("delete_path", { path: "p2" })).toMatchObject({ isError: false });
        await way.call("undo_change", {});
        await way.call("undo_change", {});
        expect(lstatSync(join(way.root, "pipe"))).toMatchObject({ ino });
      }
    },
    60_000,
  );
});

describe("a device", () => {
  it.runIf(process.getuid?.() === 0 && process.platform === "linux")(
    "in the workspace is neither read nor written by any tool, over stdio and over HTTP",
    async () => {
      const prepare = ({ root }: { readonly root: string }): void => {
        commitOne(root, "a.txt");
        execFileSync("mknod", [join(root, "dev"), "c", "1", "5"]);
      };
      await using ways = await openWays({ files, prepare, programs: ["./dev"] });
      for (const way of ways.all) {
        await checkRefused(way, cellsOf("dev", "a device"));
        await checkBeside(way, "dev");
      }
    },
    60_000,
  );

  verifies(
    ["TOOL-01", "TOOL-05"],
    "behind a link leads out of the workspace, and is no program either",
    async () => {
      const prepare = ({ root }: { readonly root: string }): void =>
        symlinkSync("/dev/zero", join(root, "zero"));
      await using ways = await openWays({ files, prepare, programs: ["/dev/zero"] });
      for (const way of ways.all)
        await checkRefused(way, [
          ...cellsFor([...readers, ...folders, "search_code"], "zero", {
            code: "outsideWorkspace",
            says: ["zero is outside", "leads out"],
          }),
          {
            tool: "run_program",
            input: { program: "/dev/zero" },
            code: "notFound",
            says: ["/dev/zero is no regular file", "nothing was started"],
          },
        ]);
    },
  );
});
