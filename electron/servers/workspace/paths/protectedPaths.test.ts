import { describe, expect, it } from "vitest";
import { displayName } from "./display.ts";
import { gitArea, isProtectedPath } from "./protectedPaths.ts";

describe("isProtectedPath", () => {
  it("sees protected names as the most forgiving file system does (SEC-FS-08)", () => {
    const paths = [
      ".MCP.JSON",
      ".Loopwright/settings.json",
      ".GIT/hooks/pre-commit",
      ".git/CONFIG",
      ".VSCode/Tasks.JSON",
      ".ENV",
      ".Env.Local",
      ".Claude/settings.json",
      ".CURSOR/mcp.json",
      "a/.git./config",
      ".git /x",
      ".g\u200cit/config",
      "\uff0egit/config",
      "GIT~1/config",
      ".git::$INDEX_ALLOCATION/config",
      "deep/.env.production",
      ".envrc",
      "AGENTS.md",
      ".github/workflows/ci.yml",
      ".bashrc",
      ".github/actions/build/action.yml",
      ".ENV::$DATA",
      ".npmrc:stream",
      ".env. .",
      "sub\\.VSCODE\\settings.json",
      ".ＭＣＰ.json",
      ".npmrc",
    ];
    for (const path of paths) expect(isProtectedPath(path), path).toBe(true);
  });

  it("leaves ordinary names alone", () => {
    for (const path of [
      "src/git/config.ts",
      "docs/env.md",
      "environment.ts",
      ".gitignore",
      ".github/README.md",
      "git",
    ]) {
      expect(isProtectedPath(path), path).toBe(false);
    }
  });
});

describe("gitArea", () => {
  it("tells what git takes orders from", () => {
    expect(gitArea("src/a.ts")).toBe("none");
    expect(gitArea(".git/info/exclude")).toBe("store");
    for (const path of [".git/hooks/pre-commit", ".GIT/Config", ".git", "sub/.git/config.worktree"])
      expect(gitArea(path)).toBe("orders");
  });
});

describe("displayName", () => {
  it("keeps ordinary names and escapes what hides or breaks lines", () => {
    expect(displayName("two words é 🎈.md")).toBe("two words é 🎈.md");
    expect(displayName("line\nbreak.md")).toBe('"line\\nbreak.md"');
    expect(displayName("a\u202etxt.exe")).toBe('"a\\u202etxt.exe"');
    expect(displayName(" x")).toBe('" x"');
  });
});
