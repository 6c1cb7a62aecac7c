import { writeFileSync } from "node:fs";
import path from "node:path";
import type { ServerId, ServerInfo } from "../../../shared/contract/index.ts";
import type { TestHost } from "../../fakes/hostProcess.ts";
import { caseServer, toolTable } from "../table.ts";
import { isObject, NotRun, wordOf, type Json } from "../types.ts";

const words = ["name", "description", "required", "inputSchema", "outputSchema", "result"];

const schemaOf = (tool: Json): unknown => {
  if ("inputSchema" in tool) return tool["inputSchema"];
  const required = Array.isArray(tool["required"]) ? tool["required"].map(String) : [];
  return {
    type: "object",
    properties: Object.fromEntries(required.map((name) => [name, { type: "string" }])),
    required,
  };
};

const resultOf = (result: unknown): unknown => {
  if (result === undefined) return {};
  if (!isObject(result)) throw new NotRun(`by hand: a tool result given as "${wordOf(result)}"`);
  return { result: "content" in result ? result : { content: [result] } };
};

/** The tools of a case that are not ours, as the case's own server must serve them. @throws NotRun for what it cannot serve */
export const servedTools = (tools: readonly Json[]): Json[] =>
  tools
    .filter((tool) => !Object.hasOwn(toolTable, String(tool["name"])))
    .map((tool) => {
      const odd = Object.keys(tool).find((key) => !words.includes(key));
      if (odd !== undefined) throw new NotRun(`not built yet: a tool with ${odd}`);
      const { required: _, result, ...rest } = tool;
      return {
        description: String(tool["name"]),
        ...rest,
        inputSchema: schemaOf(tool),
        ...(resultOf(result) as Json),
      };
    });

/** Adds the case's own server to the host and waits until it is ready. */
export const addCaseServer = async (
  host: TestHost,
  folder: string,
  tools: readonly Json[],
): Promise<ServerId> => {
  const file = path.join(folder, "tools.json");
  writeFileSync(file, JSON.stringify(tools));
  const args = [path.join(import.meta.dirname, "../caseServer.ts"), file];
  const old = (await host.ask("server.list", {})).find((server) => server.name === caseServer);
  // A case that was broken off may have left its own behind.
  if (old) await host.ask("server.remove", { serverId: old.serverId });
  const transport = { kind: "stdio", command: process.execPath, args } as const;
  const { serverId } = await host.ask("server.add", { name: caseServer, transport });
  await host.request("server.start", { serverId });
  const isSettled = (server: ServerInfo | undefined): boolean =>
    server?.serverId === serverId && (server.state === "ready" || server.state === "failed");
  const { server } = await host.waitFor("server.changed", (change) => isSettled(change.server), 30_000);
  if (server?.state !== "ready")
    throw new Error(`the case's own server did not start: ${server?.lastError?.message ?? ""}`);
  return serverId;
};
