import type { ServerPrompt, ServerResource, ServerTemplate } from "../../../../shared/contract/index.ts";
import { isJsonObject } from "../schema/index.ts";

/** Longest text of a definition that is taken over, in characters. */
const MAX_TEXT = 4000;

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value.slice(0, MAX_TEXT) : undefined;

const described = (entry: Record<string, unknown>) => {
  const title = textOf(entry["title"]);
  const description = textOf(entry["description"]);
  return { ...(title === undefined ? {} : { title }), ...(description === undefined ? {} : { description }) };
};

/** One entry of a `resources/list` answer, or null when it has no address. Odd optional fields count as absent. */
export const parseResource = (entry: unknown): ServerResource | null => {
  if (!isJsonObject(entry)) return null;
  const uri = textOf(entry["uri"]);
  if (uri === undefined) return null;
  const { size } = entry;
  const mimeType = textOf(entry["mimeType"]);
  return {
    uri,
    name: textOf(entry["name"]) ?? uri,
    ...described(entry),
    ...(mimeType === undefined ? {} : { mimeType }),
    ...(typeof size === "number" && Number.isInteger(size) && size >= 0 ? { size } : {}),
  };
};

/** One entry of a `resources/templates/list` answer, or null. */
export const parseTemplate = (entry: unknown): ServerTemplate | null => {
  if (!isJsonObject(entry)) return null;
  const uriTemplate = textOf(entry["uriTemplate"]);
  if (uriTemplate === undefined) return null;
  const mimeType = textOf(entry["mimeType"]);
  return {
    uriTemplate,
    name: textOf(entry["name"]) ?? uriTemplate,
    ...described(entry),
    ...(mimeType === undefined ? {} : { mimeType }),
  };
};

const parseArgument = (entry: unknown): ServerPrompt["arguments"][number] | null => {
  if (!isJsonObject(entry)) return null;
  const name = textOf(entry["name"]);
  return name === undefined ? null : { name, ...described(entry), isRequired: entry["required"] === true };
};

/** One entry of a `prompts/list` answer, or null when it has no name. */
export const parsePrompt = (entry: unknown): ServerPrompt | null => {
  if (!isJsonObject(entry)) return null;
  const name = textOf(entry["name"]);
  if (name === undefined) return null;
  const list = Array.isArray(entry["arguments"]) ? (entry["arguments"] as unknown[]) : [];
  return {
    name,
    ...described(entry),
    arguments: list.map(parseArgument).filter((argument) => argument !== null),
  };
};
