import type { JsonObject } from "../../../shared/contract/index.ts";
import type { AskedCall } from "../../../shared/events/index.ts";
import type { ArgumentCheck, ToolEntry } from "../mcp/index.ts";

/** A call that can go on, or the sentence that tells the model what was wrong with it (LOOP-04). */
export type Resolved =
  | {
      readonly ok: true;
      readonly entry: ToolEntry;
      readonly args: JsonObject;
      /** Why the arguments could not be checked; absent where they were. */
      readonly unchecked?: string;
    }
  | {
      readonly ok: false;
      readonly entry: ToolEntry | null;
      readonly args: JsonObject;
      readonly problem: string;
    };

const distance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const swap = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
};

/** The tool names nearest to one that does not exist, best first, at most three. */
export const nearestNames = (name: string, names: readonly string[]): string[] => {
  const wanted = name.toLowerCase();
  const score = (candidate: string): number => {
    const other = candidate.toLowerCase();
    if (other.includes(wanted) || wanted.includes(other)) return 0;
    return distance(wanted.slice(0, 64), other.slice(0, 64)) / Math.max(wanted.length, other.length);
  };
  return names
    .map((candidate) => ({ candidate, score: score(candidate) }))
    .filter((item) => item.score <= 0.6)
    .sort((a, b) => a.score - b.score)
    .slice(0, 3)
    .map((item) => item.candidate);
};

const unknownTool = (name: string, tools: readonly ToolEntry[]): string => {
  const names = tools.map((tool) => tool.modelName);
  const near = nearestNames(name, names);
  const hint = near.length > 0 ? `Did you mean ${near.join(" or ")}?` : `The tools are: ${names.join(", ")}.`;
  return `There is no tool named "${name}". ${hint} Nothing was run.`;
};

const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const kindOf = (value: unknown): string =>
  Array.isArray(value) ? "an array" : value === null ? "null" : `a ${typeof value}`;

const parse = (text: string): { args: JsonObject } | { problem: string } => {
  if (text.trim() === "") return { args: {} };
  try {
    let value: unknown = JSON.parse(text);
    if (typeof value === "string") value = JSON.parse(value);
    if (isObject(value)) return { args: value };
    return {
      problem: `The arguments must be one JSON object such as {"path": "src/a.ts"}, not ${kindOf(value)}. Nothing was run.`,
    };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const shown = text.length > 200 ? `${text.slice(0, 200)}…` : text;
    return {
      problem: `The arguments are not valid JSON (${why}): ${shown}\nSend one JSON object such as {"path": "src/a.ts"}. Nothing was run.`,
    };
  }
};

/** Finds the tool, parses and checks the arguments. `problem` of the model adapter (a mixed-up stream) is passed on. */
export const resolveCall = async (
  asked: Pick<AskedCall, "name" | "argumentsText"> & { readonly problem?: string },
  tools: readonly ToolEntry[],
  validate: (entry: ToolEntry, args: JsonObject) => Promise<ArgumentCheck>,
): Promise<Resolved> => {
  const entry = tools.find((tool) => tool.modelName === asked.name) ?? null;
  const parsed = asked.problem === undefined ? parse(asked.argumentsText) : { problem: asked.problem };
  const args = "args" in parsed ? parsed.args : {};
  if (!entry) return { ok: false, entry: null, args, problem: unknownTool(asked.name, tools) };
  if ("problem" in parsed) return { ok: false, entry, args, problem: parsed.problem };
  const { problem, unchecked } = await validate(entry, parsed.args);
  if (problem !== null) return { ok: false, entry, args, problem };
  return { ok: true, entry, args, ...(unchecked === null ? {} : { unchecked }) };
};
