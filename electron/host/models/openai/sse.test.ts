import { describe, expect, it } from "vitest";
import { sseParser } from "./sse.ts";

function parse(text: string, cut: number): [string, string][] {
  const seen: [string, string][] = [];
  const parser = sseParser((data, event) => seen.push([data, event]));
  for (let i = 0; i < text.length; i += cut) parser.push(text.slice(i, i + cut));
  parser.end();
  return seen;
}

describe("server-sent events", () => {
  const cases: readonly [string, string, [string, string][]][] = [
    [
      "plain events",
      "data: a\n\ndata: b\n\n",
      [
        ["a", ""],
        ["b", ""],
      ],
    ],
    ["no blank after the colon", "data:a\n\n", [["a", ""]]],
    [
      "CRLF",
      "data: a\r\n\r\ndata: b\r\n\r\n",
      [
        ["a", ""],
        ["b", ""],
      ],
    ],
    [
      "CR alone",
      "data: a\r\rdata: b\r\r",
      [
        ["a", ""],
        ["b", ""],
      ],
    ],
    ["named events, comments and ids", ": hi\nid: 1\nevent: error\ndata: x\n\n", [["x", "error"]]],
    ["several data lines", "data: a\ndata: b\n\n", [["a\nb", ""]]],
    [
      "an event that ends with the stream",
      "data: a\n\ndata: b",
      [
        ["a", ""],
        ["b", ""],
      ],
    ],
    ["an event without data", "event: ping\n\ndata: a\n\n", [["a", ""]]],
    ["Chinese and an emoji", "data: 你好 🙂\n\n", [["你好 🙂", ""]]],
  ];
  it.each(cases)("reads %s, whatever the pieces", (_, text, expected) => {
    for (const cut of [1, 2, 3, 7, text.length]) expect(parse(text, cut)).toEqual(expected);
  });
});
