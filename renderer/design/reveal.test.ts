import { describe, expect, it } from "vitest";
import { revealed } from "./reveal.ts";

const shown = (text: string): string =>
  revealed(text)
    .map((part) => part.text)
    .join("");

describe("hidden characters", () => {
  it("stand as escapes: escape codes, bidirectional marks, zero width, tags, lone surrogates", () => {
    expect(shown("rm \u202etxt.exe")).toBe("rm \\u{202E}txt.exe");
    expect(shown("\u001b[31mred")).toBe("\\e[31mred");
    expect(shown("a\u200bb\ufeffc\u{e0041}d\ud800e")).toBe("a\\u{200B}b\\u{FEFF}c\\u{E0041}d\\u{D800}e");
    expect(shown("a\u00a0b\u3164c")).toBe("a\\u{00A0}b\\u{3164}c");
    expect(shown("one\rtwo")).toBe("one\\rtwo");
  });

  it("leave plain text of any script alone, with its line breaks", () => {
    const plain = "修改 main.mjs\n\tcafé 👍 שלום\r\nend";
    expect(shown(plain)).toBe(plain);
    expect(revealed(plain)).toEqual([{ kind: "text", text: plain }]);
  });
});
