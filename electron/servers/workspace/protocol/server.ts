import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import {
  CallToolRequestSchema,
  ListToolsRequestSchema,
  type ListToolsResult,
} from "@modelcontextprotocol/sdk/types.js";
import { jsonSchemaOf } from "./arguments.ts";
import type { Dispatch } from "./dispatch.ts";
import type { Tool, ToolSet } from "./toolTypes.ts";

const instructions =
  "Tools for one folder, the workspace. Paths are relative to its root, written with /. Look with list_files, " +
  "search_code and read_file before changing anything; change parts of files with edit_file; run tests and builds with " +
  "run_program. Every answer starts with one summary line; where something was cut it says so and how to get the rest.";

function definitionOf(tool: Tool, meta: Readonly<Record<string, unknown>>): ListToolsResult["tools"][number] {
  const { type: _type, ...schema } = jsonSchemaOf(tool.schema);
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: { type: "object", ...schema } as ListToolsResult["tools"][number]["inputSchema"],
    annotations: { title: tool.title, ...tool.annotations },
    _meta: {
      "loopwright/severity": tool.severity,
      "loopwright/timeoutMs": tool.timeoutMs,
      ...(tool.isPreviewable ? { "loopwright/preview": true } : {}),
      ...meta,
    },
  };
}

/**
 * The MCP server of a set of tools; connect it to a transport to serve.
 * @param canPush false where no connection stays open between requests: it then does not promise `list_changed`
 */
export function createServer(tools: ToolSet, dispatch: Dispatch, version: string, canPush = true): Server {
  const server = new Server(
    { name: "loopwright-workspace", version },
    { capabilities: { tools: { listChanged: canPush } }, instructions },
  );
  server.setRequestHandler(ListToolsRequestSchema, async () => ({
    tools: await Promise.all(
      tools.list().map(async (tool) => definitionOf(tool, (await tools.metaOf?.(tool)) ?? {})),
    ),
  }));
  if (canPush) {
    server.onclose = tools.onChanged(() => {
      // A client that is gone needs no notice; its end is handled by the transport.
      server.sendToolListChanged().catch(() => undefined);
    });
  }
  server.setRequestHandler(CallToolRequestSchema, async (request, extra) => {
    const { name, arguments: input, _meta: meta } = request.params;
    const progressToken = meta?.progressToken;
    const call = { id: extra.requestId, name, input, meta, signal: extra.signal };
    if (progressToken === undefined) return await dispatch(call);
    let sent = 0;
    const onProgress = (message: string, bytes: number): void => {
      sent = Math.max(sent + 1, bytes);
      const params = { progressToken, progress: sent, message };
      // A client that is gone needs no progress; its end is handled by the transport.
      extra.sendNotification({ method: "notifications/progress", params }).catch(() => undefined);
    };
    return await dispatch({ ...call, onProgress });
  });
  return server;
}
