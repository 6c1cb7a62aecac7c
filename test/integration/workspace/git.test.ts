import { execFileSync } from "node:child_process";
import { mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openTestWorkspace } from "../../../electron/servers/workspace/testing/testWorkspace.ts";
import { verifies } from "../../verifies.ts";
import { openTestRepository } from "./gitRepo.ts";

describe("git_status", () => {
  verifies(["TOOL-12"], "groups what differs, with branch, upstream and what is under way", async () => {
    using it = openTestRepository({
      "a.txt": "1\n",
      "b.txt": "1\n2\n3\n",
      "c c.txt": "1\n",
      ".gitignore": "out/\n",
    });
    it.git("remote", "add", "origin", it.outside);
    it.git("update-ref", "refs/remotes/origin/main", "HEAD");
    it.git("branch", "--quiet", "--set-upstream-to=origin/main");
    it.workspace.put("a.txt", "second\n");
    it.git("commit", "--quiet", "--all", "-m", "second");
    it.git("mv", "b.txt", "d.txt");
    it.workspace.put("a.txt", "changed\n");
    it.workspace.put("ümlaut\n.txt", "");
    it.workspace.put("out/x", "");
    rmSync(join(it.root, "c c.txt"));
    const answer = await it.workspace.call("git_status", {});
    expect(answer.text.split("\n").slice(1)).toEqual([
      "",
      "staged for the next commit (1):",
      "  renamed: d.txt (from b.txt)",
      "changed, not staged (2):",
      "  modified: a.txt",
      "  deleted: c c.txt",
      "untracked (1):",
      '  "ümlaut\\n.txt"',
    ]);
    expect(answer.text).toMatch(/^On main \([0-9a-f]{10}\), upstream origin\/main: 1 ahead, 0 behind\. /);
    expect(answer.data).toMatchObject({
      branch: "main",
      upstream: "origin/main",
      ahead: 1,
      behind: 0,
      total: 4,
    });
    const part = await it.workspace.call("git_status", { path: "c c.txt" });
    expect(part.data["entries"]).toEqual([{ path: "c c.txt", staged: null, unstaged: "deleted" }]);
  });

  verifies(["TOOL-12"], "names conflicts and the merge that they come from", async () => {
    using it = openTestRepository({ "a.txt": "1\n" });
    it.git("checkout", "--quiet", "-b", "other");
    it.workspace.put("a.txt", "theirs\n");
    it.git("commit", "--quiet", "--all", "-m", "theirs");
    it.git("checkout", "--quiet", "main");
    it.workspace.put("a.txt", "ours\n");
    it.git("commit", "--quiet", "--all", "-m", "ours");
    it.tryGit(["merge", "other"]);
    const status = await it.workspace.call("git_status", {});
    expect(status.text).toContain("a merge is under way");
    expect(status.text).toContain("  conflict: a.txt");
    const diff = await it.workspace.call("git_diff", {});
    expect(diff.text).toContain("++<<<<<<<");
  });

  it("says that a file may look changed only because its filter is off", async () => {
    using it = openTestRepository({ "a.bin": "pointer\n", ".gitattributes": "*.bin filter=lfs\n" });
    it.workspace.put("a.bin", "the real thing\n");
    const answer = await it.workspace.call("git_status", {});
    expect(answer.text).toContain("The filter of a.bin (lfs) is off here");
    expect(answer.data["filtersOff"]).toEqual({ "a.bin": "lfs" });
  });

  verifies(["TOOL-06"], "comes in pages that hold every line once", async () => {
    const names = Array.from(
      { length: 900 },
      (_, i) => `f${String(i).padStart(4, "0")}-${"x".repeat(40)}.txt`,
    );
    using it = openTestRepository({ "a.txt": "" });
    for (const name of names) it.workspace.put(name, "");
    const seen: string[] = [];
    let offset: unknown = 1;
    for (let page = 0; offset !== null && page < 20; page += 1) {
      const answer = await it.workspace.call("git_status", { offset });
      expect(Buffer.byteLength(answer.text)).toBeLessThanOrEqual(30 * 1024);
      seen.push(...answer.text.split("\n").filter((line) => line.startsWith("  f")));
      offset = answer.data["nextOffset"];
    }
    expect(seen).toEqual(names.map((name) => `  ${name}`));
  });
});

describe("git_diff", () => {
  verifies(["TOOL-12"], "shows unstaged, staged and committed changes, and tells where to look", async () => {
    using it = openTestRepository({ "a.txt": "1\n2\n" });
    it.workspace.put("a.txt", "1\nzwei\n");
    const unstaged = await it.workspace.call("git_diff", {});
    expect(unstaged.text).toMatch(
      /^staged → files as they are now: 1 file \+1 -1 lines\.\n\ndiff --git a\/a\.txt b\/a\.txt/,
    );
    expect(unstaged.text).toContain("-2\n+zwei");
    expect(unstaged.data).toMatchObject({
      files: [{ path: "a.txt", added: 1, removed: 1 }],
      nextOffset: null,
    });
    it.git("add", "--all");
    const nothing = await it.workspace.call("git_diff", {});
    expect(nothing.text).toContain("no difference");
    expect(nothing.text).toContain("There are staged changes: set staged to true");
    expect((await it.workspace.call("git_diff", { staged: true })).text).toContain("+zwei");
    it.git("commit", "--quiet", "-m", "second");
    expect((await it.workspace.call("git_diff", { from: "HEAD~1", to: "HEAD" })).text).toContain("+zwei");
    rmSync(join(it.root, "a.txt"));
    const gone = await it.workspace.call("git_diff", { path: "a.txt", from: "HEAD~1" });
    expect(gone.text).toContain("deleted file");
  });

  verifies(["TOOL-12", "TOOL-06"], "comes in pages, clips long lines and leaves secrets out", async () => {
    using it = openTestRepository({ "a.txt": "", ".env": "KEY=lw-old\n", "conf/.env.local": "KEY=lw-old\n" });
    const lines = Array.from({ length: 3_000 }, (_, i) => `line ${i} ${"é".repeat(10)}`);
    it.workspace.put("a.txt", `${lines.join("\n")}\n${"y".repeat(9_000)}\n`);
    it.workspace.put(".env", "KEY=lw-secret\n");
    it.workspace.put("conf/.env.local", "KEY=lw-secret\n");
    const seen: string[] = [];
    let offset: unknown = 1;
    for (let page = 0; offset !== null && page < 20; page += 1) {
      const answer = await it.workspace.call("git_diff", { offset });
      expect(Buffer.byteLength(answer.text)).toBeLessThanOrEqual(30 * 1024);
      expect(answer.text).not.toContain("lw-secret");
      seen.push(...String(answer.data["diff"]).split("\n"));
      offset = answer.data["nextOffset"];
    }
    expect(seen.filter((line) => line.startsWith("+line"))).toEqual(lines.map((line) => `+${line}`));
    expect(seen.at(-1)).toMatch(/^\+y{1999} \[… 7,001 more characters\]$/);
    const first = await it.workspace.call("git_diff", {});
    expect(first.text).toContain("Not shown, since they can hold secrets: .env, conf/.env.local.");
    expect((await it.workspace.call("git_diff", { path: "conf" })).text).not.toContain("lw-secret");
    expect((await it.workspace.call("git_diff", { path: ".env" })).text).toContain("+KEY=lw-secret");
  });

  it("takes no option and no range for a revision, and names those that there are", async () => {
    using it = openTestRepository({ "a.txt": "1\n" });
    const target = join(it.outside, "written");
    for (const from of [`--output=${target}`, "-O/etc/passwd", "main..main", "--no-index"]) {
      expect(await it.workspace.call("git_diff", { from })).toMatchObject({ code: "invalidInput" });
      expect(await it.workspace.call("git_log", { rev: from })).toMatchObject({ code: "invalidInput" });
    }
    const unknown = await it.workspace.call("git_diff", { from: "nope" });
    expect(unknown).toMatchObject({ code: "notFound" });
    expect(unknown.text).toContain("Branches and tags, newest first: main.");
    expect(await it.workspace.call("git_diff", { to: "HEAD" })).toMatchObject({ code: "invalidInput" });
  });
});

describe("git_log", () => {
  verifies(["TOOL-12"], "lists commits in pages, follows a renamed file and searches messages", async () => {
    using it = openTestRepository({ "a.txt": "1\n2\n3\n" });
    it.git("mv", "a.txt", "b.txt");
    it.git("commit", "--quiet", "-m", "Move it\n\nBecause of x.");
    it.git("commit", "--quiet", "--allow-empty", "-m", "third");
    const page = await it.workspace.call("git_log", { limit: 2 });
    expect(page.text).toMatch(
      /^2 commits, newest first; there are more, go on with skip 2\.\n\n[0-9a-f]{10} 2026-01-02 Ada: third \(HEAD -> main\)\n[0-9a-f]{10} 2026-01-02 Ada: Move it$/,
    );
    const rest = await it.workspace.call("git_log", { limit: 2, skip: 2 });
    expect(rest.data["nextSkip"]).toBe(null);
    expect(rest.text).toContain("Ada: first");
    const followed = await it.workspace.call("git_log", { path: "b.txt" });
    expect(
      (followed.data["commits"] as { message: string }[]).map((one) => one.message.split("\n")[0]),
    ).toEqual(["Move it", "first"]);
    const found = await it.workspace.call("git_log", { search: "BECAUSE OF", full: true });
    expect(found.text).toContain("\n    Because of x.");
  });
});

describe("a folder that git cannot look at", () => {
  it("without a repository says so, and names those below and above", async () => {
    using ws = openTestWorkspace({ "a.txt": "", "lib/b.txt": "" });
    expect((await ws.call("git_log", {})).text).toContain("The workspace is not in a git repository.");
    execFileSync("git", ["init", "--quiet", join(ws.root, "lib")]);
    expect((await ws.call("git_status", {})).text).toContain(
      "There are repositories below: give one as path, lib.",
    );
    expect((await ws.call("git_status", { path: "lib" })).text).toContain("lib/ On ");
    renameSync(join(ws.root, "lib/.git"), join(ws.root, "../.git"));
    const above = await ws.call("git_status", {});
    expect(above).toMatchObject({ code: "outsideWorkspace" });
    expect(above.text).toContain("starts above the workspace root");
  });

  it("with a broken repository says what is wrong", async () => {
    using ws = openTestWorkspace({
      "a/.git": "nonsense",
      "b/.git/x": "",
      "c/.git/HEAD": "ref: refs/heads/main\n",
    });
    for (const path of ["a", "b", "c"]) {
      const answer = await ws.call("git_status", { path });
      expect(answer.text).toContain(`${path}/ looks like a git repository but is none`);
    }
  });

  it("without git says how to get it, and uses it once it is there", async () => {
    const environment = { PATH: "/nowhere" };
    using ws = openTestWorkspace({ "a.txt": "" }, {}, { environment });
    execFileSync("git", ["init", "--quiet", ws.root]);
    const answer = await ws.call("git_status", {});
    expect(answer).toMatchObject({ code: "spawnFailed" });
    expect(answer.text).toContain("sudo apt install git");
    environment.PATH = process.env["PATH"] ?? "";
    expect((await ws.call("git_status", {})).text).toContain("1 untracked");
  });

  it("with a linked work tree inside the root is looked at like any other", async () => {
    using it = openTestRepository({ "main/a.txt": "1\n" });
    rmSync(join(it.root, ".git"), { recursive: true });
    const git = (folder: string, ...args: readonly string[]): void => {
      const who = ["-c", "user.name=Ada", "-c", "user.email=a@example.org"];
      execFileSync("git", ["-C", join(it.root, folder), ...who, ...args], { stdio: "ignore" });
    };
    git("main", "init", "--quiet");
    git("main", "add", "--all");
    git("main", "commit", "-m", "first");
    git("main", "worktree", "add", "../linked", "-b", "linked");
    mkdirSync(join(it.root, "linked/new"));
    it.workspace.put("linked/new/b.txt", "");
    const answer = await it.workspace.call("git_status", { path: "linked" });
    expect(answer.text).toMatch(/^linked\/ On linked /);
    expect(answer.text).toContain("untracked (1):\n  new/");
  });
});
