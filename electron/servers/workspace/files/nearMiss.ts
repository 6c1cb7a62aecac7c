import { headOf } from "../outcome/index.ts";
import { foldLookalikes, nameDifference } from "./lookalikes.ts";

/** Beyond this many lines no similar ones are looked for: a hint is not worth seconds. */
const searchedLines = 20_000;
const shownLines = 12;

type Fold = (line: string) => string;

const asIs: Fold = (line) => line;
const withoutBlanks: Fold = (line) => foldLookalikes(line).replaceAll(/\s+/g, "");
const withoutCase: Fold = (line) => withoutBlanks(line).toLowerCase();

/** Index of the first line of `lines` where all of `old` match under `fold`; the ends may lie inside lines. */
function findFolded(lines: readonly string[], old: readonly string[], fold: Fold): number {
  const wanted = old.map(fold);
  const first = wanted[0] ?? "";
  const last = wanted.at(-1) ?? "";
  for (let at = 0; at + wanted.length <= lines.length; at += 1) {
    const line = fold(lines[at] ?? "");
    if (wanted.length === 1) {
      if (line.includes(first)) return at;
      continue;
    }
    if (!line.endsWith(first)) continue;
    const isInner = wanted.slice(1, -1).every((want, i) => fold(lines[at + 1 + i] ?? "") === want);
    if (isInner && fold(lines[at + wanted.length - 1] ?? "").startsWith(last)) return at;
  }
  return -1;
}

function describeIndent(line: string): string {
  const indent = /^\s*/.exec(line)?.[0] ?? "";
  if (indent === "") return "no indentation";
  const tabs = indent.split("\t").length - 1;
  const blanks = indent.length - tabs;
  const named = [
    tabs > 0 ? `${tabs} tab${tabs === 1 ? "" : "s"}` : "",
    blanks > 0 ? `${blanks} space${blanks === 1 ? "" : "s"}` : "",
  ];
  return named.filter((part) => part !== "").join(" and ");
}

function describeBlanks(file: readonly string[], old: readonly string[], at: number): string {
  for (const [i, wanted] of old.entries()) {
    const line = file[at + i] ?? "";
    if (line.includes(wanted)) continue;
    const there = describeIndent(line);
    const given = describeIndent(wanted);
    if (there !== given) return `line ${at + i + 1} has ${there}, old_str has ${given}`;
    return `line ${at + i + 1} differs from old_str in blanks inside or at the end of the line`;
  }
  return "blanks differ";
}

function describeLookalikes(file: readonly string[], old: readonly string[], at: number): string {
  for (const [i, wanted] of old.entries()) {
    const line = file[at + i] ?? "";
    if (!line.includes(wanted)) return `line ${at + i + 1}: ${nameDifference(line, wanted)}`;
  }
  return "characters that look alike differ";
}

function bigramsOf(text: string): Set<string> {
  const grams = new Set<string>();
  for (let i = 0; i < text.length - 1; i += 1) grams.add(text.slice(i, i + 2));
  return grams;
}

function mostAlike(lines: readonly string[], old: readonly string[]): number {
  const wanted = old.findIndex((line) => line.trim() !== "");
  const grams = bigramsOf((old[wanted] ?? "").trim());
  let best = -1;
  let bestScore = 0.35;
  for (const [at, line] of lines.slice(0, searchedLines).entries()) {
    const others = bigramsOf(line.trim().slice(0, 300));
    let common = 0;
    for (const gram of others) if (grams.has(gram)) common += 1;
    const score = (2 * common) / Math.max(1, grams.size + others.size);
    if (score > bestScore) {
      bestScore = score;
      best = at;
    }
  }
  return best === -1 ? -1 : Math.max(0, best - Math.max(0, wanted));
}

function show(lines: readonly string[], at: number, count: number): string {
  const shown = lines.slice(at, at + Math.min(count, shownLines));
  const text = shown.map((line, i) => `${at + i + 1}\t${headOf(line, 200)}`).join("\n");
  return count > shownLines ? `${text}\n…` : text;
}

/** Explains why `old` is not in `text`: what nearly matches, where, and in what it differs. */
export function explainMiss(text: string, old: string, replace: string): string {
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  const wanted = old.replaceAll("\r\n", "\n").replace(/\n$/, "").split("\n");
  const numbered = /^\s*\d+\t/;
  if (wanted.every((line) => numbered.test(line))) {
    const bare = wanted.map((line) => line.replace(numbered, ""));
    if (findFolded(lines, bare, asIs) !== -1)
      return "old_str holds the line numbers of read_file: leave out number and tab.";
  }
  const alike = findFolded(lines, wanted, foldLookalikes);
  if (alike !== -1) {
    return `Nearly matches, but ${describeLookalikes(lines, wanted, alike)}:\n${show(lines, alike, wanted.length)}`;
  }
  const blank = old.trim() === "" ? -1 : findFolded(lines, wanted, withoutBlanks);
  if (blank !== -1) {
    return `Nearly matches, but white space differs: ${describeBlanks(lines, wanted, blank)}:\n${show(lines, blank, wanted.length)}`;
  }
  const cased = old.trim() === "" ? -1 : findFolded(lines, wanted, withoutCase);
  if (cased !== -1)
    return `Nearly matches, but upper and lower case differ:\n${show(lines, cased, wanted.length)}`;
  const done =
    replace.trim().length > 3 ? findFolded(lines, replace.replaceAll("\r\n", "\n").split("\n"), asIs) : -1;
  if (done !== -1) return `new_str already stands at line ${done + 1}: the change may have been made before.`;
  const near = mostAlike(lines, wanted);
  return near === -1
    ? "Nothing similar is in the file."
    : `Most alike is:\n${show(lines, near, wanted.length)}`;
}
