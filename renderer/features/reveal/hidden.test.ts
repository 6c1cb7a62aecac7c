import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hasHidden, revealAsText, revealHidden } from "./hidden.ts";

const shown = (text: string): string =>
  revealHidden(text, { isStrict: true })
    .map((piece) => (piece.kind === "text" ? piece.text : `[${piece.kind} ${piece.label}]`))
    .join("");

describe("revealHidden", () => {
  it("keeps plain text as one piece", () => {
    expect(revealHidden("git status --short\n\tok")).toEqual([
      { kind: "text", text: "git status --short\n\tok" },
    ]);
    expect(hasHidden("运行测试 npm test 👩‍👩‍👧 naïve")).toBe(false);
  });

  it.each([
    [
      "echo safe\u001b[2K\u001b[1A; touch x # TAIL",
      "echo safe[control ESC][2K[control ESC][1A; touch x # TAIL",
    ],
    ["echo \u202etouch\u202c x", "echo [bidi U+202E]touch[bidi U+202C] x"],
    ["ec\u200bho hi", "ec[zeroWidth U+200B]ho hi"],
    [
      "a\u200b\u200c\u200d\u2060b",
      "a[zeroWidth U+200B][zeroWidth U+200C][zeroWidth U+200D][zeroWidth U+2060]b",
    ],
    ["ls \u{e0074}\u{e006f} x", "ls [tag U+E0074][tag U+E006F] x"],
    ["git st\u0430tus", "git st[lookalike \u0430 U+0430]tus"],
    ["echo ok\rtouch x", "echo ok[control CR]touch x"],
    [`ls${" ".repeat(5000)}; touch x`, "ls[spaces 5000]; touch x"],
    [`ls${"\n".repeat(300)}touch x`, "ls[breaks 300]touch x"],
    ["lone \ud800 x", "lone [lone U+D800] x"],
  ])("marks what hides in %j", (text, expected) => {
    expect(shown(text)).toBe(expected);
    expect(hasHidden(text)).toBe(true);
  });

  it("leaves a word of another script alone", () => {
    expect(hasHidden("echo привет мир")).toBe(false);
  });

  it("leaves no raw control or invisible character in the text it shows, and loses nothing else", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const pieces = revealHidden(text);
        const kept = pieces.map((piece) => (piece.kind === "text" ? piece.text : "")).join("");
        expect(kept).not.toMatch(
          /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2066-\u2069\ufeff]/,
        );
        const marked = pieces.reduce(
          (sum, piece) => sum + (piece.kind === "text" ? [...piece.text].length : piece.count),
          0,
        );
        expect(marked).toBe([...text].length);
      }),
      { seed: 6 },
    );
  });

  it("writes marks into one line of text", () => {
    expect(revealAsText("a\u202eb")).toBe("a⟨U+202E⟩b");
  });
});
