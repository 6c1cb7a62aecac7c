import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
  McpError,
  type ClientCapabilities,
} from "@modelcontextprotocol/sdk/types.js";
import type { JsonObject } from "../../../../shared/contract/index.ts";
import type { AskAnswer, ServerAsks } from "../asks.ts";

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
  throw new McpError(USER_REJECTED, answer.reason);
};

/** Hands a server's requests on. */
export const serveAsks = (client: Client, asks: ServerAsks, urlOf: (path: string) => string): void => {
  client.setRequestHandler(ElicitRequestSchema, async ({ params }, { signal }) => {
    const answer = await asks.elicit(params, signal);
    return taken(answer);
  });
  client.setRequestHandler(CreateMessageRequestSchema, async ({ params }, { signal }) => {
    const answer = await asks.sample(params, signal);
    return taken(answer);
  });
  const { roots } = asks;
  if (roots === undefined) return;
  client.setRequestHandler(ListRootsRequestSchema, () => ({
    roots: roots().map(({ path, name }) => ({ uri: urlOf(path), name })),
  }));
};
