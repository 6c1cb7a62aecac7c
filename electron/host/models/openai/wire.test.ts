import { describe, expect, it } from "vitest";
import type { ChatMessage } from "../../../../shared/events/index.ts";
import { bodyJson } from "./body.ts";
import { messagesJson, toWire } from "./wire.ts";

const messages: readonly ChatMessage[] = [
  { role: "system", content: "You are an agent." },
  { role: "user", content: "go" },
  {
    role: "assistant",
    content: "",
    reasoning: "look first",
    calls: [
      { id: "q1", name: "get_time", arguments: "{}" },
      { id: "q2", name: "read_file", arguments: '["d"]' },
    ],
  },
  { role: "tool", callId: "q1", name: "get_time", content: "12:00", isError: false },
  { role: "tool", callId: "q2", name: "read_file", content: "path is missing", isError: true },
  { role: "assistant", content: "done", reasoning: "hm", calls: [] },
];

const wire = [
  { role: "system", content: "You are an agent." },
  { role: "user", content: "go" },
  {
    role: "assistant",
    content: null,
    reasoning_content: "look first",
    tool_calls: [
      { id: "q1", type: "function", function: { name: "get_time", arguments: "{}" } },
      {
        id: "q2",
        type: "function",
        function: { name: "read_file", arguments: '{"unreadable":"[\\"d\\"]"}' },
      },
    ],
  },
  { role: "tool", tool_call_id: "q1", content: "12:00" },
  { role: "tool", tool_call_id: "q2", content: "path is missing" },
  { role: "assistant", content: "done" },
];

describe("the wire form of a conversation", () => {
  it("is exact: reasoning goes back with the calls only, arguments are always the text of an object (ST-07, ST-13)", () => {
    expect(toWire(messages)).toEqual(wire);
  });
  it("is the same text whether a message is written for the first time or the second", () => {
    expect(messagesJson(messages)).toBe(JSON.stringify(wire));
    expect(messagesJson(messages)).toBe(JSON.stringify(toWire(messages)));
  });
  it("sends arguments that already are an object byte for byte", () => {
    const spaced = '{ "path" : "a" }';
    const [sent] = toWire([
      { role: "assistant", content: "x", calls: [{ id: "1", name: "n", arguments: spaced }] },
    ]);
    expect(sent).toMatchObject({ tool_calls: [{ function: { arguments: spaced } }] });
  });
});

describe("the request body", () => {
  const request = { messages, tools: [], workspacePath: "/w" };
  it("asks for a stream with usage at temperature 0, without an empty tool list", () => {
    expect(JSON.parse(bodyJson({ kind: "openai-compatible", model: "m" }, request))).toEqual({
      model: "m",
      stream: true,
      stream_options: { include_usage: true },
      temperature: 0,
      messages: wire,
    });
  });
  it("names the output limit as the provider does, and spares reasoning models a temperature they refuse", () => {
    const tools = [{ name: "t", description: "d", inputSchema: { type: "object" } }];
    const body = JSON.parse(
      bodyJson({ kind: "openai", model: "o3", maxOutputTokens: 9 }, { ...request, tools }),
    ) as Record<string, unknown>;
    expect(body["max_completion_tokens"]).toBe(9);
    expect("temperature" in body).toBe(false);
    expect(body["tools"]).toEqual([
      { type: "function", function: { name: "t", description: "d", parameters: { type: "object" } } },
    ]);
    expect(JSON.parse(bodyJson({ kind: "openai-compatible", maxOutputTokens: 9 }, request))).toMatchObject({
      max_tokens: 9,
      model: "default",
    });
  });
});
