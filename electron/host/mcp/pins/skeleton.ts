/** Letters of other scripts, and signs, that are drawn like Latin ones; what NFKC does not fold already. */
const drawnAlike: Readonly<Record<string, string>> = {
  а: "a",
  е: "e",
  о: "o",
  р: "p",
  с: "c",
  у: "y",
  х: "x",
  і: "i",
  ј: "j",
  ѕ: "s",
  һ: "h",
  ԁ: "d",
  ӏ: "l",
  к: "k",
  м: "m",
  т: "t",
  в: "b",
  н: "h",
  α: "a",
  ο: "o",
  ρ: "p",
  ν: "v",
  ι: "i",
  κ: "k",
  τ: "t",
  υ: "u",
  ϲ: "c",
  γ: "y",
  η: "n",
  ω: "w",
  ı: "i",
  ł: "l",
  ø: "o",
  ß: "b",
};

/**
 * A name as the eye takes it: names with the same skeleton are told apart only by looking closely (case, separators, `0`/`O`,
 * `1`/`l`/`I`, `rn`/`m`, letters of other scripts).
 */
export const skeletonOf = (name: string): string =>
  [...name.normalize("NFKC").toLowerCase()]
    .map((char) => drawnAlike[char] ?? char)
    .join("")
    .normalize("NFD")
    .replace(/[\p{M}\p{Cf}\p{P}\p{Z}\p{S}]/gu, "")
    .replace(/0/g, "o")
    .replace(/[1i|]/g, "l")
    .replace(/rn/g, "m")
    .replace(/vv/g, "w");
