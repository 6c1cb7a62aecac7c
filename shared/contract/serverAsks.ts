import { z } from "zod";
import { Millis, ModelId, ServerId } from "./ids.ts";
import { JsonObject } from "./values.ts";

const common = {
  askId: z.string(),
  serverId: ServerId,
  serverName: z.string(),
  requestedAt: Millis,
};

/**
 * Something a server asks of the person in the middle of its work (MCP elicitation and sampling). All texts are the
 * server's: untrusted. `form` wants fields filled in, `url` a page opened, `sampling` an answer of a model; a sampling
 * that ran waits once more, with its answer shown, before the server gets it. `signIn` is asked on behalf of a server.
 */
export const ServerAsk = z.discriminatedUnion("kind", [
  z.strictObject({ ...common, kind: z.literal("form"), message: z.string(), schema: JsonObject }),
  z.strictObject({ ...common, kind: z.literal("url"), message: z.string(), url: z.string() }),
  /** The page to sign in at; `isRunning` while the way back from it is waited for. */
  z.strictObject({ ...common, kind: z.literal("signIn"), url: z.string(), isRunning: z.boolean() }),
  z.strictObject({
    ...common,
    kind: z.literal("sampling"),
    systemPrompt: z.string().optional(),
    messages: z.array(z.strictObject({ role: z.enum(["user", "assistant"]), text: z.string() })),
    maxTokens: z.int().optional(),
    answer: z.strictObject({ text: z.string(), model: z.string() }).optional(),
    /** True while the model is being asked. */
    isRunning: z.boolean(),
  }),
]);
export type ServerAsk = z.infer<typeof ServerAsk>;

/**
 * What the person says: `accept` takes `content` for a form and `modelId` for a sampling that has not run, `decline` is a
 * no, `cancel` leaves it open for the server to ask again.
 */
export const ServerAskAnswer = z.strictObject({
  askId: z.string(),
  action: z.enum(["accept", "decline", "cancel"]),
  content: JsonObject.optional(),
  modelId: ModelId.optional(),
});
export type ServerAskAnswer = z.infer<typeof ServerAskAnswer>;
