import { describe, expect, it } from "vitest";
import { foldText, shortPieces } from "./fold.ts";

describe("foldText", () => {
  it.each([
    ["Hello", "hello"],
    ["Résumé", "resume"],
    ["ＦＵＬＬ１", "full1"],
    ["İstanbul", "istanbul"],
    ["한국어", "한국어"],
    ["权限", "权限"],
    ["a\u0000b\u202ec\u200bd", "abcd"],
    ["\ud800x", "\ufffdx"],
  ])("folds %j to %j", (text, folded) => {
    expect(foldText(text)).toBe(folded);
    expect(foldText(folded)).toBe(folded);
  });
});

describe("shortPieces", () => {
  it("gives beginnings of words, and neighbours where there are no blanks", () => {
    expect(shortPieces("git status -s")).toEqual(["gi", "st", "s"]);
    expect(shortPieces("访问权限")).toEqual(["访问", "问权", "权限", "限"]);
    expect(shortPieces("第3步ok")).toEqual(["第3", "3步", "步o"]);
    expect(shortPieces("a 的")).toEqual(["a", "的"]);
    expect(shortPieces("==> %")).toEqual([]);
  });
});
