import type { JsonObject, ServerId } from "../../../shared/contract/index.ts";
import type { ToolEntry, ToolResult } from "../mcp/index.ts";
import { sha256 } from "../policy/index.ts";

/** No server: the host answers itself. */
export const HOST = "host" as ServerId;

/** A tool that the host itself answers, in memory: it reads no file, starts no program and asks nobody. */
export const hostTool = ({
  name,
  description,
  inputSchema,
}: Pick<ToolEntry, "name" | "description" | "inputSchema">): ToolEntry => ({
  serverId: HOST,
  serverName: "Loopwright",
  name,
  modelName: name,
  description,
  inputSchema,
  severity: "L1",
  timeoutMs: 10_000,
  definitionHash: `sha256:${sha256(name)}`,
  isEnabled: true,
  isBundled: true,
  isTrustedServer: true,
  annotations: {},
  canPreview: false,
  isRemote: false,
});

/** A result of one text, with structured content beside it where given. */
export const textResult = (text: string, structured?: JsonObject): ToolResult => ({
  content: [{ type: "text", text }],
  structured,
  isError: false,
  bytes: Buffer.byteLength(text),
  warnings: [],
});
