import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../test/verifies.ts";
import { shownCommand } from "./shownCommand.ts";

describe("what a card shows of a command", () => {
  it("is a shell line as it is", () => {
    expect(shownCommand({ command: "a  |\n b" })).toBe("a  |\n b");
    expect(shownCommand({ path: "a" })).toBeUndefined();
  });

  it("is a program with its arguments, plain where that is clear", () => {
    expect(shownCommand({ program: "npm", args: ["test", "--", "src/a.test.ts", "--x=1"] })).toBe(
      "npm test -- src/a.test.ts --x=1",
    );
    expect(shownCommand({ program: "git" })).toBe("git");
    expect(shownCommand({ program: "a b", args: ["", "it's", "$(id)", "x\ny", "*", "~"] })).toBe(
      `'a b' '' 'it'\\''s' '$(id)' 'x\ny' '*' '~'`,
    );
  });

  verifies(["GOV-02"], "shows where each argument ends: a shell reads back exactly these words", () => {
    const words = fc.array(
      fc.string({ unit: "binary" }).map((text) => text.replaceAll("\0", "").toWellFormed()),
      {
        minLength: 1,
        maxLength: 6,
      },
    );
    fc.assert(
      fc.property(words, (args) => {
        const line = shownCommand({ program: "p", args }) ?? "";
        const read = execFileSync("sh", ["-c", `set -- ${line}; printf '%s\\0' "$@"`]).toString("utf8");
        expect(read.split("\0").slice(0, -1)).toEqual(["p", ...args]);
      }),
      { seed: 20_261_130, numRuns: 60 },
    );
  });
});
