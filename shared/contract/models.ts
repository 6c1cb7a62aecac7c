import { z } from "zod";
import { ModelId } from "./ids.ts";

export const ModelKind = z.enum([
  "openai-compatible",
  "openai",
  "anthropic",
  "google",
  "ollama",
  "demo",
  "replay",
]);
export type ModelKind = z.infer<typeof ModelKind>;

/** What `model.add` takes. Kinds that are not built yet answer `notAvailable`. The key goes to the key store, never to the log (MODEL-02). */
export const ModelDefinition = z.strictObject({
  kind: ModelKind,
  name: z.string().min(1).max(120),
  baseUrl: z.string().max(2000).optional(),
  model: z.string().max(200).optional(),
  apiKey: z.string().max(4000).optional(),
  toolProtocol: z.enum(["native", "text"]).optional(),
  contextWindow: z.int().positive().optional(),
  sessionId: z.string().optional(),
  temperature: z.number().min(0).max(2).optional(),
  maxOutputTokens: z.int().positive().optional(),
  pricePerMillionUsd: z
    .strictObject({
      input: z.number().nonnegative(),
      output: z.number().nonnegative(),
      cacheRead: z.number().nonnegative().optional(),
    })
    .optional(),
});
export type ModelDefinition = z.infer<typeof ModelDefinition>;

/** A configured model as the page sees it: never the key, only whether there is one and where it is kept. */
export const ModelInfo = z.strictObject({
  modelId: ModelId,
  kind: ModelKind,
  name: z.string(),
  baseUrl: z.string().optional(),
  model: z.string().optional(),
  contextWindow: z.int().optional(),
  temperature: z.number().optional(),
  maxOutputTokens: z.int().optional(),
  pricePerMillionUsd: ModelDefinition.shape.pricePerMillionUsd,
  key: z.enum(["none", "keyStore", "memory"]),
  isDemo: z.boolean(),
});
export type ModelInfo = z.infer<typeof ModelInfo>;

/** Outcome of `model.test`: a real one-token request with what was learned. */
export const ModelTest = z.strictObject({ latencyMs: z.int(), models: z.array(z.string()) });
export type ModelTest = z.infer<typeof ModelTest>;
