import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { verifies } from "../../verifies.ts";
import { openTestRepository, put, type TestRepository } from "./gitRepo.ts";
import { traps } from "./gitTraps.ts";

const secret = "lw-canary-5b8e2f";

/** Everything our tools can do in a repository. */
async function lookAtAll({ workspace }: TestRepository): Promise<string> {
  const calls = [
    ["git_status", {}],
    ["git_status", { path: "a.txt" }],
    ["git_diff", {}],
    ["git_diff", { staged: true }],
    ["git_diff", { from: "HEAD" }],
    ["git_diff", { from: "HEAD~1", to: "HEAD" }],
    ["git_diff", { path: "a.txt", from: "HEAD" }],
    ["git_log", {}],
    ["git_log", { path: "a.txt", full: true }],
    ["git_log", { search: "first" }],
  ] as const;
  const answers = [];
  for (const [tool, input] of calls) answers.push((await workspace.call(tool, input)).text);
  return answers.join("\n\n");
}

describe("looking at a repository", () => {
  for (const trap of traps) {
    verifies(
      ["TOOL-12"],
      `runs nothing of the repository's: ${trap.name}`,
      async () => {
        using repository = openTestRepository({ "a.txt": "first\n" });
        trap.set(repository);
        repository.wasRun();
        const index = repository.workspace.bytes(".git/index");
        const text = await lookAtAll(repository);
        expect(repository.wasRun(), text).toBe(false);
        expect(text).toContain("On main");
        expect(repository.workspace.bytes(".git/index"), "the index is left alone").toEqual(index);
        repository.tryGit(trap.plain);
        expect(repository.wasRun(), "plain git should have run it").toBe(true);
      },
      60_000,
    );
  }

  verifies(["TOOL-12"], "does not wait for a pipe in the place of the index or HEAD", async () => {
    for (const name of ["index", "HEAD", "sharedindex.0"]) {
      using repository = openTestRepository({ "a.txt": "first\n" });
      const path = join(repository.root, ".git", name);
      rmSync(path, { force: true });
      execFileSync("mkfifo", [path]);
      const answer = await repository.workspace.call("git_status", {});
      expect(answer.isError, name).toBe(true);
      expect(answer.text, name).toMatch(/no regular file|has no HEAD/);
      const { stateFolder } = repository.workspace.scope;
      const left = existsSync(stateFolder)
        ? readdirSync(stateFolder, { recursive: true, encoding: "utf8" })
        : [];
      expect(left.filter((one) => one.includes("s-"))).toEqual([]);
    }
  });

  verifies(["TOOL-12"], "sees a change of the same size in the second of the commit", async () => {
    using repository = openTestRepository({ "a.txt": "first\n" });
    const { git, root, workspace } = repository;
    const second = new Date(2026, 0, 1, 12, 0, 0);
    const file = join(root, "a.txt");
    writeFileSync(file, "one__\n");
    utimesSync(file, second, second);
    git("add", "a.txt");
    utimesSync(join(root, ".git/index"), second, second);
    writeFileSync(file, "two__\n");
    utimesSync(file, second, second);
    expect((await workspace.call("git_diff", {})).text).toContain("+two__");
    expect((await workspace.call("git_status", {})).text).toMatch(/changed, not staged \(1\)/);
  });

  verifies(["TOOL-12"], "takes no orders from the server's own environment", async () => {
    using repository = openTestRepository({ "a.txt": "first\n" }, (root) => ({
      GIT_EXTERNAL_DIFF: join(root, "../out/trap.sh"),
      GIT_DIR: join(root, "nowhere"),
      PATH: `${join(root, "node_modules/.bin")}:${process.env["PATH"] ?? ""}`,
    }));
    repository.workspace.put("a.txt", "changed\n");
    const own = join(repository.root, "node_modules/.bin");
    mkdirSync(own, { recursive: true });
    copyFileSync(repository.trap, join(own, "git"));
    const text = await lookAtAll(repository);
    expect(repository.wasRun(), text).toBe(false);
    expect(text).toContain("-first");
    repository.tryGit(["diff"], { GIT_EXTERNAL_DIFF: repository.trap });
    expect(repository.wasRun()).toBe(true);
  });

  verifies(["TOOL-12", "TOOL-01"], "reads nothing through core.worktree", async () => {
    using repository = openTestRepository({ "a.txt": "first\n" });
    put(join(repository.outside, "a.txt"), `${secret}\n`);
    repository.git("config", "core.worktree", repository.outside);
    expect(repository.git("diff")).toContain(secret);
    expect(await lookAtAll(repository)).not.toContain(secret);
  });

  verifies(
    ["TOOL-12", "TOOL-01"],
    "refuses a repository that is kept outside, or borrows from outside",
    async () => {
      using other = openTestRepository({ "s.txt": `${secret}\n` });
      using repository = openTestRepository({ "a.txt": "first\n" });
      const blob = other.git("rev-parse", "HEAD:s.txt").trim();
      const hostile = [
        ["linked", () => symlinkSync(join(other.root, ".git"), join(repository.root, "linked/.git"))],
        ["pointer", () => put(join(repository.root, "pointer/.git"), `gitdir: ${other.root}/.git\n`)],
        [
          "common",
          () => {
            put(join(repository.root, "common/.git/HEAD"), "ref: refs/heads/main\n");
            put(join(repository.root, "common/.git/commondir"), join(other.root, ".git"));
          },
        ],
        [
          "objects",
          () => {
            put(join(repository.root, "objects/.git/HEAD"), "ref: refs/heads/main\n");
            mkdirSync(join(repository.root, "objects/.git/refs"));
            symlinkSync(join(other.root, ".git/objects"), join(repository.root, "objects/.git/objects"));
          },
        ],
      ] as const;
      for (const [name, make] of hostile) {
        mkdirSync(join(repository.root, name));
        make();
        for (const tool of ["git_status", "git_log", "git_diff"]) {
          const answer = await repository.workspace.call(tool, { path: name });
          expect([name, answer.code]).toEqual([name, "outsideWorkspace"]);
          expect(answer.text).toContain("run_command");
        }
      }
      put(join(repository.root, ".git/objects/info/alternates"), join(other.root, ".git/objects"));
      expect(repository.git("cat-file", "-p", blob)).toContain(secret);
      expect(await repository.workspace.call("git_status", {})).toMatchObject({ code: "outsideWorkspace" });
    },
  );
});
