import { pathToFileURL } from "node:url";
import { ProtocolError, type Client } from "@modelcontextprotocol/client";
import type { JsonObject } from "../../../../shared/contract/index.ts";
import type { AskAnswer, ServerAsks } from "../asks.ts";

const USER_REJECTED = -1;

const taken = (answer: AskAnswer): never => {
  if (answer.kind === "answered") return answer.result as never;
  throw new ProtocolError(USER_REJECTED, answer.reason);
};

/** Answers what a server wants to know before it goes on with a request (multi-round-trip requests). */
export const answerAsks = (client: Client, asks: ServerAsks): void => {
  client.setRequestHandler("elicitation/create", async ({ params }, { mcpReq }) =>
    taken(await asks.elicit(params as unknown as JsonObject, mcpReq.signal)),
  );
  client.setRequestHandler("sampling/createMessage", async ({ params }, { mcpReq }) =>
    taken(await asks.sample(params as unknown as JsonObject, mcpReq.signal)),
  );
  const { roots } = asks;
  if (roots === undefined) return;
  client.setRequestHandler("roots/list", () => ({
    roots: roots().map(({ path, name }) => ({ uri: pathToFileURL(path).href, name })),
  }));
};
