import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/verifies.ts";
import { EventMender } from "./mendEvents.ts";

const mend = (text: string, size = 7): string => {
  const mender = new EventMender();
  const bytes = Buffer.from(text);
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) parts.push(...mender.feed(bytes.subarray(at, at + size)));
  return Buffer.concat([...parts, ...mender.end()]).toString("utf8");
};

const answer = { jsonrpc: "2.0", id: 1, result: { text: "grün 🙂" } };

describe("EventMender", () => {
  it("leaves a sound stream as it is, wherever it is cut and however its lines end", () => {
    const text = `: hello\r\nevent: message\r\nid: 7\nretry: 20\rdata: ${JSON.stringify(answer)}\n\ndata: {"a":\ndata: null}\n\ndata`;
    for (const size of [1, 2, 3, 50, 10_000]) expect(mend(text, size)).toBe(text);
  });

  it("looks into long lines only where they hold a null", () => {
    const long = { ...answer, result: { text: "x".repeat(300_000) } };
    const sent = { ...long, error: null };
    expect(mend(`data: ${JSON.stringify(sent)}\n\n`, 5000)).toBe(`data: ${JSON.stringify(long)}\n\n`);
    const odd = `data: ${JSON.stringify({ ...long, took: 1 })}\n\n`;
    expect(mend(odd, 5000)).toBe(odd);
  });
});

verifies("MCP-04", "an event's message is mended in its place; its id and the others stay", () => {
  const sent = { ...answer, error: null, took: 3 };
  const text = `id: 1\ndata: ${JSON.stringify(sent)}\n\nid: 2\ndata:\n\n`;
  expect(mend(text)).toBe(`id: 1\ndata: ${JSON.stringify(answer)}\n\nid: 2\ndata:\n\n`);
});

verifies("MCP-01", "each message of a batch in an event gets an event of its own", () => {
  const text = `data: ${JSON.stringify([answer, { ...answer, id: 2 }])}\r\n\r\n`;
  const each = [answer, { ...answer, id: 2 }].map((one) => `data: ${JSON.stringify(one)}`);
  expect(mend(text)).toBe(`${each.join("\n\n")}\r\n\r\n`);
});
