import type { ToolEntry } from "../mcp/index.ts";
import type { Resolved } from "./resolveCall.ts";
import type { CallPorts } from "./types.ts";

const TIMEOUT_MS = 5_000;

const firstLine = (blocks: readonly { readonly [key: string]: unknown }[]): string => {
  const text = blocks.find((block) => typeof block["text"] === "string")?.["text"];
  return typeof text === "string" ? (text.split("\n")[0] ?? "").slice(0, 500) : "";
};

/**
 * A tool of the project comes and goes with its files (TOOL-09). When one is asked for that is not there, the workspace's server says
 * why, so that the model need not guess. Any other answer leaves the problem as it is. Never rejects.
 */
export const withReason = async (
  ports: Pick<CallPorts, "servers">,
  name: string,
  resolved: Resolved,
  tools: readonly ToolEntry[],
  signal: AbortSignal,
): Promise<Resolved> => {
  const own = tools.find((tool) => tool.isBundled);
  if (resolved.ok || resolved.entry !== null || own === undefined) return resolved;
  // Asked as a preview: should the tool be back in this moment, it still does nothing that nobody allowed.
  const meta = { "loopwright/preview": true };
  const answer = await ports.servers.call(
    { serverId: own.serverId, name },
    {},
    { signal, timeoutMs: TIMEOUT_MS, meta },
  );
  if (!answer.ok || !answer.value.isError) return resolved;
  const why = firstLine(answer.value.content);
  return why.startsWith(`${name} is not there`)
    ? { ...resolved, problem: `${why} Nothing was run.` }
    : resolved;
};
