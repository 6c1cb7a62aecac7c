import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/verifies.ts";
import { batchLine } from "./batch.ts";

/** The arguments a program reads from a command line, by the rules of the Microsoft C run-time. */
function argumentsOf(line: string): string[] {
  const found: string[] = [];
  let at = 0;
  while (at < line.length) {
    while (line[at] === " ") at += 1;
    if (at >= line.length) break;
    let word = "";
    let isQuoted = false;
    while (at < line.length && (isQuoted || line[at] !== " ")) {
      let slashes = 0;
      while (line[at] === "\\") {
        slashes += 1;
        at += 1;
      }
      if (line[at] !== '"') {
        word += "\\".repeat(slashes);
        if (slashes === 0) word += line[at++] ?? "";
        continue;
      }
      word += "\\".repeat(Math.floor(slashes / 2));
      if (slashes % 2 === 1) {
        word += '"';
      } else if (isQuoted && line[at + 1] === '"') {
        word += '"';
        at += 1;
      } else isQuoted = !isQuoted;
      at += 1;
    }
    found.push(word);
  }
  return found;
}

describe("a Windows batch file", () => {
  const file = "C:\\p q\\node_modules\\.bin\\vitest.cmd";
  const plain = fc.array(
    fc.string({ unit: fc.constantFrom(..."ab \"\\&|<>^()!;,='`$*?") }).filter((text) => !text.includes("\n")),
    { maxLength: 5 },
  );

  verifies(["TOOL-05"], "gets every argument whole, and cmd sees nothing outside quotes", () => {
    fc.assert(
      fc.property(plain, (args) => {
        const line = batchLine(file, args);
        const inner = line.slice(1, -1);
        expect(argumentsOf(inner)).toEqual([file, ...args]);
        // cmd knows no backslash: outside its quotes there is nothing but the blanks between arguments.
        const outside = inner.split('"').filter((_, part) => part % 2 === 0);
        expect(outside.join("").trim()).toBe("");
      }),
      { seed: 20_261_130, numRuns: 500 },
    );
  });

  it.each(["%PATH%", "a\nb", "a\r", "\0"])("is refused the argument %j", (argument) => {
    expect(() => batchLine(file, [argument])).toThrow(/cannot be passed to one unchanged/);
  });
});
