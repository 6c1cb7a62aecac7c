/** What a request looks like to {@link createNextServer}. */
export interface Asked {
  readonly id?: string | number;
  readonly method: string;
  readonly params?: Record<string, unknown>;
}

/** Headers of the request, where it came over HTTP. */
type Headers = Readonly<Record<string, string | string[] | undefined>>;
type Write = (message: object) => void;

const schema = (properties: Record<string, unknown> = {}): object => ({ type: "object", properties });
const text = (value: string): object => ({ content: [{ type: "text", text: value }] });
const SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId";

/** Hand-written server of protocol 2026-07-28, and of no other: what it is asked and what it says are plain messages. */
export const createNextServer = () => {
  const listeners = new Map<string | number, Write>();
  const tools: object[] = [
    { name: "ask_name", description: "Asks for a name.", inputSchema: schema() },
    { name: "no_schema", description: "Cannot be offered." },
    { name: "odd", description: "Answers with a block of a type of its own.", inputSchema: schema() },
    { name: "slow", description: "Tells progress and never answers.", inputSchema: schema() },
    { name: "grow", description: "Adds a tool.", inputSchema: schema() },
    { name: "seen", description: "What was seen.", inputSchema: schema() },
    {
      name: "region",
      description: "Wants a header.",
      inputSchema: schema({ region: { type: "string", "x-mcp-header": "Region" } }),
    },
    {
      name: "bad_header",
      description: "Marks what cannot be a header.",
      inputSchema: schema({ many: { type: "array", "x-mcp-header": "Many" } }),
    },
  ];
  const seen = { reads: 0, lists: 0, cancelled: 0 };

  const announce = (method: string, params: object = {}): void => {
    for (const [id, write] of listeners)
      write({ jsonrpc: "2.0", method, params: { ...params, _meta: { [SUBSCRIPTION]: id } } });
  };

  const call = (params: Record<string, unknown>, headers: Headers, write: Write): object | null => {
    const token = (params["_meta"] as Record<string, unknown> | undefined)?.["progressToken"];
    switch (params["name"]) {
      case "ask_name": {
        const answers = params["inputResponses"] as Record<string, { content?: object }> | undefined;
        if (answers !== undefined)
          return text(JSON.stringify({ state: params["requestState"], who: answers["who"]?.content }));
        const requestedSchema = { type: "object", properties: { name: { type: "string" } } };
        const asked = { mode: "form", message: "Who?", requestedSchema };
        return {
          resultType: "input_required",
          inputRequests: { who: { method: "elicitation/create", params: asked } },
          requestState: "state-1",
        };
      }
      case "odd":
        return {
          content: [
            { type: "hologram", data: 1 },
            { type: "text", text: "well" },
          ],
        };
      case "slow":
        write({
          jsonrpc: "2.0",
          method: "notifications/progress",
          params: { progressToken: token, progress: 1, message: "begun" },
        });
        return null;
      case "grow":
        tools.push({ name: "grown", description: "New.", inputSchema: schema() });
        announce("notifications/tools/list_changed");
        return text("grown");
      case "seen":
        return text(JSON.stringify(seen));
      case "region":
        return text(String(headers["mcp-param-region"]));
      default:
        return { ...text("no such tool"), isError: true };
    }
  };

  const resultOf = (asked: Asked, headers: Headers, write: Write): object | null | undefined => {
    const params = asked.params ?? {};
    switch (asked.method) {
      case "server/discover":
        return {
          supportedVersions: ["2026-07-28"],
          capabilities: { tools: { listChanged: true }, resources: { subscribe: true } },
          instructions: "Ask for names.",
          ttlMs: 0,
          cacheScope: "private",
          _meta: { "io.modelcontextprotocol/serverInfo": { name: "next", version: "1.2.3" } },
        };
      case "tools/list":
        seen.lists++;
        return { tools, ttlMs: 60_000, cacheScope: "private" };
      case "resources/read":
        seen.reads++;
        return {
          contents: [{ uri: params["uri"], text: `read ${seen.reads}` }],
          ttlMs: 60_000,
          cacheScope: "private",
        };
      case "tools/call":
        return call(params, headers, write);
      default:
        return undefined;
    }
  };

  return {
    seen,
    announce,
    /** The stream that a request came on is gone. */
    gone: (id: string | number): void => {
      if (!listeners.delete(id)) seen.cancelled++;
    },
    /** Takes one message; `write` answers it, at once or later. */
    take: (asked: Asked, headers: Headers, write: Write): void => {
      const { id, method, params = {} } = asked;
      if (method === "notifications/cancelled") seen.cancelled++;
      if (id === undefined) return;
      if (method === "subscriptions/listen") {
        listeners.set(id, write);
        write({
          jsonrpc: "2.0",
          method: "notifications/subscriptions/acknowledged",
          params: { notifications: params["notifications"], _meta: { [SUBSCRIPTION]: id } },
        });
        return;
      }
      const result = resultOf(asked, headers, write);
      if (result === null) return;
      write(
        result === undefined
          ? { jsonrpc: "2.0", id, error: { code: -32_601, message: "Method not found" } }
          : { jsonrpc: "2.0", id, result: { resultType: "complete", ...result } },
      );
    },
  };
};
