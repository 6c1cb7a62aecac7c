import type { JsonObject, ToolInfo } from "../../../../shared/contract/index.ts";
import { modelSchema } from "../schema/index.ts";

/** What providers put around each definition, in tokens. */
const FRAME_TOKENS = 8;

/**
 * About how many tokens a text is, in the manner of today's vocabularies of 200,000 entries: a word of up to seven letters is
 * one token and longer ones break every six, digits go by threes, signs of JSON mostly in pairs, a sign of Chinese or Japanese
 * is nearly one of its own; spaces belong to the word behind them. An estimate, not held against any vocabulary.
 */
export const estimateTokens = (text: string): number => {
  let tokens = 0;
  for (const [piece] of text.matchAll(
    /[A-Z]?[a-z]+|[A-Z]+|\d+|[^\sA-Za-z\d\u0080-\uffff]+|[\u0080-\uffff]+/g,
  )) {
    const first = piece.charCodeAt(0);
    if (first >= 0x80) tokens += Math.ceil(piece.length * 0.9);
    else if (/\d/.test(piece)) tokens += Math.ceil(piece.length / 3);
    else if (/[A-Za-z]/.test(piece)) tokens += piece.length <= 7 ? 1 : Math.ceil(piece.length / 6);
    else tokens += Math.ceil(piece.length / 3);
  }
  return tokens;
};

const costs = new WeakMap<JsonObject, number>();

/** About what a tool's definition costs in every request, in tokens. Counted once per definition. */
export const toolTokens = ({
  modelName,
  description,
  inputSchema,
}: Pick<ToolInfo, "modelName" | "description" | "inputSchema">): number => {
  const known = costs.get(inputSchema);
  if (known !== undefined) return known;
  const { schema, rule } = modelSchema(inputSchema);
  const tokens =
    FRAME_TOKENS + estimateTokens(`${modelName} ${description} ${rule} ${JSON.stringify(schema)}`);
  costs.set(inputSchema, tokens);
  return tokens;
};
