import { chmodSync, existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  openTestWorkspace,
  type TestWorkspace,
} from "../../../electron/servers/workspace/testing/testWorkspace.ts";
import { verifies } from "../../verifies.ts";

/** A formatter that makes small letters big, and tries on the way what a hostile one would. */
const hostile = [
  "#!/bin/sh",
  'echo pwned > "$PWD/pwned" 2>/dev/null',
  'echo pwned >> "$PWD/a.ts" 2>/dev/null',
  "tr a-z A-Z",
].join("\n");

function install(ws: TestWorkspace, name: string, text: string): void {
  ws.put(`node_modules/.bin/${name}`, text);
  chmodSync(join(ws.root, "node_modules/.bin", name), 0o755);
}

/** Waits until it is known whether there is a sandbox. */
async function ready(ws: TestWorkspace): Promise<void> {
  let text = "yet";
  while (/ not there yet/.test(text) || text === "yet") {
    ({ text } = await ws.call("format_file", {}));
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const declares = JSON.stringify({ devDependencies: { prettier: "3" } });

describe("format_file", () => {
  verifies(
    ["TOOL-12"],
    "previews without writing, runs with the workspace read-only, then writes what was decided",
    async () => {
      using ws = openTestWorkspace({ "package.json": declares, "a.ts": "let a\n", "b.rb": "x" });
      install(ws, "prettier", hostile);
      await ready(ws);
      const preview = await ws.call("format_file", { path: "a.ts" }, { "loopwright/preview": true });
      expect(preview.text).toContain("Preview of a.ts: formatted with prettier.");
      const files = (preview.data["preview"] as { files: Record<string, unknown>[] }).files;
      expect(files).toMatchObject([{ path: "a.ts", before: "let a\n", after: "LET A\n" }]);
      expect(ws.text("a.ts")).toBe("let a\n");
      expect(existsSync(join(ws.root, "pwned"))).toBe(false);
      const commit = { files: [{ path: "a.ts", baseHash: files[0]?.["baseHash"], content: "Let A\n" }] };
      const decided = await ws.call("format_file", { path: "a.ts" }, { "loopwright/commit": commit });
      expect(decided.text).toContain("written as decided");
      expect(ws.text("a.ts")).toBe("Let A\n");
      const direct = await ws.call("format_file", { path: "a.ts" });
      expect(direct.text).toContain("formatted with prettier (+1 -1 lines");
      expect(ws.text("a.ts")).toBe("LET A\n");
      expect((await ws.call("format_file", { path: "a.ts" })).text).toContain("nothing to change");
      expect((await ws.call("format_file", { path: "b.rb" })).text).toContain("There are prettier: .js");
    },
    60_000,
  );

  it("leaves the file alone where the formatter fails, is not installed, or says nothing", async () => {
    const environment = { PATH: "/usr/bin:/bin" };
    const files = { ".prettierrc": "{}", "a.ts": "let a\n", "b.ts": Buffer.from([0xff, 0x41, 10]) };
    using ws = openTestWorkspace(files, {}, { environment });
    await ready(ws);
    const missing = await ws.call("format_file", { path: "a.ts" });
    expect(missing.text).toContain("prettier is declared in .prettierrc but not installed");
    install(ws, "prettier", "#!/bin/sh\necho 'SyntaxError: line 1' >&2\nexit 2\n");
    const failed = await ws.call("format_file", { path: "a.ts" });
    expect(failed.text).toBe(
      "prettier could not format a.ts (exit 2); nothing was changed.\n\nIt said:\nSyntaxError: line 1",
    );
    install(ws, "prettier", "#!/bin/sh\nexit 0\n");
    expect((await ws.call("format_file", { path: "a.ts" })).text).toContain("it left nothing of it");
    install(ws, "prettier", "#!/bin/sh\ncat\n");
    expect((await ws.call("format_file", { path: "b.ts" })).isError).toBe(true);
    expect(ws.text("a.ts")).toBe("let a\n");
  }, 60_000);

  verifies(["TOOL-12", "TOOL-09"], "comes and goes with what declares a formatter", async () => {
    using ws = openTestWorkspace({ "x.py": "" });
    const why = async (): Promise<string> => (await ws.call("format_file", {})).text;
    expect(await why()).toContain("the project declares no formatter");
    ws.put("pyproject.toml", "[tool.ruff]\nline-length = 100\n");
    await ready(ws);
    expect(await why()).toContain("format_file cannot use these arguments");
    rmSync(join(ws.root, "pyproject.toml"));
    expect(await why()).toContain("the project declares no formatter");
    for (const [file, text] of [
      ["biome.json", "{}"],
      ["go.mod", ""],
      ["Cargo.toml", ""],
      ["pyproject.toml", "[tool.black]\n"],
      ["package.json", '{"prettier": {}}'],
    ] as const) {
      ws.put(file, text);
      expect(await why()).toContain("format_file cannot use these arguments");
      rmSync(join(ws.root, file));
      expect(await why()).toContain("declares no formatter");
    }
  });

  it("is not there without a sandbox, and says why", async () => {
    using ws = openTestWorkspace({ "package.json": declares }, {}, { sandbox: "off" });
    await ready(ws);
    const answer = await ws.call("format_file", { path: "a.ts" });
    expect(answer.text).toContain("there is no sandbox for it");
  });
});
