import { describe, expect, it } from "vitest";
import { readHostMessage, writeRequest } from "./wire.ts";

describe("readHostMessage", () => {
  it("cuts the id off an answer and leaves the rest as it is", () => {
    const read = readHostMessage('{"id":7,"ok":true,"value":{"id":9,"ok":false}}');
    expect(read).toEqual({ kind: "answer", id: 7, result: '{"ok":true,"value":{"id":9,"ok":false}}' });
  });

  it("reads an answer whose keys come in another order", () => {
    const read = readHostMessage('{"ok":false,"error":{"code":"internal","message":"x"},"id":3}');
    expect(read).toEqual({
      kind: "answer",
      id: 3,
      result: '{"ok":false,"error":{"code":"internal","message":"x"}}',
    });
  });

  it("passes events as text and private words as values", () => {
    expect(readHostMessage('{"event":"app.notice","data":1}')).toEqual({
      kind: "event",
      text: '{"event":"app.notice","data":1}',
    });
    expect(readHostMessage('{"main":{"kind":"ready","version":"1"}}')).toEqual({
      kind: "private",
      value: { kind: "ready", version: "1" },
    });
  });

  it.each([42, "no json", "[1]", "null", '{"id":"x","ok":true}', '{"else":1}'])("refuses %j", (message) => {
    expect(readHostMessage(message).kind).toBe("unreadable");
  });
});

it("writes a request that the host can read", () => {
  expect(JSON.parse(writeRequest(1, "host.info", '{"a":[1]}'))).toEqual({
    id: 1,
    method: "host.info",
    params: { a: [1] },
  });
});
