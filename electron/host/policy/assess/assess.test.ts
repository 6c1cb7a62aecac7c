import { beforeAll, describe, expect, it } from "vitest";
import type { ServerId } from "../../../../shared/contract/index.ts";
import { verifies } from "../../../../test/verifies.ts";
import { assess, assessSafely } from "./assess.ts";
import { initCommandParser } from "./command/index.ts";
import { classifyPath, leadsOutside } from "./paths.ts";
import { assessReasons } from "./reasons.ts";
import type { AssessedTool, AssessInput } from "./types.ts";

beforeAll(async () => {
  await initCommandParser();
});

const base: AssessedTool = {
  serverId: "s1" as ServerId,
  name: "x",
  isBundled: false,
  isTrustedServer: false,
  severity: "L3",
  annotations: {},
  isRemote: false,
  canPreview: false,
};
const bundled = (name: string, severity: AssessedTool["severity"]): AssessedTool => ({
  ...base,
  name,
  severity,
  isBundled: true,
});
const call = (
  entry: Partial<AssessedTool>,
  args: AssessInput["args"] = {},
  previewFiles?: AssessInput["previewFiles"],
): AssessInput => ({
  entry: { ...base, ...entry },
  args,
  workspacePath: "/home/me/ws",
  ...(previewFiles === undefined ? {} : { previewFiles }),
});
const file = (path: string, isProtected = false) => ({
  path,
  baseHash: null,
  before: "",
  after: "x",
  isProtected,
});

const touching = (touched: NonNullable<AssessInput["touched"]>): AssessInput => ({
  ...call(bundled("move_path", "L2"), { from: "app", to: "lib" }),
  touched,
});

describe("bundled tools", () => {
  const cases: readonly [string, AssessInput, string, string][] = [
    ["reading", call(bundled("read_file", "L1"), { path: "src/a.ts" }), "L1", "class:read"],
    ["listing", call(bundled("list_files", "L1"), { path: "." }), "L1", "class:read"],
    [
      "searching for a word that looks like a path",
      call(bundled("search_code", "L1"), { pattern: "/etc/passwd" }),
      "L1",
      "class:read",
    ],
    ["reading a file of secrets", call(bundled("read_file", "L1"), { path: ".env" }), "L3", "secretFile"],
    [
      "reading an example of one",
      call(bundled("read_file", "L1"), { path: ".env.example" }),
      "L1",
      "class:read",
    ],
    [
      "editing",
      call(bundled("edit_file", "L2"), { path: "a.ts", old_str: "a", new_str: "b" }, [file("a.ts")]),
      "L2",
      "class:change",
    ],
    [
      "writing a protected file",
      call(bundled("write_file", "L2"), { path: ".github/workflows/ci.yml", content: "" }),
      "L3",
      "protectedFile",
    ],
    [
      "editing what the server marks",
      call(bundled("edit_file", "L2"), { path: "package.json" }, [file("package.json", true)]),
      "L3",
      "protectedFile",
    ],
    [
      "writing very much",
      call(bundled("write_file", "L2"), { path: "a", content: "x".repeat(110 * 1024) }),
      "L3",
      "arguments:size",
    ],
    [
      "changing very many files",
      call(
        bundled("edit_file", "L2"),
        {},
        Array.from({ length: 21 }, (_, i) => file(`f${i}`)),
      ),
      "L3",
      "manyFiles",
    ],
    ["making a folder", call(bundled("create_folder", "L2"), { path: "a/b" }), "L2", "class:change"],
    ["moving", call(bundled("move_path", "L2"), { from: "a", to: "b" }), "L2", "class:change"],
    [
      "moving what is protected",
      call(bundled("move_path", "L2"), { from: ".env", to: "b" }),
      "L3",
      "protectedFile",
    ],
    [
      "moving into what is protected",
      call(bundled("move_path", "L2"), { from: "a.yml", to: ".github/workflows/a.yml" }),
      "L3",
      "protectedFile",
    ],
    [
      "moving a folder that holds something protected",
      touching({ fileCount: 2, guarded: ["lib/.env"] }),
      "L3",
      "protectedFile",
    ],
    ["moving 20 files", touching({ fileCount: 20, guarded: [] }), "L2", "class:change"],
    ["moving more", touching({ fileCount: 21, guarded: [] }), "L3", "manyFiles"],
    ["deleting", call(bundled("delete_path", "L3"), { path: "a" }), "L3", "class:delete"],
    ["undoing", call(bundled("undo_change", "L2"), {}, [file("a.ts")]), "L2", "class:change"],
    [
      "undoing a change of what is protected",
      call(bundled("undo_change", "L2"), {}, [file("x", true)]),
      "L3",
      "protectedFile",
    ],
    ["listing changes", call(bundled("list_changes", "L1"), {}), "L1", "class:read"],
    ["running tests", call(bundled("run_command", "L3"), { command: "node --test" }), "L3", "class:command"],
    ["pushing", call(bundled("run_command", "L3"), { command: "git push" }), "L4", "command:pushes"],
    [
      "pushing by program and arguments",
      call(bundled("run_program", "L3"), { program: "git", args: ["push", "it's"] }),
      "L4",
      "command:pushes",
    ],
    ["following a command", call(bundled("command_output", "L1"), { id: "c-1" }), "L1", "class:read"],
    ["listing commands", call(bundled("list_commands", "L1")), "L1", "class:read"],
    [
      "looking at a call in the background",
      call(bundled("call_result", "L1"), { id: "call_1" }),
      "L1",
      "class:follow",
    ],
    [
      "ending a call in the background",
      call(bundled("stop_call", "L1"), { id: "call_1" }),
      "L2",
      "class:stop",
    ],
    ["ending a command", call(bundled("stop_command", "L2"), { id: "c-1" }), "L2", "class:stop"],
    ["a bundled tool nobody listed", call(bundled("new_tool", "L1")), "L3", "class:unknown"],
    ["a name of every object's", call(bundled("constructor", "L1")), "L3", "class:unknown"],
    ["a command tool without a command", call(bundled("run_command", "L3"), {}), "L3", "class:command"],
    [
      "a tool that declares more than its class",
      call(bundled("read_file", "L2"), { path: "a" }),
      "L2",
      "declared",
    ],
  ];
  for (const [title, input, severity, rule] of cases) {
    verifies("GOV-01", `${title} is ${severity}`, () => {
      expect(assess(input)).toMatchObject({ severity, rule });
    });
  }
});

describe("a command that asks for more", () => {
  verifies("GOV-01", "says that it wants the network, and that it stays", () => {
    const args = { program: "npm", args: ["install"], network: true, background: true };
    expect(assess(call(bundled("run_program", "L3"), args))).toMatchObject({
      severity: "L3",
      reasons: ["runsCommand", "network", "background"],
    });
    const plain = { ...args, network: false, background: false };
    expect(assess(call(bundled("run_program", "L3"), plain)).reasons).toEqual(["runsCommand"]);
  });
});

describe("other servers' tools", () => {
  const reader = { readOnlyHint: true, openWorldHint: false };
  const cases: readonly [string, AssessInput, string][] = [
    ["nothing known", call({}), "L3"],
    [
      "a remote server that claims the best",
      call({ isRemote: true, annotations: { ...reader, destructiveHint: false } }),
      "L4",
    ],
    ["an untrusted server's read-only hint", call({ annotations: reader }), "L3"],
    [
      "a trusted server's destructive tool",
      call({ isTrustedServer: true, annotations: { destructiveHint: true } }),
      "L3",
    ],
    [
      "a hint of the wrong type",
      call({ isTrustedServer: true, annotations: { readOnlyHint: "true", openWorldHint: false } }),
      "L3",
    ],
    [
      "a contradiction",
      call({ isTrustedServer: true, annotations: { ...reader, destructiveHint: true } }),
      "L3",
    ],
    [
      "a read-only hint without the closed world",
      call({ isTrustedServer: true, annotations: { readOnlyHint: true } }),
      "L3",
    ],
    [
      "an open world",
      call({ isTrustedServer: true, annotations: { readOnlyHint: true, openWorldHint: true } }),
      "L4",
    ],
    ["an open world of the wrong type alone", call({ annotations: { openWorldHint: "yes" } }), "L3"],
    [
      "control: a trusted server's consistent reader",
      call({ isTrustedServer: true, severity: "L2", annotations: reader }),
      "L2",
    ],
    ["a trusted remote reader", call({ isTrustedServer: true, isRemote: true, annotations: reader }), "L4"],
  ];
  for (const [title, input, severity] of cases) {
    verifies("GOV-01", `SEC-MCP-02: ${title} is ${severity}`, () => {
      expect(assess(input).severity).toBe(severity);
    });
  }

  const trusted = { isTrustedServer: true, severity: "L2" as const, annotations: reader };
  verifies(
    ["GOV-01", "MCP-04"],
    "SEC-MCP-01, SEC-MCP-05: a person's level holds, arguments raise it, a changed definition and a mistakable name are told",
    () => {
      const own = { ...trusted, severity: "L1" as const, isOwnSeverity: true };
      expect(assess(call(own, { q: "a" }))).toMatchObject({ severity: "L1", reasons: ["ownLevel"] });
      expect(assess(call(own, { file: "/etc/passwd" })).severity).toBe("L3");
      expect(assess(call({ ...own, isRemote: true }, { q: "a" })).severity).toBe("L1");
      const changed = assess(call({ ...trusted, isChanged: true }, { q: "a" }));
      expect(changed.severity).toBe("L3");
      expect(changed.reasons).toContain("definitionChanged");
      expect(assess(call({ ...own, isChanged: true }, { q: "a" })).severity).toBe("L3");
      const alike = assess(call({ ...trusted, lookAlikes: ["other/lookup"] }, { q: "a" }));
      expect(alike).toMatchObject({ severity: "L2" });
      expect(alike.reasons).toContain("looksLike:other/lookup");
    },
  );

  it.each([
    ["a path outside", { file: "/etc/passwd" }, "L3", "outside:/etc/passwd"],
    ["a way out", { items: [{ file: "a/../../b" }] }, "L3", "outside:a/../../b"],
    [
      "an address, without its query",
      { link: "see https://x.example/p?key=s3cret" },
      "L3",
      "url:https://x.example/p",
    ],
    ["a protected file", { path: ".git/config" }, "L3", "protectedFile:.git/config"],
    ["a secret", { note: "ghp_abcdefghijklmnopqrstuvwxyz0123456789" }, "L3", "secret"],
    ["a recipient", { to: ["a@b.example"] }, "L4", "recipient:a@b.example"],
    ["a command that pushes", { command: "git push" }, "L4", "pushes:git push"],
    ["a flood", { text: "x".repeat(120_000) }, "L3", "large:117"],
    ["control: a path inside", { file: "/home/me/ws/src/a.ts" }, "L2", "trustedReader"],
    ["control: plain words", { q: "a/b and ..." }, "L2", "trustedReader"],
  ] as const)("arguments raise a trusted reader: %s", (_, args, severity, why) => {
    const found = assess(call(trusted, args));
    expect(found.severity).toBe(severity);
    expect(found.reasons).toContain(why);
  });
});

describe("an assessment that fails", () => {
  verifies("GOV-01", "counts as L4, so that a person decides", () => {
    const args: Record<string, unknown> = {};
    args["self"] = args;
    expect(assessSafely(call({}, args))).toEqual({
      severity: "L4",
      rule: "assessmentFailed",
      reasons: ["assessmentFailed"],
    });
    const throwing = new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error("no");
        },
      },
    );
    expect(assessSafely(call({}, throwing)).severity).toBe("L4");
  });

  it("has a sentence for every reason it gives", () => {
    const lines = [
      "git push | sh",
      "echo $(x) > ../a &",
      "sudo rm -rf /",
      "'",
      "curl -d x h\u202e",
      "ssh a; mail b; aws s3; vault x; npm publish",
      "python -c x",
    ];
    const reasons = lines.flatMap(
      (command) => assess(call(bundled("run_command", "L3"), { command })).reasons,
    );
    for (const why of reasons) expect(Object.keys(assessReasons)).toContain(why.split(":", 1)[0]);
  });
});

describe("protected names (SEC-FS-08)", () => {
  it.each([
    ".MCP.JSON",
    ".Loopwright/settings.json",
    ".GIT/hooks/pre-commit",
    ".git/CONFIG",
    ".VSCode/Tasks.JSON",
    ".ENV",
    ".Env.Local",
    ".Claude/settings.json",
    ".CURSOR/mcp.json",
  ])("%s, as a file system without case sees it", (path) => {
    expect(classifyPath(path, { fsCase: "insensitive" }).isProtected).toBe(true);
    expect(assess(call(bundled("write_file", "L2"), { path, content: "" })).severity).toBe("L3");
  });
  it.each([
    ".git./config",
    ".git /config",
    ".g\u200cit/config",
    ".git::$INDEX_ALLOCATION/config",
    "GIT~1/config",
    "a\\.git\\config",
    "./.git/config",
    "sub/.husky/pre-commit",
    "AGENTS.md",
    "x/.env.production",
    "\uff0egit/config",
  ])("%j in another spelling", (path) => {
    expect(classifyPath(path).isProtected).toBe(true);
  });
  it.each([
    "src/git/config.ts",
    "docs/env.md",
    "environment.ts",
    "src/.envelope",
    "gitignore.md",
    "claude/notes.txt",
    ".github/ISSUE_TEMPLATE/a.md",
  ])("control: %s is not", (path) => {
    expect(classifyPath(path).isProtected).toBe(false);
  });
  it("compares exactly where the file system does", () => {
    expect(classifyPath(".GIT/config", { fsCase: "sensitive" }).isProtected).toBe(false);
    expect(classifyPath(".git/config", { fsCase: "sensitive" }).isProtected).toBe(true);
  });
});

describe("paths that lead outside", () => {
  it.each([
    "/etc/passwd",
    "..",
    "../a",
    "a/../../b",
    "~",
    "~/x",
    "~root/x",
    "C:\\Windows",
    "\\\\host\\share",
    "/home/me/ws2/a",
    "/home/me",
  ])("%s does", (path) => {
    expect(leadsOutside(path, "/home/me/ws")).toBe(true);
  });
  it.each(["/home/me/ws/a", "a/../b", "a", "...", "/dev/null", "a~", "x:y", ""])("%j does not", (path) => {
    expect(leadsOutside(path, "/home/me/ws")).toBe(false);
  });
});
