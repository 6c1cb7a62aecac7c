import { describe, expect, it } from "vitest";
import type { ServerId, WorkspaceServer, WorkspaceServers } from "../../../shared/contract/index.ts";
import { remark } from "../../../shared/remarks/index.ts";
import { verifies } from "../../../test/verifies.ts";
import { decisionsOf, firstButton, keyOf, looksSame, openCounts, openFirst } from "./offers.ts";

const server = (givenName: string, state: WorkspaceServer["state"]): WorkspaceServer => ({
  givenName,
  definition: { name: `${givenName} 2`, transport: { kind: "stdio", command: "run", args: [givenName] } },
  notes: [],
  isReady: true,
  telling: {},
  state,
});

const sha256 = `sha256:${"0".repeat(64)}`;
const found = (...servers: WorkspaceServer[]): WorkspaceServers => ({
  files: [
    {
      client: "cursor",
      path: ".cursor/mcp.json",
      servers: [],
      problems: [remark("fileUnreadable", { code: "EACCES" })],
    },
    { client: "claude-code", path: ".mcp.json", sha256, servers, problems: [] },
  ],
  ignored: [],
});

describe("a folder's own servers", () => {
  verifies(
    "MCP-05",
    "only ticked ones are taken, by the name that was shown; what waited and is unticked is refused",
    () => {
      const [fresh, changed, refused, taken] = (["new", "changed", "refused", "taken"] as const).map(
        (state) => server(state, state),
      ) as [WorkspaceServer, WorkspaceServer, WorkspaceServer, WorkspaceServer];
      const all = found(fresh, changed, refused, taken);
      expect(decisionsOf(all, new Set([keyOf(".mcp.json", refused), keyOf(".mcp.json", changed)]))).toEqual([
        {
          path: ".mcp.json",
          sha256,
          servers: [
            { givenName: "new", decision: "refuse" },
            { givenName: "changed", decision: "take", name: "changed 2" },
            { givenName: "refused", decision: "take", name: "refused 2" },
          ],
        },
      ]);
      expect(decisionsOf(found(refused, taken), new Set())).toEqual([]);
    },
  );

  verifies("MCP-05", "SEC-LINK-03: the focus is on the refusal while anything waits for a decision", () => {
    expect(openCounts(found(server("a", "new"), server("b", "changed"), server("c", "taken")))).toEqual({
      fresh: 1,
      changed: 1,
    });
    expect(firstButton(found(server("a", "changed")))).toBe("refuse");
    expect(firstButton(found(server("a", "refused"), server("b", "taken")))).toBe("close");
  });

  it("shows what waits for a decision first, files too", () => {
    const [first] = found(server("a", "refused")).files;
    const [, last] = found(server("b", "taken"), server("c", "changed"), server("d", "new")).files;
    expect(openFirst([first!, last!]).map(({ servers }) => servers.map((one) => one.givenName))).toEqual([
      ["c", "d", "b"],
      [],
    ]);
  });

  verifies("MCP-04", "a change that shows nowhere is told apart from one that does", () => {
    const now = server("a", "changed");
    const was = { ...now, serverId: "s" as ServerId, earlier: { ...now.definition, isTrusted: true } };
    expect(looksSame(was)).toBe(true);
    expect(looksSame({ ...was, earlier: { ...now.definition, name: "other" } })).toBe(false);
    expect(looksSame(now)).toBe(false);
  });
});
