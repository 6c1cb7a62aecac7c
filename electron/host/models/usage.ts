import type { Usage } from "../../../shared/contract/index.ts";
import type { ModelRequest } from "./types.ts";

const count = (value: unknown): number | null =>
  typeof value === "number" && Number.isFinite(value) && value >= 0 ? Math.round(value) : null;

const field = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;

/** The provider's own figures, or `null` when they are not there. Cached tokens are part of the input. */
export function readUsage(raw: unknown): Usage | null {
  const inputTokens = count(field(raw, "prompt_tokens"));
  const outputTokens = count(field(raw, "completion_tokens"));
  if (inputTokens === null && outputTokens === null) return null;
  const cached =
    count(field(field(raw, "prompt_tokens_details"), "cached_tokens")) ??
    count(field(raw, "prompt_cache_hit_tokens")) ??
    0;
  return {
    inputTokens: inputTokens ?? 0,
    outputTokens: outputTokens ?? 0,
    cacheReadTokens: cached,
    cacheWriteTokens: 0,
    isEstimated: false,
  };
}

/** Our own figures where the provider gives none: four characters a token, marked as an estimate (MODEL-03). */
export const estimateUsage = (inputChars: number, outputChars: number): Usage => ({
  inputTokens: Math.ceil(inputChars / 4),
  outputTokens: Math.ceil(outputChars / 4),
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  isEstimated: true,
});

/** Characters of a whole prompt, for {@link estimateUsage} where there is no request body to measure. */
export const promptChars = (request: ModelRequest): number =>
  request.messages.reduce((sum, message) => sum + JSON.stringify(message).length, 0);
