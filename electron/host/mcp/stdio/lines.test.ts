import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { idOfOversize, LineSplitter, type OversizeLine } from "./lines.ts";

const collect = (maxBytes?: number) => {
  const lines: string[] = [];
  const oversize: OversizeLine[] = [];
  const sink = {
    line: (text: string) => void lines.push(text),
    oversize: (line: OversizeLine) => void oversize.push(line),
  };
  return { splitter: new LineSplitter(sink, maxBytes), lines, oversize };
};

describe("LineSplitter", () => {
  it("gives the same lines wherever the bytes are cut", () => {
    const bytes = Buffer.from("héllo\r\n\n世界 🙂\nlast\n");
    for (let size = 1; size <= bytes.length; size++) {
      const { splitter, lines } = collect();
      for (let at = 0; at < bytes.length; at += size) splitter.feed(bytes.subarray(at, at + size));
      expect(lines).toEqual(["héllo", "", "世界 🙂", "last"]);
    }
  });

  it("skips a line beyond the limit, tells its edges, and goes on", () => {
    for (const size of [1, 7, 1000]) {
      const { splitter, lines, oversize } = collect(50);
      const bytes = Buffer.from(`short\n${"{head" + "x".repeat(200) + "tail}"}\nafter\n`);
      for (let at = 0; at < bytes.length; at += size) splitter.feed(bytes.subarray(at, at + size));
      expect(lines).toEqual(["short", "after"]);
      expect(oversize).toHaveLength(1);
      expect(oversize[0]?.bytes).toBe(210);
      expect(oversize[0]?.head.startsWith("{head")).toBe(true);
      expect(oversize[0]?.tail.endsWith("tail}")).toBe(true);
    }
  });

  it("tells the whole tail of a line that is too long only by its last bytes", () => {
    const text = `{"result":{"x":"${"y".repeat(80)}"},"jsonrpc":"2.0","id":7}`;
    for (let limit = text.length - 20; limit < text.length; limit++) {
      const { splitter, oversize } = collect(limit);
      splitter.feed(Buffer.from(text.slice(0, limit)));
      splitter.feed(Buffer.from(`${text.slice(limit)}\n`));
      expect(oversize.map(idOfOversize)).toEqual([7]);
    }
  });

  it("gives what the whole bytes would give, whatever they are and wherever they are cut", () => {
    const limit = 40;
    const bytesArb = fc.array(
      fc.oneof(
        fc
          .constantFrom("\n", "\r\n", "\r", "é", "世界", "🙂", "\ufeff", "{}")
          .map((text) => Buffer.from(text)),
        // Cut characters, surrogates, overlong forms, and bytes that stand for nothing.
        fc
          .constantFrom("f09f", "e4b8", "c3", "80", "eda080", "c0af", "ff", "f4908080")
          .map((hex) => Buffer.from(hex, "hex")),
        fc.uint8Array({ maxLength: 30 }).map((bytes) => Buffer.from(bytes)),
      ),
      { maxLength: 30 },
    );
    const property = fc.property(bytesArb, fc.array(fc.nat(60), { maxLength: 40 }), (parts, sizes) => {
      const bytes = Buffer.concat([...parts, Buffer.from("\n")]);
      const { splitter, lines, oversize } = collect(limit);
      let at = 0;
      for (const size of [...sizes, bytes.length]) {
        splitter.feed(bytes.subarray(at, at + size));
        at += size;
      }
      const whole: Buffer[] = [];
      for (let from = 0; from < bytes.length; from = bytes.indexOf(10, from) + 1)
        whole.push(bytes.subarray(from, bytes.indexOf(10, from)));
      const short = whole.filter((line) => line.length <= limit);
      expect(lines).toEqual(short.map((line) => line.toString("utf8").replace(/\r$/, "")));
      const long = whole.filter((line) => line.length > limit);
      expect(oversize.map((line) => line.bytes)).toEqual(long.map((line) => line.length));
      oversize.forEach(({ head }, index) => {
        // A character that is cut at the end of the head is none.
        const known = head.replace(/\ufffd+$/, "");
        expect(long[index]?.toString("utf8").startsWith(known)).toBe(true);
      });
    });
    fc.assert(property, { seed: 20260728, numRuns: 2000 });
  });

  it("takes a line of exactly the limit", () => {
    const { splitter, lines, oversize } = collect(5);
    splitter.feed(Buffer.from("12345\n123456\n"));
    expect([lines, oversize.length]).toEqual([["12345"], 1]);
  });
});

describe("idOfOversize", () => {
  const id = (head: string, tail: string) => idOfOversize({ head, tail, bytes: 1 });

  it("finds the outermost id first or last, and no inner one", () => {
    expect(id('{"jsonrpc":"2.0","id":12,"result":{"content', "}")).toBe(12);
    expect(id('{"id":3,"jsonrpc":"2.0","result"', "")).toBe(3);
    expect(id('{"result":{"id":9', 'xx"}]},"jsonrpc":"2.0","id":7}')).toBe(7);
    expect(id('{"result":{', 'xx"}]},"id":8,"jsonrpc":"2.0"}\r')).toBe(8);
    expect(id('{"result":{', 'xx","id":8}}')).toBeNull();
    expect(id("banner", "no json")).toBeNull();
  });
});
