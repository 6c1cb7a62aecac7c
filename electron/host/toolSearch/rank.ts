import type { ToolEntry } from "../mcp/index.ts";

/** What of a tool is searched. */
export type SearchedTool = Pick<ToolEntry, "name" | "modelName" | "serverName" | "description"> &
  Partial<Pick<ToolEntry, "title">>;

const NAME = 4;
const SERVER = 2;
const TEXT = 1;

const wordsOf = (text: string): string[] =>
  text
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** Words that begin alike are taken as forms of one: `invoice` and `invoices`. */
const fits = (wanted: string, word: string): boolean =>
  word === wanted ||
  (wanted.length >= 4 && word.startsWith(wanted)) ||
  (word.length >= 4 && wanted.startsWith(word));

/** Chinese and Japanese are written without spaces, so there a text is looked through as it stands. */
const isUnspaced = (word: string): boolean => /[\u3040-\u30ff\u3400-\u9fff]/.test(word);

interface Indexed<T> {
  readonly tool: T;
  readonly parts: readonly {
    readonly weight: number;
    readonly words: readonly string[];
    readonly text: string;
  }[];
}

const indexed = <T extends SearchedTool>(tool: T): Indexed<T> => {
  const part = (weight: number, text: string) => ({ weight, words: wordsOf(text), text: text.toLowerCase() });
  return {
    tool,
    parts: [
      part(NAME, `${tool.name} ${tool.title ?? ""}`),
      part(SERVER, tool.serverName),
      part(TEXT, tool.description),
    ],
  };
};

const weightIn = ({ parts }: Indexed<unknown>, word: string): number =>
  parts.reduce(
    (best, { weight, words, text }) =>
      weight > best && (words.some((own) => fits(word, own)) || (isUnspaced(word) && text.includes(word)))
        ? weight
        : best,
    0,
  );

/** The tools that fit a query, best first: words in names count most, and rare words more than common ones. */
export const rankTools = <T extends SearchedTool>(tools: readonly T[], query: string): T[] => {
  const wanted = [...new Set(wordsOf(query))];
  const all = tools.map(indexed);
  const scores = new Map<Indexed<T>, number>();
  for (const word of wanted) {
    const hits = all.map((one) => [one, weightIn(one, word)] as const).filter(([, weight]) => weight > 0);
    const rarity = Math.log(1 + all.length / Math.max(1, hits.length));
    for (const [one, weight] of hits) scores.set(one, (scores.get(one) ?? 0) + weight * rarity);
  }
  return [...scores]
    .sort(([a, left], [b, right]) => right - left || a.tool.modelName.localeCompare(b.tool.modelName))
    .map(([{ tool }]) => tool);
};
