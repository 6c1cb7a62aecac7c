import type { Read } from "../mcpCall.ts";
import type { Load } from "./install.ts";

/** A client that is connected to a server and has listed its tools. */
export interface PeerClient {
  readonly read: Read;
  readonly close: () => Promise<unknown>;
}

/** Starts the program `command` with `args` as an MCP server, connects, and lists its one tool, `read`. */
export type ConnectPeer = (load: Load, command: string, args: readonly string[]) => Promise<PeerClient>;

type Content = readonly { readonly text?: string }[];

const lengthOf = (result: unknown): number => {
  if (typeof result === "string") return result.length;
  const content = Array.isArray(result) ? (result as Content) : (result as { content: Content }).content;
  return content[0]?.text?.length ?? 0;
};

const aiSdk: ConnectPeer = async (load, command, args) => {
  const { createMCPClient } = (await load("@ai-sdk/mcp")) as {
    createMCPClient: (options: unknown) => Promise<{
      tools(): Promise<Record<string, { execute(args: unknown, options: unknown): Promise<unknown> }>>;
      close(): Promise<void>;
    }>;
  };
  const { Experimental_StdioMCPTransport: Transport } = (await load("@ai-sdk/mcp/mcp-stdio")) as {
    Experimental_StdioMCPTransport: new (options: unknown) => unknown;
  };
  const client = await createMCPClient({ transport: new Transport({ command, args }) });
  const { read } = await client.tools();
  let calls = 0;
  return {
    read: async (path) =>
      lengthOf(await read?.execute({ path }, { toolCallId: String(calls++), messages: [] })),
    close: () => client.close(),
  };
};

const mcporter: ConnectPeer = async (load, command, args) => {
  const { createRuntime } = (await load("mcporter")) as {
    createRuntime: (options: unknown) => Promise<{
      listTools(server: string): Promise<unknown>;
      callTool(server: string, tool: string, options: unknown): Promise<unknown>;
      close(): Promise<void>;
    }>;
  };
  const stdio = { kind: "stdio", command, args, cwd: process.cwd() };
  const runtime = await createRuntime({ servers: [{ name: "files", command: stdio }] });
  await runtime.listTools("files");
  return {
    read: async (path) => lengthOf(await runtime.callTool("files", "read", { args: { path } })),
    close: () => runtime.close(),
  };
};

const langchain: ConnectPeer = async (load, command, args) => {
  const { MultiServerMCPClient } = (await load("@langchain/mcp-adapters")) as {
    MultiServerMCPClient: new (options: unknown) => {
      getTools(): Promise<readonly { invoke(args: unknown): Promise<unknown> }[]>;
      close(): Promise<void>;
    };
  };
  const client = new MultiServerMCPClient({ mcpServers: { files: { transport: "stdio", command, args } } });
  const [tool] = await client.getTools();
  return { read: async (path) => lengthOf(await tool?.invoke({ path })), close: () => client.close() };
};

const openaiAgents: ConnectPeer = async (load, command, args) => {
  const { MCPServerStdio } = (await load("@openai/agents")) as {
    MCPServerStdio: new (options: unknown) => {
      connect(): Promise<void>;
      listTools(): Promise<unknown>;
      callTool(name: string, args: unknown): Promise<unknown>;
      close(): Promise<void>;
    };
  };
  const server = new MCPServerStdio({ name: "files", command, args, cacheToolsList: true });
  await server.connect();
  await server.listTools();
  return {
    read: async (path) => lengthOf(await server.callTool("read", { path })),
    close: () => server.close(),
  };
};

/** The peers by the name of their package. */
export const peers: Readonly<Record<string, ConnectPeer>> = {
  "@ai-sdk/mcp": aiSdk,
  mcporter,
  "@langchain/mcp-adapters": langchain,
  "@openai/agents": openaiAgents,
};
