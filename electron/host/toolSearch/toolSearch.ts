import { ok, type JsonObject } from "../../../shared/contract/index.ts";
import { toolTokens, type ServerManager, type ToolEntry, type ToolResult } from "../mcp/index.ts";
import { findServers, findServersTool, type KnownServers } from "./findServers.ts";
import { HOST, hostTool, textResult } from "./hostTool.ts";
import { rankTools } from "./rank.ts";

/** Share of a model's window above which tools are offered through search (CTX-03), and a number above which they are anyway. */
const MOST_SHARE = 0.1;
const MOST_TOOLS = 80;
/** Taken for models whose window is not known. */
const USUAL_WINDOW = 128_000;

const FOUND = 8;
const MOST_FOUND = 20;
const PURPOSE_CHARS = 160;

const NAME = "search_tools";

const inputSchema: JsonObject = {
  type: "object",
  properties: {
    query: { type: "string", description: "What the tool should do, in a few words, like: create invoice" },
    limit: {
      type: "integer",
      minimum: 1,
      maximum: MOST_FOUND,
      description: `Most tools to list; ${FOUND} if left out.`,
    },
  },
  required: ["query"],
  additionalProperties: false,
};

const serversOf = (tools: readonly ToolEntry[]): string => {
  const counts = new Map<string, number>();
  for (const { serverName } of tools) counts.set(serverName, (counts.get(serverName) ?? 0) + 1);
  return [...counts].map(([name, count]) => `${name} (${count})`).join(", ");
};

const searchTool = (hidden: readonly ToolEntry[]): ToolEntry =>
  hostTool({
    name: NAME,
    description: `Finds tools of the connected servers by what they do. ${hidden.length} more tools exist than are listed here, of: ${serversOf(hidden)}. Search before you say that something cannot be done. Tools that were found can be called from your next step on.`,
    inputSchema,
  });

/** The first sentence of a description, on one line. */
const purposeOf = ({ description }: ToolEntry): string => {
  const line = description.replace(/\s+/g, " ").trim();
  const sentence = /^.*?[.!?。](?=\s|$)/u.exec(line)?.[0] ?? line;
  return sentence.length <= PURPOSE_CHARS ? sentence : `${sentence.slice(0, PURPOSE_CHARS).toWellFormed()}…`;
};

/** The tools of one session as its model is offered them, and who calls them. */
export interface OfferedTools {
  readonly tools: () => readonly ToolEntry[];
  readonly servers: Pick<ServerManager, "call">;
}

/** What a session's tools are made of. */
export interface ToolSearchPorts {
  readonly all: () => readonly ToolEntry[];
  readonly servers: Pick<ServerManager, "call">;
  /** Model names of tools that the session has called: they stay offered. */
  readonly used: () => readonly string[];
  /** Tokens of the model's window, where that is known. */
  readonly window: number | undefined;
  /** Model names that were found so far; outlives the turn. */
  readonly found: Set<string>;
  readonly known: KnownServers;
}

/**
 * Offers all tools in full while they are few. Where they would take too much of the window, the app's own tools, those found
 * or used so far, and `search_tools` are offered instead (CTX-03, MCP-11). `find_servers` is always there (MCP-05).
 */
export const offerTools = ({ all, servers, used, window, found, known }: ToolSearchPorts): OfferedTools => {
  const isMany = (tools: readonly ToolEntry[]): boolean =>
    tools.length > MOST_TOOLS ||
    tools.reduce((sum, tool) => sum + toolTokens(tool), 0) > MOST_SHARE * (window ?? USUAL_WINDOW);

  const connected = (): readonly ToolEntry[] => {
    const whole = all();
    if (!whole.some(({ isBundled }) => !isBundled) || !isMany(whole)) return whole;
    const known = new Set([...found, ...used()]);
    const isShown = (tool: ToolEntry): boolean => tool.isBundled || known.has(tool.modelName);
    const hidden = whole.filter((tool) => !isShown(tool));
    return hidden.length === 0 ? whole : [...whole.filter(isShown), searchTool(hidden)];
  };

  const search = (args: JsonObject): ToolResult => {
    const query = typeof args["query"] === "string" ? args["query"] : "";
    const limit = typeof args["limit"] === "number" ? args["limit"] : FOUND;
    const foreign = all().filter(({ isBundled }) => !isBundled);
    const ranked = rankTools(foreign, query);
    if (ranked.length === 0)
      return textResult(
        `No tool fits "${query}".\n\nTry other words for what it should do. The servers are: ${serversOf(foreign)}. Where none can do it, ${findServersTool.name} offers the user others.`,
      );
    const best = ranked.slice(0, Math.min(Math.max(1, limit), MOST_FOUND));
    for (const { modelName } of best) found.add(modelName);
    const rows = best.map((tool) => `- ${tool.modelName}: ${purposeOf(tool)}`);
    return textResult(
      `${best.length} of ${foreign.length} tools, best first; they can be called from your next step on.\n\n${rows.join("\n")}`,
    );
  };

  const answer = (name: string, args: JsonObject): Promise<ToolResult> =>
    name === NAME ? Promise.resolve(search(args)) : findServers(known, args);

  return {
    tools: () => [...connected(), findServersTool],
    servers: {
      call: async (entry, args, options) =>
        entry.serverId === HOST ? ok(await answer(entry.name, args)) : servers.call(entry, args, options),
    },
  };
};
