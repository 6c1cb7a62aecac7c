import { describe, expect, it } from "vitest";
import { languageOf, readAppearance } from "./choice.ts";

describe("readAppearance", () => {
  it.each([undefined, null, 7, "dark", [], {}, { theme: "pink", language: "xx" }, { theme: { a: 1 } }])(
    "follows the system where the file holds %j",
    (kept) => {
      expect(readAppearance(kept)).toEqual({ theme: "system", language: "system" });
    },
  );

  it("keeps what was chosen", () => {
    expect(readAppearance({ theme: "contrast", language: "zh-CN" })).toEqual({
      theme: "contrast",
      language: "zh-CN",
    });
  });
});

it.each([
  ["system", "zh-TW", "zh-CN"],
  ["system", "zh", "zh-CN"],
  ["system", "de-DE", "en"],
  ["system", "", "en"],
  ["en", "zh-CN", "en"],
  ["zh-CN", "en-GB", "zh-CN"],
] as const)("shows %s on %s as %s", (choice, locale, language) => {
  expect(languageOf(choice, locale)).toBe(language);
});
