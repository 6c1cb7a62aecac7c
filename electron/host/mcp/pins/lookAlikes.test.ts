import { expect, it } from "vitest";
import type { ServerId } from "../../../../shared/contract/index.ts";
import { LookAlikes, type NamedTool } from "./lookAlikes.ts";

const at = (server: string, name: string, title?: string): NamedTool => ({
  serverId: server as ServerId,
  serverName: server,
  name,
  title,
});

it("SEC-MCP-05: finds names that are the same or look the same on another server, and no others", () => {
  const own = at("a", "read_file");
  const alike = new LookAlikes([
    own,
    at("b", "read_file"),
    at("c", "Read-FiIe"),
    at("d", "read_files"),
    at("a", "readfile"),
    at("e", "other", "Rеad file"),
  ]);
  expect(alike.of(own)).toEqual([
    { serverName: "b", tool: "read_file", isSame: true },
    { serverName: "c", tool: "Read-FiIe", isSame: false },
    { serverName: "e", tool: "other", isSame: false },
  ]);
});
