import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson, clipDeep, clipText, restoreLineEnds, wellFormed } from "./index.ts";

describe("canonicalJson", () => {
  it("sorts keys by UTF-16 units, as RFC 8785 says, and writes numbers as ECMAScript does", () => {
    expect(canonicalJson({ b: 1, a: [true, null, 1e21, -0, 0.1], "\u20ac": "x", A: undefined })).toBe(
      '{"a":[true,null,1e+21,0,0.1],"b":1,"€":"x"}',
    );
    expect(canonicalJson({ "\ud83d\ude00": 1, "\ufb33": 2 })).toBe('{"\ud83d\ude00":1,"\ufb33":2}');
  });

  it("does not depend on the order of keys, and parses back to the same value", () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (raw) => {
        const value = wellFormed(raw).value;
        const text = canonicalJson(value);
        const turned = (item: unknown): unknown =>
          Array.isArray(item)
            ? item.map(turned)
            : item !== null && typeof item === "object"
              ? Object.fromEntries(
                  Object.entries(item)
                    .reverse()
                    .map(([key, inner]) => [key, turned(inner)]),
                )
              : item;
        expect(canonicalJson(turned(value))).toBe(text);
        expect(canonicalJson(JSON.parse(text))).toBe(text);
      }),
      { seed: 6 },
    );
  });

  it("refuses what has no canonical form", () => {
    expect(() => canonicalJson("a\ud800")).toThrow(/surrogate/);
    expect(() => canonicalJson(Number.NaN)).toThrow(/finite/);
    expect(wellFormed({ "k\ud800": ["\udc00", "fine"] })).toEqual({
      value: { "k\ufffd": ["\ufffd", "fine"] },
      isRepaired: true,
    });
  });
});

describe("clipText", () => {
  it("never splits a surrogate pair, says how much is missing, and is idempotent", () => {
    expect(clipText("ab😀cd", 3)).toBe("ab… [+4 characters]");
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", maxLength: 60 }),
        fc.integer({ min: 1, max: 30 }),
        (text, max) => {
          const once = clipText(text, max);
          expect(clipText(once, max)).toBe(once);
          expect(once.isWellFormed()).toBe(true);
        },
      ),
      { seed: 6 },
    );
  });

  it("reaches into nested values and stops at hostile depth", () => {
    expect(clipDeep({ a: ["xxxx"], n: 1 }, 2)).toEqual({ a: ["xx… [+2 characters]"], n: 1 });
    let deep: unknown = "end";
    for (let at = 0; at < 5000; at++) deep = [deep];
    expect(JSON.stringify(clipDeep(deep))).toContain("nested deeper than 40 levels");
  });
});

describe("restoreLineEnds", () => {
  it("keeps each unchanged line's own end and gives new lines the file's main one", () => {
    expect(restoreLineEnds("a\nB\nc\n", "a\r\nb\r\nc\n")).toBe("a\r\nB\r\nc\n");
    expect(restoreLineEnds("a\nb\nnew\nc", "a\r\nb\r\nc")).toBe("a\r\nb\r\nnew\r\nc");
    expect(restoreLineEnds("", "a\r\n")).toBe("");
  });

  it("gives the reference back byte for byte when only line ends differ", () => {
    const line = fc.string({ unit: fc.constantFrom("a", "b", " "), maxLength: 3 });
    const end = fc.constantFrom("\n", "\r\n", "\r");
    fc.assert(
      fc.property(fc.array(fc.tuple(line, end)), line, (lines, last) => {
        const reference = lines.map(([text, ending]) => text + ending).join("") + last;
        const edited = reference.replace(/\r\n|\r/g, "\n");
        // A lone \r before a \n of the next, empty line reads as one CRLF: the same text in both, so it is skipped here.
        fc.pre(
          !/\r(?=\n)/.test(
            lines
              .map(([, ending]) => ending)
              .join("|")
              .replaceAll("\r\n", ""),
          ) && !reference.includes("\r\r\n"),
        );
        expect(restoreLineEnds(edited, reference)).toBe(reference);
      }),
      { seed: 6 },
    );
  });
});
