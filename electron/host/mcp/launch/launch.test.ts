import { homedir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/verifies.ts";
import { findCommand } from "./findCommand.ts";
import { createLoginPath } from "./loginPath.ts";

describe("createLoginPath", () => {
  verifies(
    ["MCP-07"],
    "asks the login shell once, keeps its order, adds our own and the usual folders",
    async () => {
      const asked: string[][] = [];
      const path = createLoginPath({
        platform: "linux",
        env: { SHELL: "/bin/zsh", PATH: "/own/bin:/usr/bin" },
        run: async (command, args) => {
          asked.push([command, ...args]);
          return "motd\n__loopwright_path__/home/x/.nvm/bin:/usr/bin__loopwright_path__";
        },
      });
      const local = join(homedir(), ".local", "bin");
      expect(await path()).toBe(
        [
          "/home/x/.nvm/bin",
          "/usr/bin",
          "/own/bin",
          "/usr/local/bin",
          "/opt/homebrew/bin",
          local,
          "/bin",
        ].join(":"),
      );
      await path();
      expect(asked).toEqual([
        ["/bin/zsh", "-ilc", `printf '%s' "__loopwright_path__$PATH__loopwright_path__"`],
      ]);
    },
  );

  it("falls back to the process's own where the shell does not answer", async () => {
    const path = createLoginPath({ platform: "linux", env: { PATH: "/own/bin" }, run: async () => null });
    expect((await path()).split(":")[0]).toBe("/own/bin");
  });
});

describe("findCommand", () => {
  const node = { nodePath: "/shipped/node", npxPath: "/shipped/npx-cli.js" };

  verifies(
    ["MCP-07"],
    "finds by PATH, by path and from the folder; node and npx fall back to the shipped Node",
    async () => {
      const at = { path: "/nowhere:/bin", cwd: "/bin", node };
      expect(await findCommand("sh", at)).toEqual({ ok: true, value: { path: "/bin/sh", argsBefore: [] } });
      expect(await findCommand("./sh", at)).toEqual({ ok: true, value: { path: "/bin/sh", argsBefore: [] } });
      const bare = { ...at, path: "/nowhere" };
      expect(await findCommand("node", bare)).toEqual({
        ok: true,
        value: { path: "/shipped/node", argsBefore: [] },
      });
      expect(await findCommand("npx", bare)).toEqual({
        ok: true,
        value: { path: "/shipped/node", argsBefore: ["/shipped/npx-cli.js"] },
      });
      expect(await findCommand("npx", { ...bare, node: { nodePath: "/shipped/node" } })).toMatchObject({
        ok: false,
        error: { params: { what: "Node.js", tried: "/nowhere" } },
      });
      expect(await findCommand("strange", bare)).toMatchObject({
        ok: false,
        error: { key: "serverCommandNotFound" },
      });
    },
  );
});
