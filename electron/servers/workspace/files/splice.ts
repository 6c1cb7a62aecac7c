import { foldLineEnds } from "./foldedText.ts";

/** A place of the original text where the searched text stands. */
export interface Match {
  readonly start: number;
  readonly end: number;
  /** Line of its first character, from 1. */
  readonly line: number;
}

/** All places where `old` begins, overlapping ones too: those make a single replacement ambiguous. */
function indexesOf(text: string, old: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(old); at !== -1; at = text.indexOf(old, at + 1)) found.push(at);
  return found;
}

function withLines(text: string, places: readonly { start: number; end: number }[]): Match[] {
  let line = 1;
  // Kept over the places: a long line with very many of them is looked through once.
  let next = text.indexOf("\n");
  return places.map((place) => {
    while (next !== -1 && next < place.start) {
      line += 1;
      next = text.indexOf("\n", next + 1);
    }
    return { ...place, line };
  });
}

/**
 * Where `old` stands in `text`. A search text without carriage returns matches either kind of line end; one with them
 * is taken literally first.
 */
export function findMatches(text: string, old: string): Match[] {
  const literal = indexesOf(text, old).map((start) => ({ start, end: start + old.length }));
  const isFoldable = old.includes("\n");
  if (!isFoldable || (literal.length > 0 && old.includes("\r"))) return withLines(text, literal);
  const { folded, start } = foldLineEnds(text);
  const wanted = old.replaceAll("\r\n", "\n");
  const places = indexesOf(folded, wanted).map((at) => ({
    start: start(at),
    end: start(at + wanted.length),
  }));
  return withLines(text, places);
}

/** The line end around a match: inside it, else of its line, else of the line before, else of the file's first line. */
function lineEndAround(text: string, match: Match): "\r\n" | "\n" {
  const candidates = [
    text.slice(match.start, match.end).indexOf("\n") + match.start,
    text.indexOf("\n", match.end),
  ];
  if (!text.slice(match.start, match.end).includes("\n")) candidates.shift();
  candidates.push(text.lastIndexOf("\n", Math.max(0, match.start - 1)), text.indexOf("\n"));
  const at = candidates.find((index) => index !== -1);
  return at !== undefined && at > 0 && text[at - 1] === "\r" ? "\r\n" : "\n";
}

function commonStart(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let length = 0;
  while (length < most && a[length] === b[length]) length += 1;
  return length;
}

function commonEnd(a: string, b: string, most: number): number {
  let length = 0;
  while (length < most && a[a.length - 1 - length] === b[b.length - 1 - length]) length += 1;
  return length;
}

/** What replaces one match: only what differs between old and new is written, in the line ends that stand around it. */
function replacement(text: string, match: Match, replace: string): string {
  const original = text.slice(match.start, match.end);
  const isCrlf = lineEndAround(text, match) === "\r\n";
  const wanted = isCrlf ? replace.replaceAll("\r\n", "\n") : replace;
  if (!isCrlf && (!original.includes("\r") || replace.includes("\r"))) return replace;
  const { folded, start } = foldLineEnds(original);
  const head = commonStart(folded, wanted);
  const tail = commonEnd(folded, wanted, Math.min(folded.length, wanted.length) - head);
  const middle = wanted.slice(head, wanted.length - tail);
  const inserted = isCrlf ? middle.replaceAll("\n", "\r\n") : middle;
  return original.slice(0, start(head)) + inserted + original.slice(start(folded.length - tail));
}

/**
 * Replaces matches by `replace`, literally (no `$` patterns); everything outside them stays as it is. Line ends of the
 * new text become those around the match, unless old and new text spell carriage returns themselves.
 */
export function splice(text: string, old: string, replace: string, matches: readonly Match[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const match of matches) {
    if (match.start < at) continue;
    const isLiteral = old.includes("\r") && text.startsWith(old, match.start);
    parts.push(text.slice(at, match.start), isLiteral ? replace : replacement(text, match, replace));
    at = match.end;
  }
  parts.push(text.slice(at));
  return parts.join("");
}
