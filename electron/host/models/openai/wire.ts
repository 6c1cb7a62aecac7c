import type { ChatMessage, ToolSpec } from "../../../../shared/events/index.ts";

/** A message in the form of the chat-completions API. */
export type WireMessage =
  | { readonly role: "system" | "user"; readonly content: string }
  | {
      readonly role: "assistant";
      readonly content: string | null;
      readonly reasoning_content?: string;
      readonly tool_calls?: readonly WireCall[];
    }
  | { readonly role: "tool"; readonly tool_call_id: string; readonly content: string };

export interface WireCall {
  readonly id: string;
  readonly type: "function";
  readonly function: { readonly name: string; readonly arguments: string };
}

export interface WireTool {
  readonly type: "function";
  readonly function: { readonly name: string; readonly description: string; readonly parameters: unknown };
}

/**
 * Arguments as a history may carry them: the JSON text of an object. Servers refuse a whole conversation for one call
 * that is not; what the model really wrote is kept inside, so that it sees its own mistake (ST-07).
 */
function historyArguments(raw: string): string {
  try {
    const value: unknown = JSON.parse(raw);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return raw;
  } catch {
    // What is no JSON is wrapped below.
  }
  return raw.trim() === "" ? "{}" : JSON.stringify({ unreadable: raw });
}

function toWireMessage(message: ChatMessage): WireMessage {
  switch (message.role) {
    case "system":
    case "user":
      return { role: message.role, content: message.content };
    case "tool":
      return { role: "tool", tool_call_id: message.callId, content: message.content };
    case "assistant": {
      if (message.calls.length === 0) return { role: "assistant", content: message.content };
      return {
        role: "assistant",
        content: message.content === "" ? null : message.content,
        // Thinking models refuse the request after a call whose reasoning was dropped (ST-13).
        ...(message.reasoning === undefined || message.reasoning === ""
          ? {}
          : { reasoning_content: message.reasoning }),
        tool_calls: message.calls.map((call) => ({
          id: call.id,
          type: "function",
          function: { name: call.name, arguments: historyArguments(call.arguments) },
        })),
      };
    }
  }
}

/** The messages as they are sent. Pure and stable: the same messages always give the same wire messages. */
export const toWire = (messages: readonly ChatMessage[]): WireMessage[] => messages.map(toWireMessage);

/** The tools as they are sent, from the servers' own schemas (LOOP-02). */
export const toWireTools = (tools: readonly ToolSpec[]): WireTool[] =>
  tools.map((tool) => ({
    type: "function",
    function: { name: tool.name, description: tool.description, parameters: tool.inputSchema },
  }));

const messageTexts = new WeakMap<ChatMessage, string>();
const toolTexts = new WeakMap<readonly ToolSpec[], string>();

/** JSON of {@link toWire}, each message written once: step 200 must not pay for the 199 before it. */
export function messagesJson(messages: readonly ChatMessage[]): string {
  const parts = messages.map((message) => {
    const known = messageTexts.get(message);
    if (known !== undefined) return known;
    const text = JSON.stringify(toWireMessage(message));
    messageTexts.set(message, text);
    return text;
  });
  return `[${parts.join(",")}]`;
}

/** JSON of {@link toWireTools}, written once per list. */
export function toolsJson(tools: readonly ToolSpec[]): string {
  const known = toolTexts.get(tools);
  if (known !== undefined) return known;
  const text = JSON.stringify(toWireTools(tools));
  toolTexts.set(tools, text);
  return text;
}
