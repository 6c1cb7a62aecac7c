import type { ModelFailure } from "./types.ts";

/** How providers point at one tool of a request: by its place in the list, counted from 0. */
const places = [
  /\btools\.(\d+)\b/,
  /\btools\[(\d+)\](?!\.function_?declarations)/i,
  /\bfunction_?declarations\[(\d+)\]/i,
];

/** The words by which most providers name the tool itself, and not one of its fields that is called like another tool. */
const quoted = /\b(?:function|tool)\s+["'`]([\w.-]+)["'`]/gi;

const isAboutMessages = /\bmessages?[.[]/;
const isAboutTools = /schema|function|tool|parameters/i;

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** True where a sentence names exactly this tool, and not one whose name only begins alike. */
const names = (sentence: string, tool: string): boolean =>
  new RegExp(`(?<![\\w.-])${escaped(tool)}(?![\\w-])`).test(sentence);

/**
 * The tool that a provider refused a whole request for, of those it held in their order; null where the failure is about anything
 * else, or about none that can be told (MC-13).
 */
export const refusedTool = (
  { error, isPassing }: Pick<ModelFailure, "error" | "isPassing">,
  tools: readonly string[],
): string | null => {
  if (isPassing || error.key !== "modelServerSaid" || error.code !== "invalidInput") return null;
  const said = error.detail ?? "";
  if (!isAboutTools.test(said) || isAboutMessages.test(said)) return null;
  for (const place of places) {
    const at = place.exec(said)?.[1];
    const tool = at === undefined ? undefined : tools[Number(at)];
    if (tool !== undefined) return tool;
  }
  const quotes = new Set([...said.matchAll(quoted)].map((one) => one[1]));
  const named = tools.filter((tool) => (quotes.size > 0 ? quotes.has(tool) : names(said, tool)));
  return named.length === 1 ? (named[0] ?? null) : null;
};
