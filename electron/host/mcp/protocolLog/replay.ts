import { fail, ok, type JsonObject, type Result } from "../../../../shared/contract/index.ts";
import { isJsonObject } from "../schema/index.ts";
import { isOfferMethod, type OfferMethod } from "../types.ts";
import type { TrafficEntry } from "./protocolLog.ts";

/** What sending a message once more means: a request that only reads, or a tool call, which must pass the policy. */
export type Replay =
  | { readonly kind: "ask"; readonly method: OfferMethod; readonly params: JsonObject }
  | { readonly kind: "call"; readonly tool: string; readonly arguments: JsonObject };

const refused = (message: string, key: string, params: Record<string, string> = {}): Result<never> =>
  fail("invalidInput", message, { key, params });

/** What a kept request asks for when it is sent again; the old progress token and request id stay behind. */
export const replayOf = (entry: TrafficEntry | undefined): Result<Replay> => {
  if (entry === undefined)
    return refused("This message is not kept any more. Choose a newer one.", "replayGone");
  if (entry.direction !== "out" || entry.kind !== "request")
    return refused("Only a request that the host sent can be sent again.", "replayNotOurs");
  if (entry.isClipped)
    return refused(
      "This request is too long to be kept whole, so it cannot be sent again as it was.",
      "replayClipped",
    );
  const message: unknown = JSON.parse(entry.text);
  const params = isJsonObject(message) && isJsonObject(message["params"]) ? message["params"] : {};
  const { _meta, task, ...own } = params;
  if (entry.method === "tools/call") {
    const { name, arguments: args } = own;
    if (typeof name !== "string") return refused("This call names no tool.", "replayNoTool");
    return ok({ kind: "call", tool: name, arguments: isJsonObject(args) ? args : {} });
  }
  if (isOfferMethod(entry.method)) return ok({ kind: "ask", method: entry.method, params: own });
  return refused(
    `"${entry.method}" belongs to the course of the connection and is not sent a second time.`,
    "replayNotNow",
    { method: entry.method },
  );
};
