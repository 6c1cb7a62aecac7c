import type { ScriptedBehaviour } from "../../servers/behaviour.ts";
import { toolTable } from "../table.ts";
import { isObject, NotRun, wordOf, type Json } from "../types.ts";
import { noisePng } from "./images.ts";

const words = ["name", "description", "required", "inputSchema", "outputSchema", "result"];

const schemaOf = (tool: Json): unknown => {
  if ("inputSchema" in tool) return tool["inputSchema"];
  const required = Array.isArray(tool["required"]) ? tool["required"].map(String) : [];
  return {
    type: "object",
    properties: Object.fromEntries(required.map((name) => [name, { type: "string" }])),
    required,
  };
};

const picture = /^image\/png (?<width>\d+)x(?<height>\d+)(?: random noise, about \d+ MB base64)?$/;

const resultOf = (result: unknown): Json | undefined => {
  if (result === undefined) return undefined;
  if (isObject(result)) return "content" in result ? result : { content: [result] };
  const said = picture.exec(wordOf(result))?.groups;
  if (!said) throw new NotRun(`by hand: a tool result given as "${wordOf(result)}"`);
  const data = noisePng(Number(said["width"]), Number(said["height"])).toString("base64");
  return { content: [{ type: "image", mimeType: "image/png", data }] };
};

const ownTools = (tools: readonly Json[]): Json[] => {
  const own = tools.filter((tool) => !Object.hasOwn(toolTable, String(tool["name"])));
  const odd = own.flatMap((tool) => Object.keys(tool)).find((key) => !words.includes(key));
  if (odd !== undefined) throw new NotRun(`not built yet: a tool with ${odd}`);
  return own;
};

/** The tools of a case that are not ours, as the case's own server must serve them. @throws NotRun for what it cannot serve */
export const behaviourOfTools = (tools: readonly Json[]): ScriptedBehaviour | undefined => {
  const own = ownTools(tools);
  if (own.length === 0) return undefined;
  const results = own.flatMap((tool) => {
    const result = resultOf(tool["result"]);
    return result === undefined ? [] : [[String(tool["name"]), { result }] as const];
  });
  return {
    tools: own.map(({ required: _, result: __, ...tool }) => ({
      description: String(tool["name"]),
      ...tool,
      inputSchema: schemaOf(tool),
    })),
    results: Object.fromEntries(results),
  };
};
