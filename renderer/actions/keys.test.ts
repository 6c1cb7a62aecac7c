import { describe, expect, it } from "vitest";
import { isCombination, matchesKeys, type KeyPress } from "./keys.ts";

const press = (key: string, change: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...change,
});

describe("keys", () => {
  it("take mod as Ctrl, and as ⌘ on a Mac, and never both", () => {
    expect(matchesKeys(press("k", { ctrlKey: true }), "mod+k", false)).toBe(true);
    expect(matchesKeys(press("k", { metaKey: true }), "mod+k", true)).toBe(true);
    expect(matchesKeys(press("k", { ctrlKey: true }), "mod+k", true)).toBe(false);
    expect(matchesKeys(press("k", { ctrlKey: true, metaKey: true }), "mod+k", false)).toBe(false);
    expect(matchesKeys(press("k"), "mod+k", false)).toBe(false);
  });

  it("find digits by their place on layouts where they need Shift elsewhere, and letters behind Alt", () => {
    expect(matchesKeys(press("&", { code: "Digit1", ctrlKey: true }), "mod+1", false)).toBe(true);
    expect(matchesKeys(press("∆", { code: "KeyJ", altKey: true }), "alt+j", true)).toBe(true);
  });

  it("take a sign however it is typed, but Shift apart for letters", () => {
    expect(matchesKeys(press("?", { shiftKey: true }), "?", false)).toBe(true);
    expect(matchesKeys(press("K", { ctrlKey: true, shiftKey: true }), "mod+k", false)).toBe(false);
    expect(matchesKeys(press("K", { ctrlKey: true, shiftKey: true }), "mod+shift+k", false)).toBe(true);
    expect(matchesKeys(press("ArrowDown", { altKey: true }), "alt+down", false)).toBe(true);
  });

  it("tell combinations from keys that a text field needs", () => {
    expect(["mod+k", "alt+down", "j", "?", "escape"].map(isCombination)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});
