import type { ContentBlock, JsonObject } from "../../../../shared/contract/index.ts";

/** A piece of what a server gave, in the shapes a person is shown. */
export type Shown =
  | { readonly kind: "text"; readonly text: string; readonly uri?: string; readonly mimeType?: string }
  | { readonly kind: "data"; readonly data: string; readonly mimeType: string; readonly uri?: string }
  | { readonly kind: "link"; readonly uri: string; readonly name: string }
  | { readonly kind: "other"; readonly type: string; readonly value: unknown };

const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

const facts = (item: JsonObject): { readonly uri?: string; readonly mimeType?: string } => {
  const [uri, mimeType] = [textOf(item["uri"]), textOf(item["mimeType"])];
  return { ...(uri === undefined ? {} : { uri }), ...(mimeType === undefined ? {} : { mimeType }) };
};

/** One entry of `contents`, or the inside of an embedded resource. */
export const shownContents = (item: unknown): Shown => {
  if (!isObject(item)) return { kind: "other", type: "", value: item };
  const text = textOf(item["text"]);
  if (text !== undefined) return { kind: "text", text, ...facts(item) };
  const blob = textOf(item["blob"]);
  if (blob === undefined) return { kind: "other", type: textOf(item["type"]) ?? "", value: item };
  return { kind: "data", data: blob, mimeType: "application/octet-stream", ...facts(item) };
};

/** One block of a tool's result or of a prompt's message; an unknown one is kept as it is. */
export const shownBlock = (block: ContentBlock | JsonObject): Shown => {
  const item = block as JsonObject;
  const other: Shown = { kind: "other", type: textOf(item["type"]) ?? "", value: item };
  switch (item["type"]) {
    case "text": {
      const text = textOf(item["text"]);
      return text === undefined ? other : { kind: "text", text };
    }
    case "image":
    case "audio": {
      const data = textOf(item["data"]);
      return data === undefined
        ? other
        : { kind: "data", data, mimeType: textOf(item["mimeType"]) ?? String(item["type"]) };
    }
    case "resource_link": {
      const uri = textOf(item["uri"]) ?? "";
      return { kind: "link", uri, name: textOf(item["title"]) ?? textOf(item["name"]) ?? uri };
    }
    case "resource":
      return shownContents(item["resource"]);
    default:
      return other;
  }
};

/** What `resources/read` brought. */
export const contentsOf = (answer: JsonObject): Shown[] => {
  const { contents } = answer;
  return Array.isArray(contents) ? (contents as unknown[]).map(shownContents) : [];
};

/** A message of a prompt with the role that speaks it. */
export interface PromptMessage {
  readonly role: "user" | "assistant";
  readonly blocks: readonly Shown[];
}

/** What `prompts/get` brought, in order. */
export const messagesOf = (answer: JsonObject): PromptMessage[] => {
  const messages = Array.isArray(answer["messages"]) ? (answer["messages"] as unknown[]) : [];
  return messages.filter(isObject).map((message) => ({
    role: message["role"] === "assistant" ? "assistant" : "user",
    blocks: [message["content"]]
      .flat()
      .map((block: unknown): Shown =>
        isObject(block) ? shownBlock(block) : { kind: "other", type: "", value: block },
      ),
  }));
};

/** Bytes that a base64 text stands for. */
export const bytesOf = (base64: string): number => {
  const padding = base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0;
  return Math.max(0, Math.floor((base64.length * 3) / 4) - padding);
};
