import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { spansOf } from "./ansi.ts";

const words = (output: string): string =>
  spansOf(output)
    .map(({ text }) => text)
    .join("");

describe("terminal output as spans", () => {
  it("keeps colours and weight, until they are reset", () => {
    expect(spansOf("a\u001b[1;31mred\u001b[39m bold\u001b[0m z")).toEqual([
      { text: "a", isBold: false, isFaint: false },
      { text: "red", color: "red", isBold: true, isFaint: false },
      { text: " bold", isBold: true, isFaint: false },
      { text: " z", isBold: false, isFaint: false },
    ]);
  });

  it("reads bright, 256 and true colours without taking their parameters for codes", () => {
    expect(spansOf("\u001b[92mg\u001b[38;5;4mb\u001b[38;2;1;31;32mx\u001b[48;5;1my")).toEqual([
      { text: "g", color: "green", isBold: false, isFaint: false },
      { text: "b", color: "blue", isBold: false, isFaint: false },
      { text: "x", isBold: false, isFaint: false },
      { text: "y", isBold: false, isFaint: false },
    ]);
  });

  it("drops what moves the cursor, sets a title or links, whole or cut off", () => {
    expect(
      words("\u001b[2J\u001b[Hup\u001b]0;title\u0007 \u001b]8;;http://x\u001b\\link\u001b]8;;\u001b\\"),
    ).toBe("up link");
    expect(words("end\u001b")).toBe("end");
    expect(words("end\u001b]0;tit")).toBe("end");
  });

  it("shows a redrawn line in its last state, and CRLF as one line end", () => {
    expect(words("10 %\r50 %\r100 %\nok\r\n")).toBe("100 %\nok\n");
  });

  it("never fails, and leaves no escape character in a text", () => {
    const unit = fc.constantFrom(
      "\u001b",
      "[",
      "]",
      "m",
      ";",
      "3",
      "1",
      "\u0007",
      "\\",
      "a",
      "\r",
      "\n",
      "<b>",
    );
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 40 }), (output) => {
        expect(words(output)).not.toContain("\u001b");
      }),
      { seed: 41, numRuns: 500 },
    );
  });
});
