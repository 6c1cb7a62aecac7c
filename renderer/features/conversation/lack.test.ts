import { expect } from "vitest";
import { verifies } from "../../../test/verifies.ts";
import { lackOf } from "./lack.ts";

verifies("MCP-05", "a lack is taken from the host's own tool alone, once it has answered", () => {
  const call = {
    serverId: "host" as never,
    tool: "find_servers",
    state: "completed",
    arguments: { keyword: " jira ", need: "Read issues." },
  } as const;
  expect(lackOf(call)).toEqual({ keyword: "jira", need: "Read issues." });
  expect(lackOf({ ...call, arguments: { keyword: "jira" } })).toEqual({ keyword: "jira", need: "" });
  for (const other of [
    { serverId: "srv_1" as never },
    { tool: "read_file" },
    { state: "running" as const },
    { arguments: { keyword: 3 } },
    { arguments: { keyword: "  " } },
  ])
    expect(lackOf({ ...call, ...other }), JSON.stringify(other)).toBeUndefined();
});
