import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ErrorCode,
  ListRootsRequestSchema,
  McpError,
  type ClientCapabilities,
} from "@modelcontextprotocol/sdk/types.js";
import type { JsonObject } from "../../../../shared/contract/index.ts";

/** A folder that a server may know of. */
export interface ServerRoot {
  readonly path: string;
  readonly name: string;
}

/** What a person answered; the reason of a refusal goes to the server. */
export type AskAnswer =
  | { readonly kind: "answered"; readonly result: JsonObject }
  | { readonly kind: "refused"; readonly reason: string };

/**
 * Answers what servers ask of us in return (MCP-02): a form or a page for the person, an answer of the model, the
 * folders. Nothing is answered without the person but the folders. Never rejects.
 */
export interface ServerAsks {
  elicit(params: JsonObject, signal: AbortSignal): Promise<AskAnswer>;
  /** Asks the person to open a sign-in page; over when they refused, or when `signal` says that the page answered. */
  signIn?: (url: string, signal: AbortSignal) => Promise<AskAnswer>;
  sample(params: JsonObject, signal: AbortSignal): Promise<AskAnswer>;
  /** Absent where the person did not allow the server to know of the open folders. */
  readonly roots?: () => readonly ServerRoot[];
}

/** What the client says it can do; each has its handler below. */
export const capabilitiesFor = (asks: ServerAsks | undefined): ClientCapabilities =>
  asks === undefined
    ? {}
    : {
        elicitation: { form: { applyDefaults: true }, url: {} },
        sampling: {},
        ...(asks.roots === undefined ? {} : { roots: { listChanged: true } }),
      };

const USER_REJECTED = -1;

const taken = (answer: AskAnswer): JsonObject => {
  if (answer.kind === "answered") return answer.result;
  throw new McpError(USER_REJECTED as ErrorCode, answer.reason);
};

/** Hands a server's requests on. */
export const serveAsks = (client: Client, asks: ServerAsks, urlOf: (path: string) => string): void => {
  client.setRequestHandler(ElicitRequestSchema, async ({ params }, { signal }) => {
    const answer = await asks.elicit(params as unknown as JsonObject, signal);
    return taken(answer) as { action: "accept" | "decline" | "cancel" };
  });
  client.setRequestHandler(CreateMessageRequestSchema, async ({ params }, { signal }) => {
    const answer = await asks.sample(params as unknown as JsonObject, signal);
    return taken(answer) as never;
  });
  const { roots } = asks;
  if (roots === undefined) return;
  client.setRequestHandler(ListRootsRequestSchema, () => ({
    roots: roots().map(({ path, name }) => ({ uri: urlOf(path), name })),
  }));
};
