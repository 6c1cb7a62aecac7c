import { chmodSync } from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { verifies } from "../../../verifies.ts";
import { checkRefused, type Cell } from "./cells.ts";
import { commitOne } from "./repository.ts";
import { openWays } from "./ways.ts";

const files = {
  "a.txt": "a\n",
  "tool.sh": "echo hi\n",
  "dir/x": "",
  script: "#!/nowhere/interpreter -x\n",
  "package.json": '{"scripts": {"test": "node --test"}}\n',
  Makefile: "all:\n\t@echo hi\n",
};

const missing: readonly (readonly [program: string, code: string, says: readonly (string | RegExp)[]])[] = [
  ["nodee", "notFound", ["no program nodee", "PATH", /There are .*\bnode\b/]],
  ["node --version", "notFound", ['{"program":"node","args":["--version"]}']],
  ["./none", "notFound", ["no program ./none"]],
  ["/nowhere/at/all", "notFound", ["no program /nowhere/at/all"]],
  ["./dir", "notFound", ["./dir is a folder", "nothing was started"]],
  ["./tool.sh", "spawnFailed", ["./tool.sh", "no execute permission", "chmod +x"]],
  ["./script", "spawnFailed", ["./script", "/nowhere/interpreter", "does not exist"]],
];

function cellsOf(isBackground: boolean): Cell[] {
  const more = isBackground ? { background: true } : {};
  return [
    ...missing.map(([program, code, says]) => ({
      tool: "run_program",
      input: { program, ...more },
      code,
      says,
    })),
    ...(["run_program", "run_command"] as const).flatMap((tool) => {
      const what = tool === "run_program" ? { program: "node" } : { command: "true" };
      return [
        { tool, input: { ...what, cwd: "none", ...more }, code: "notFound", says: ["There is no none"] },
        {
          tool,
          input: { ...what, cwd: "a.txt", ...more },
          code: "invalidInput",
          says: ["cwd: a.txt is not a folder"],
        },
      ];
    }),
  ];
}

describe("a program that does not exist", () => {
  verifies(
    ["TOOL-05", "TOOL-06", "TOOL-10"],
    "is told before anything starts, with why and what to do, over stdio and over HTTP",
    async () => {
      const programs = missing.map(([program]) => program);
      const prepare = ({ root }: { readonly root: string }): void => chmodSync(join(root, "script"), 0o755);
      await using ways = await openWays({ files, prepare, programs });
      for (const way of ways.all) {
        await checkRefused(way, [...cellsOf(false), ...cellsOf(true)]);
        await checkRefused(
          way,
          ["command_output", "stop_command"].map((tool) => ({
            tool,
            input: { id: "c-none" },
            code: "notFound",
            says: ['no command "c-none"'],
          })),
        );
        expect((await way.call("list_commands", {})).text).toContain("0 commands running");
        const line = await way.call("run_command", { command: "nodee --version" });
        expect(line.text).toMatch(/^exit 127;[^]*nodee: (?:command )?not found/);
      }
    },
    60_000,
  );

  verifies(
    ["TOOL-05", "TOOL-09", "TOOL-12"],
    "is named by the tools that need it: git, npm and make, over stdio and over HTTP",
    async () => {
      const prepare = ({ root }: { readonly root: string }): void => commitOne(root, "a.txt");
      await using ways = await openWays({ files, prepare, env: { PATH: "/nowhere" } });
      for (const way of ways.all) {
        const git = { code: "spawnFailed", says: ["git is not installed", "apt install git"] };
        await checkRefused(way, [
          ...["git_status", "git_diff", "git_log"].map((tool) => ({ tool, input: {}, ...git })),
          { tool: "run_npm_script", input: { script: "test" }, code: "notFound", says: ["no program npm"] },
          { tool: "run_make_target", input: { target: "all" }, code: "notFound", says: ["no program make"] },
          { tool: "run_program", input: { program: "cat" }, code: "notFound", says: ["no program cat"] },
        ]);
      }
    },
    60_000,
  );
});
