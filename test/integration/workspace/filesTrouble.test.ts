import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { describe, expect } from "vitest";
import { verifies } from "../../verifies.ts";
import { startWorkspaceServer } from "./workspaceServer.ts";

const program = join(import.meta.dirname, "../../../electron/servers/workspace/main.ts");
const somebody = 65_534;

/** A server that may not do everything: where the tests run as root it gives that up first. */
async function startPlainServer(root: string, state: string): Promise<Client> {
  const drop = `if (process.getuid() === 0) { process.setgroups([]); process.setgid(${somebody}); process.setuid(${somebody}); }`;
  const code = `${drop} await import(${JSON.stringify(program)});`;
  const args = ["--input-type=module", "-e", code, "--", "--root", root, "--state", state];
  const client = new Client({ name: "files-test", version: "1" });
  const env = { PATH: process.env["PATH"] ?? "", HOME: state };
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env }));
  return client;
}

function codeOf(result: Readonly<Record<string, unknown>>): unknown {
  return (result["structuredContent"] as { error?: { code?: unknown } } | undefined)?.error?.code;
}

function textOf(result: Readonly<Record<string, unknown>>): string {
  return (result["content"] as { text?: string }[])[0]?.text ?? "";
}

describe("without the permission", () => {
  verifies(
    ["TOOL-01", "TOOL-06"],
    "a file is neither read nor changed, and the answer says why and what to do",
    async () => {
      const base = realpathSync(mkdtempSync(join(tmpdir(), "loopwright-files-")));
      const [root, state] = [join(base, "ws"), join(base, "state")];
      try {
        for (const folder of [root, state, join(root, "closed")]) mkdirSync(folder);
        writeFileSync(join(root, "secret.txt"), "s");
        writeFileSync(join(root, "closed/a.txt"), "a");
        chmodSync(join(root, "secret.txt"), 0o200);
        chmodSync(join(root, "closed"), 0o555);
        chmodSync(base, 0o755);
        if (process.getuid?.() === 0)
          for (const path of [
            root,
            state,
            join(root, "secret.txt"),
            join(root, "closed"),
            join(root, "closed/a.txt"),
          ])
            chownSync(path, somebody, somebody);
        const client = await startPlainServer(root, state);
        for (const [name, args, says] of [
          ["read_file", { path: "secret.txt" }, "Could not read secret.txt"],
          ["edit_file", { path: "secret.txt", old_str: "s", new_str: "t" }, "Could not read secret.txt"],
          ["write_file", { path: "closed/a.txt", content: "b" }, "Could not write closed/a.txt"],
          ["write_file", { path: "closed/new/b.txt", content: "b" }, "Could not write closed/new/b.txt"],
        ] as const) {
          const result = await client.callTool({ name, arguments: args });
          expect(codeOf(result), textOf(result)).toBe("denied");
          expect(textOf(result)).toContain(says);
          expect(textOf(result)).toContain("Check the owner and mode");
        }
        await client.close();
      } finally {
        rmSync(base, { recursive: true, force: true });
      }
    },
  );
});

describe("a file of somebody else", () => {
  verifies(["TOOL-04"], "that may be changed is, but runs as nobody else than before", async () => {
    const base = realpathSync(mkdtempSync(join(tmpdir(), "loopwright-files-")));
    const [root, state] = [join(base, "ws"), join(base, "state")];
    try {
      for (const folder of [root, state]) mkdirSync(folder);
      writeFileSync(join(root, "theirs.sh"), "one");
      chmodSync(join(root, "theirs.sh"), 0o4666);
      chmodSync(base, 0o755);
      const isTheirs = process.getuid?.() === 0;
      if (isTheirs) for (const path of [root, state]) chownSync(path, somebody, somebody);
      const client = await startPlainServer(root, state);
      const args = { path: "theirs.sh", old_str: "one", new_str: "two" };
      const result = await client.callTool({ name: "edit_file", arguments: args });
      await client.close();
      expect(textOf(result)).toContain("theirs.sh: 1 place changed");
      expect(readFileSync(join(root, "theirs.sh"), "utf8")).toBe("two");
      expect(statSync(join(root, "theirs.sh")).mode & 0o7777).toBe(isTheirs ? 0o666 : 0o4666);
    } finally {
      rmSync(base, { recursive: true, force: true });
    }
  });
});

describe("a root that vanished", () => {
  verifies(
    ["TOOL-01", "TOOL-06"],
    "is named by every file tool, and nothing is made in its place",
    async () => {
      await using server = await startWorkspaceServer({ "a.txt": "a" });
      renameSync(server.root, `${server.root}-away`);
      for (const [tool, input] of [
        ["read_file", { path: "a.txt" }],
        ["edit_file", { path: "a.txt", old_str: "a", new_str: "b" }],
        ["write_file", { path: "sub/b.txt", content: "b" }],
      ] as const) {
        const answer = await server.call(tool, input);
        expect(answer, tool).toMatchObject({ isError: true, code: "notFound" });
        expect(answer.text).toContain("The workspace root does not exist any more.");
        expect(answer.text).toContain("Bring the folder back");
      }
      renameSync(`${server.root}-away`, server.root);
      expect(await server.call("read_file", { path: "a.txt" })).toMatchObject({ isError: false });
    },
  );
});
