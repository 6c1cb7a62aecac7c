import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { gitTools } from "../../../electron/servers/workspace/git/index.ts";
import { verifies } from "../../verifies.ts";
import { openTestRepository, type TestRepository } from "./gitRepo.ts";

/** A git that finds no end when it looks for loose files, as on a network disk, and is git in all else. */
function slowGit(it: TestRepository): string {
  const folder = join(it.outside, "slow");
  const real = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
  mkdirSync(folder);
  const file = join(folder, "git");
  const body = `case " $* " in *--untracked-files=normal*) exec sleep 600;; esac\nexec '${real}' "$@"\n`;
  writeFileSync(file, `#!/bin/sh\n${body}`);
  chmodSync(file, 0o755);
  return folder;
}

describe.runIf(process.platform !== "win32")(
  "git_status where looking for untracked files takes too long",
  () => {
    verifies(
      ["TOOL-07", "TOOL-12"],
      "answers in time with what is tracked, and says what it left out",
      async () => {
        using it = openTestRepository({ "a.txt": "1\n" });
        it.workspace.put("a.txt", "2\n");
        it.workspace.put("loose.txt", "");
        const tool = gitTools.find(({ name }) => name === "git_status");
        const { scope } = it.workspace;
        scope.environment["PATH"] = `${slowGit(it)}:${scope.environment["PATH"] ?? ""}`;
        const deadlineAt = Date.now() + 8_000;
        const answer = await tool?.run(
          {},
          {
            scope,
            root: scope.root,
            signal: new AbortController().signal,
            deadlineAt,
            meta: { isPreview: false, decided: null, requestId: null },
            hooks: {},
          },
        );
        expect(answer?.summary).toContain("untracked files are not listed: looking for them took too long");
        expect(answer?.body).toContain("modified: a.txt");
        expect(answer?.body).not.toContain("loose.txt");
        expect(answer?.data).toMatchObject({ hasUntracked: false, total: 1 });
      },
      30_000,
    );
  },
);
