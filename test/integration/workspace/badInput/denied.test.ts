import { chmodSync } from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { verifies } from "../../../verifies.ts";
import { cellsFor, checkRefused, everyTool, type Cell } from "./cells.ts";
import { commitOne } from "./repository.ts";
import { openWays, type Way } from "./ways.ts";

const files = {
  "a.txt": "a\n",
  "b.txt": "b\n",
  "secret.txt": "x\n",
  "closed/a.ts": "a\n",
  "dark/a.ts": "x\n",
  "tool.sh": "echo hi\n",
  "package.json": '{"scripts": {"test": "node --test"}}\n',
};
const modes = [
  ["secret.txt", 0o200],
  ["closed", 0o555],
  ["dark", 0o000],
] as const;

/** Not to be read; to be read and not written into; not even to be entered. */
const prepare = ({ root }: { readonly root: string }): void => {
  commitOne(root, "a.txt");
  for (const [path, mode] of modes) chmodSync(join(root, path), mode);
};
/** What may not be entered cannot be removed by everybody either. */
const tidy = ({ root }: { readonly root: string }): void => {
  for (const [path] of modes) chmodSync(join(root, path), 0o755);
};

const notAllowed = "the system does not allow it (EACCES)";

function cells(): Cell[] {
  const denied = (path: string): Pick<Cell, "code" | "says"> => ({
    code: "denied",
    says: [path, notAllowed],
  });
  return [
    ...cellsFor(["read_file", "edit_file", "write_file", "search_code"], "secret.txt", denied("secret.txt")),
    ...cellsFor(["edit_file", "write_file", "delete_path"], "closed/a.ts", denied("closed/a.ts")),
    ...cellsFor(["write_file", "create_folder"], "closed/new/b.ts", denied("closed/new/b.ts")),
    ...cellsFor(["move_path from"], "closed/a.ts", denied("closed/a.ts to moved")),
    ...cellsFor(["move_path to"], "closed/b.ts", denied("a.txt to closed/b.ts")),
    ...cellsFor(["delete_path"], "closed", denied("closed")),
    ...cellsFor(["list_files", "find_files", "delete_path", "move_path from"], "dark", denied("dark")),
    ...cellsFor(["git_status", "git_diff", "git_log"], "dark", denied("dark")),
    ...cellsFor(["run_program", "run_program background", "run_command"], "dark", {
      code: "denied",
      says: ["cwd: dark may not be entered", "nothing was started"],
    }),
    ...cellsFor(everyTool, "dark/a.ts", denied("dark/a.ts")),
    {
      tool: "run_program",
      input: { program: "./dark/a.ts" },
      code: "denied",
      says: ["./dark/a.ts", "may not be entered"],
    },
    {
      tool: "run_program",
      input: { program: "./tool.sh" },
      code: "spawnFailed",
      says: ["./tool.sh", "no execute permission"],
    },
  ];
}

async function checkTold(way: Way): Promise<void> {
  for (const [tool, input, says] of [
    ["list_files", { recursive: true }, "1 folder could not be read (dark/)"],
    ["find_files", { glob: "*.ts" }, "1 folder could not be read (dark/)"],
    ["search_code", { pattern: "x" }, "2 paths could not be read"],
    ["git_status", {}, "1 folder could not be read (dark/)"],
  ] as const) {
    const answer = await way.call(tool, input);
    expect(answer, `${way.name} ${tool}`).toMatchObject({ isError: false });
    expect(answer.text, `${way.name} ${tool}`).toContain(says);
  }
}

describe("without the permission", () => {
  verifies(
    ["TOOL-01", "TOOL-06", "TOOL-10"],
    "every tool says what it may not do, and what it could not look into, over stdio and over HTTP",
    async () => {
      const programs = ["./dark/a.ts", "./tool.sh"];
      await using ways = await openWays({ files, prepare, tidy, asNobody: true, programs });
      for (const way of ways.all) {
        await checkRefused(way, cells());
        await checkTold(way);
      }
    },
    120_000,
  );
});
