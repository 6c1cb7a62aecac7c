import { chmodSync, existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ToolListChangedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { describe, expect, it } from "vitest";
import { openTestWorkspace } from "../../../electron/servers/workspace/testing/testWorkspace.ts";
import { verifies } from "../../verifies.ts";
import { startWorkspaceServer, until, type WorkspaceServer } from "./workspaceServer.ts";

const scripts = (all: Record<string, string>): string => JSON.stringify({ scripts: all });

async function names({ client }: WorkspaceServer): Promise<string[]> {
  return (await client.listTools()).tools.map((tool) => tool.name);
}

function countNotices({ client }: WorkspaceServer): () => number {
  let notices = 0;
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
    notices += 1;
  });
  return () => notices;
}

/** Replaces package.json in one step: a file caught empty while it is written is a change of its own. */
function replace(server: WorkspaceServer, text: string): void {
  server.put("package.json.new", text);
  renameSync(join(server.root, "package.json.new"), join(server.root, "package.json"));
}

describe("project tools", () => {
  verifies(["TOOL-09"], "come, change and go with the file, each told by one list_changed", async () => {
    await using server = await startWorkspaceServer();
    const notices = countNotices(server);
    expect(await names(server)).not.toContain("run_npm_script");
    server.put("package.json", scripts({ hello: "echo hi" }));
    await until(() => notices() === 1, "a notice after package.json came");
    const listed = (await server.client.listTools()).tools.find((tool) => tool.name === "run_npm_script");
    expect(listed?.description).toContain("- hello: echo hi");
    expect(listed?._meta?.["loopwright/severity"]).toBe("L3");
    replace(server, JSON.stringify({ scripts: { hello: "echo hi" }, version: "2.0.0" }));
    replace(server, scripts({ hello: "echo ho" }));
    await until(() => notices() === 2, "a notice after a script changed, none for the version");
    rmSync(join(server.root, "package.json"));
    await until(() => notices() === 3, "a notice after package.json went");
    expect(await names(server)).not.toContain("run_npm_script");
    const gone = await server.call("run_npm_script", { script: "hello" });
    expect(gone.code).toBe("notFound");
    expect(gone.text).toContain("run_npm_script is not there now: it comes with package.json");
  });

  verifies(["TOOL-09"], "that a call of ours brings are announced before its answer", async () => {
    await using server = await startWorkspaceServer();
    const notices = countNotices(server);
    await names(server);
    await server.call("write_file", { path: "Makefile", content: "all:\n\techo all\n" });
    expect(notices()).toBe(1);
    expect(await names(server)).toEqual(expect.arrayContaining(["list_make_targets", "run_make_target"]));
  });

  verifies(["TOOL-09"], "are those of every kind of project, and say what they found", async () => {
    using ws = openTestWorkspace({ "package.json": "{ broken" });
    const call = async (tool: string): Promise<string> => (await ws.call(tool, {})).text;
    expect(await call("run_npm_script")).toContain("package.json is not valid JSON");
    ws.put("package.json", JSON.stringify({ devDependencies: { vitest: "4" } }));
    expect(await call("run_test_file")).toContain("run_test_file cannot use these arguments: path");
    const kinds = [
      ["pyproject.toml", "run_pytest"],
      ["pom.xml", "run_maven_test"],
      ["Cargo.toml", "run_cargo"],
      ["go.mod", "run_go_test"],
      ["build.gradle", "run_gradle_test"],
      ["GNUmakefile", "run_make_target"],
    ] as const;
    for (const [file, tool] of kinds) {
      expect(await call(tool)).toContain(`${tool} is not there now: it comes with`);
      ws.put(file, "");
      expect((await ws.call(tool, { nonsense: 1 })).text).toContain(`${tool} cannot use these arguments`);
    }
    ws.put("setup.cfg", "[metadata]\n");
    rmSync(join(ws.root, "pyproject.toml"));
    expect(await call("run_pytest")).toContain("is not there now");
    ws.put("setup.cfg", "[tool:pytest]\n");
    expect((await ws.call("run_pytest", { nonsense: 1 })).text).toContain("cannot use these arguments");
  });

  verifies(["TOOL-09", "TOOL-05"], "run scripts by name with arguments as they are", async () => {
    using ws = openTestWorkspace({
      "package.json": scripts({ show: "node show.mjs", fail: "exit 3" }),
      "show.mjs": "console.log(JSON.stringify(process.argv.slice(2)));\n",
    });
    const args = ["--ignore-scripts", "a b", "$(touch pwned)", '"; touch pwned; "', "-x"];
    const shown = await ws.call("run_npm_script", { script: "show", args });
    expect(shown.text).toMatch(/^npm run show \(node show\.mjs\); exit 0; /);
    expect(String(shown.data["stdout"]).trim().split("\n").at(-1)).toBe(JSON.stringify(args));
    expect(existsSync(join(ws.root, "pwned"))).toBe(false);
    expect((await ws.call("run_npm_script", { script: "fail" })).data["exitCode"]).toBe(3);
    const unknown = await ws.call("run_npm_script", { script: "install" });
    expect(unknown.text).toBe('package.json has no script "install".\n\nIts scripts are show, fail.');
  });

  verifies(["TOOL-09"], "run one test file or one test, and count what passed", async () => {
    using ws = openTestWorkspace({
      "package.json": scripts({ test: "node --test" }),
      "a.test.mjs": [
        'import test from "node:test";',
        'import assert from "node:assert";',
        'test("adds (1)", () => {});',
        'test("fails", () => assert.equal(1, 2));',
      ].join("\n"),
    });
    const all = await ws.call("run_test_file", { path: "a.test.mjs" });
    expect(all.text).toMatch(/^node:test a\.test\.mjs: 1 passed, 1 failed; exit 1; /);
    const one = await ws.call("run_test_file", { path: "a.test.mjs", name: "adds (1)" });
    expect(one.data["tests"]).toEqual({ passed: 1, failed: 0, skipped: 0 });
    expect((await ws.call("run_test_file", { path: "b.test.mjs" })).text).toContain("there are a.test.mjs");
  });

  verifies(
    ["TOOL-09"],
    "give no text of the model's to a program as an option",
    async () => {
      const recorder = '#!/bin/sh\nprintf "%s\\n" "$@"\n';
      const files = ["pom.xml", "Cargo.toml", "go.mod", "build.gradle", "pytest.ini", "tests/t.py"];
      using ws = openTestWorkspace({
        ...Object.fromEntries(files.map((name) => [name, ""])),
        Makefile: "t:\n",
      });
      const programs = ["mvn", "cargo", "go", "gradle", "make", "python3"];
      for (const program of programs) {
        ws.put(`node_modules/.bin/${program}`, recorder);
        chmodSync(join(ws.root, "node_modules/.bin", program), 0o755);
      }
      const evil = ["-Dx=1", "--config=x", "-f", "--", "--eval=$(shell touch pwned)", "a b\n-c", "-"];
      const targets: readonly (readonly [string, string, Record<string, unknown>])[] = [
        ["run_maven_test", "test", {}],
        ["run_maven_test", "module", {}],
        ["run_gradle_test", "test", {}],
        ["run_gradle_test", "module", {}],
        ["run_cargo", "package", { task: "check" }],
        ["run_cargo", "test", { task: "test" }],
        ["run_go_test", "package", {}],
        ["run_go_vet", "package", {}],
        ["run_make_target", "target", {}],
        ["run_pytest", "name", {}],
      ];
      for (const [tool, field, rest] of targets) {
        for (const text of evil) {
          const answer = await ws.call(tool, { ...rest, [field]: text });
          expect([tool, field, text, answer.code]).toEqual([tool, field, text, "invalidInput"]);
        }
      }
      expect(await ws.call("run_make_target", { target: "SHELL=touch" })).toMatchObject({
        code: "invalidInput",
      });
      const said = async (tool: string, input: Record<string, unknown>): Promise<string[]> =>
        String((await ws.call(tool, input)).data["stdout"])
          .trim()
          .split("\n");
      expect(await said("run_maven_test", { test: "A#b", module: "core" })).toEqual([
        "-B",
        "-o",
        "-pl",
        "core",
        "-am",
        "-Dtest=A#b",
        "-Dsurefire.failIfNoSpecifiedTests=false",
        "test",
      ]);
      expect(await said("run_maven_test", { network: true })).toEqual(["-B", "test"]);
      expect(await said("run_cargo", { task: "test", package: "core", test: "a::b" })).toEqual([
        "test",
        "--color=never",
        "--offline",
        "--package=core",
        "a::b",
      ]);
      expect(await said("run_go_test", { name: "-x" })).toEqual(["test", "-run=-x", "./..."]);
      expect(await said("run_gradle_test", { test: "A#b", module: ":core" })).toEqual([
        "--console=plain",
        "--no-daemon",
        "--offline",
        ":core:test",
        "--tests=A.b",
      ]);
      expect(await said("run_make_target", { target: "t" })).toEqual(["--file", "Makefile", "--", "t"]);
      expect(await said("run_pytest", { path: "tests/t.py", name: "test_a" })).toEqual([
        "-m",
        "pytest",
        "--color=no",
        `${join(ws.root, "tests/t.py")}::test_a`,
      ]);
      expect(await said("run_pytest", { path: "tests", name: "a and not b" })).toEqual([
        "-m",
        "pytest",
        "--color=no",
        "-ka and not b",
        join(ws.root, "tests"),
      ]);
    },
    120_000,
  );

  verifies(["TOOL-09"], "lists make targets without running anything", async () => {
    using ws = openTestWorkspace({
      Makefile: [
        "X := $(shell touch pwned)",
        "Y = 1",
        "# Say hi to everybody",
        "hi: dep",
        "\t@echo hi",
        "all build/app: hi ## Everything",
        ".PHONY: hi",
        "%.o: %.c",
        "$(X): y",
      ].join("\n"),
    });
    const answer = await ws.call("list_make_targets", {});
    expect(answer.text).toBe(
      "Makefile: 3 targets.\n\nhi\tSay hi to everybody\nall\tEverything\nbuild/app\tEverything",
    );
    expect(existsSync(join(ws.root, "pwned"))).toBe(false);
    expect((await ws.call("run_make_target", { target: "hi" })).data["exitCode"]).toBe(2);
  });

  it("uses the python of the project's own environment", async () => {
    using ws = openTestWorkspace({ "pytest.ini": "" });
    ws.put(".venv/bin/python", '#!/bin/sh\necho own "$@"\n');
    chmodSync(join(ws.root, ".venv/bin/python"), 0o755);
    expect((await ws.call("run_pytest", {})).data["stdout"]).toBe("own -m pytest --color=no\n");
  });

  it("in a team runs only the programs that one may run", async () => {
    const permits = {
      mayWrite: () => true,
      mayRun: (program: string) => program === "make",
      mayRunShell: false,
      mayUseNetwork: false,
    };
    using ws = openTestWorkspace(
      { "package.json": scripts({ a: "echo" }), Makefile: "t:\n\t@echo made\n" },
      {},
      { permits },
    );
    expect(await ws.call("run_npm_script", { script: "a" })).toMatchObject({ code: "denied" });
    expect(await ws.call("run_make_target", { target: "t", network: true })).toMatchObject({
      code: "denied",
    });
    expect((await ws.call("run_make_target", { target: "t" })).data["stdout"]).toBe("made\n");
  });
});
