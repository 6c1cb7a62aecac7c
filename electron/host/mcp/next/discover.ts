import type { JSONRPCMessage, JSONRPCRequest } from "@modelcontextprotocol/sdk/types.js";
import type { JsonObject } from "../../../../shared/contract/index.ts";
import { withoutNulls } from "../envelope/index.ts";
import { isJsonObject } from "../schema/index.ts";

/** The revision without sessions; servers that speak it answer `server/discover` at once. */
export const NEXT_VERSION = "2026-07-28";
/** Id of the question; no client uses it, so that a late answer is told from the others. */
const QUESTION_ID = "loopwright-discover";

const key = (name: string): string => `io.modelcontextprotocol/${name}`;

/** The first request of a connection: which revisions a server speaks (specification 2026-07-28, discovery). */
export const questionOf = (clientInfo: JsonObject, clientCapabilities: JsonObject): JSONRPCRequest => ({
  jsonrpc: "2.0",
  id: QUESTION_ID,
  method: "server/discover",
  params: {
    _meta: {
      [key("protocolVersion")]: NEXT_VERSION,
      [key("clientInfo")]: clientInfo,
      [key("clientCapabilities")]: clientCapabilities,
    },
  },
});

/** Whether this is what the question was answered with. */
export const isReply = (message: JSONRPCMessage): boolean =>
  "id" in message && message.id === QUESTION_ID && !("method" in message);

/**
 * What a server says of itself in an answer, or null when it does not speak {@link NEXT_VERSION}. Every answer but a
 * plain yes means an older server: those know nothing of the question and answer it in many ways.
 */
export const discoveryIn = (message: JSONRPCMessage | null): JsonObject | null => {
  if (message === null || !("result" in message)) return null;
  const result: unknown = message.result;
  if (!isJsonObject(result)) return null;
  const versions: unknown = result["supportedVersions"];
  if (!Array.isArray(versions) || !versions.includes(NEXT_VERSION)) return null;
  // The client takes a greeting as a whole or not at all; what is odd in it is no reason to lose the server.
  const said = withoutNulls(result) as JsonObject;
  return {
    ...said,
    resultType: "complete",
    supportedVersions: versions.filter((version) => typeof version === "string"),
    capabilities: isJsonObject(said["capabilities"]) ? said["capabilities"] : { tools: {} },
  };
};

/** JSON-RPC code of a server that does not take the revision it was asked in. */
const UNSUPPORTED_VERSION = -32_022;

/** The revisions that a server names when it takes none of ours; null for any other answer. */
export const otherVersionsIn = (message: JSONRPCMessage): readonly string[] | null => {
  if (!("error" in message) || message.error.code !== UNSUPPORTED_VERSION) return null;
  const data: unknown = message.error.data;
  const supported: unknown = isJsonObject(data) ? data["supported"] : undefined;
  const named = Array.isArray(supported) ? supported.filter((one) => typeof one === "string") : [];
  return named.length === 0 ? null : named.slice(0, 10);
};

/** Whether a server refused the question, but names the revision it was asked in as one it takes: it is asked once more. */
export const wantsAgain = (message: JSONRPCMessage): boolean => {
  if (!("error" in message) || message.error.code !== UNSUPPORTED_VERSION) return false;
  const data: unknown = message.error.data;
  const supported: unknown = isJsonObject(data) ? data["supported"] : undefined;
  return Array.isArray(supported) && supported.includes(NEXT_VERSION);
};
