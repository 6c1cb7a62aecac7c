import type { ScriptedBehaviour } from "./behaviour.ts";
import { emptyInput } from "./kit.ts";

type Listed = Readonly<Record<string, unknown>>;

const named = (name: string): Listed => ({ name, description: name, inputSchema: emptyInput });

const definition = (tool: Listed): unknown =>
  typeof tool["json"] === "string" ? (JSON.parse(tool["json"]) as unknown) : tool;

/** Makes the answers to `tools/list` of a behaviour. `calls` tells how many calls there were so far. */
export const listingOf = (
  behaviour: ScriptedBehaviour,
  calls: () => number,
): ((cursor: string | undefined) => Listed) => {
  let page = 0;
  return (cursor) => {
    page += 1;
    if (behaviour.endlessCursor === true) return { tools: [named(`t${page}`)], nextCursor: `c${page}` };
    const { pages, tools = [], thenTools, afterCalls = 1 } = behaviour;
    if (pages !== undefined) {
      const { tools: names, nextCursor } = pages[cursor ?? ""] ?? { tools: [] };
      return { tools: names.map(named), ...(nextCursor === undefined ? {} : { nextCursor }) };
    }
    const now = thenTools !== undefined && calls() >= afterCalls ? thenTools : tools;
    return { tools: now.map(definition) };
  };
};
