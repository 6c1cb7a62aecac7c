import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/verifies.ts";
import { parseMessage, parseMessages } from "./index.ts";

const line = (message: object): string => JSON.stringify({ jsonrpc: "2.0", ...message });

describe("parseMessage", () => {
  it("takes requests, notifications and answers as they are, and nothing else", () => {
    const good = [
      { id: 1, method: "ping" },
      { method: "notifications/x", params: {} },
      { id: "a", result: { _meta: { progressToken: 1, other: null } } },
      { id: 1, error: { code: -1, message: "no", data: { a: null } } },
    ].map(line);
    for (const text of good) expect(parseMessage(text)).toEqual(JSON.parse(text));
    const bad = [
      "",
      "banner",
      "[]",
      "[1, null]",
      "null",
      "{bad",
      '{"id":1,"result":{}}',
      '{"jsonrpc":"2.0"}',
    ];
    const odd = [
      { id: {}, method: "x" },
      { id: null, result: {} },
      { id: 1.5, result: {} },
    ].map(line);
    for (const text of [...bad, ...odd]) expect(parseMessage(text)).toBeNull();
  });

  it("copies no result that needs no repair", () => {
    const raw = parseMessage(line({ id: 1, result: { content: [] } }));
    expect(raw).toEqual({ jsonrpc: "2.0", id: 1, result: { content: [] } });
  });

  it("takes a byte order mark, spaces, and both ends of line", () => {
    const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
    expect(parseMessage(`\uFEFF${line({ id: 1, method: "ping" })}`)).toEqual(ping);
    expect(parseMessage(` \t${line({ id: 1, method: "ping" })}\r`)).toEqual(ping);
  });
});

const result = { content: [{ type: "text", text: "x", annotations: null }] };

/** What servers send, and what it means. */
const odd: readonly (readonly [string, object, object])[] = [
  ["an empty _meta", { id: 1, result: { ...result, _meta: null } }, { id: 1, result }],
  ["a wrong _meta", { id: 1, result: { ...result, _meta: { progressToken: {} } } }, { id: 1, result }],
  ["an empty error beside the result", { id: 1, result, error: null }, { id: 1, result }],
  ["a field of its own", { id: 1, result, took: 3 }, { id: 1, result }],
  ["null for nothing", { id: 1, result: null }, { id: 1, result: {} }],
  [
    "a result that is no object",
    { id: 1, result: [1] },
    { id: 1, error: { code: -32_603, message: "It answered with what is no object: [1]" } },
  ],
  [
    "an empty result beside the error",
    { id: 1, result: null, error: { code: -1, message: "no", data: null } },
    { id: 1, error: { code: -1, message: "no" } },
  ],
  [
    "an error with a name for its code",
    { id: 1, error: { code: "E_FULL", message: "disk full" } },
    { id: 1, error: { code: -32_603, message: "E_FULL: disk full" } },
  ],
  ["an error in a word", { id: 1, error: "no" }, { id: 1, error: { code: -32_603, message: "no" } }],
  [
    "an error without words",
    { id: 1, error: { code: 7 } },
    { id: 1, error: { code: 7, message: '{"code":7}' } },
  ],
  [
    "an error for nobody",
    { id: null, error: { code: -1, message: "no" } },
    { error: { code: -1, message: "no" } },
  ],
  ["empty parameters", { method: "n", params: null }, { method: "n" }],
  ["empty parameters of a request", { id: 1, method: "ping", params: null }, { id: 1, method: "ping" }],
  [
    "parameters that are null",
    {
      method: "notifications/progress",
      params: { progressToken: 1, progress: 2, total: null, message: null },
    },
    { method: "notifications/progress", params: { progressToken: 1, progress: 2 } },
  ],
  [
    "a greeting full of nulls",
    {
      id: 1,
      result: {
        protocolVersion: "2025-11-25",
        capabilities: { tools: { listChanged: null }, logging: null },
        serverInfo: { name: "x", version: "1", title: null, icons: null },
        instructions: null,
        _meta: null,
      },
    },
    {
      id: 1,
      result: {
        protocolVersion: "2025-11-25",
        capabilities: { tools: {} },
        serverInfo: { name: "x", version: "1" },
      },
    },
  ],
  [
    "a greeting without a name",
    { id: 1, result: { protocolVersion: "2025-11-25", capabilities: {} } },
    {
      id: 1,
      result: { protocolVersion: "2025-11-25", capabilities: {}, serverInfo: { name: "", version: "" } },
    },
  ],
];

for (const [title, sent, meant] of odd)
  verifies("MCP-04", `an odd envelope costs no message: ${title}`, () => {
    expect(parseMessage(line(sent))).toEqual({ jsonrpc: "2.0", ...meant });
  });

verifies("MCP-01", "a batch brings each of its messages; what is none of them costs no other", () => {
  const batch = [{ jsonrpc: "2.0", id: 1, result }, 3, { jsonrpc: "2.0", method: "n", params: null }];
  expect(parseMessages(JSON.stringify(batch))).toEqual([
    { jsonrpc: "2.0", id: 1, result },
    { jsonrpc: "2.0", method: "n" },
  ]);
});
