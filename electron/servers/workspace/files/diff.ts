import { structuredPatch } from "diff";
import { formatBytes, resultBytes } from "../outcome/index.ts";
import type { TextChange } from "./textChange.ts";

/** Lines shown unchanged around a change. */
const contextLines = 3;
/** A diff that takes longer is given up: it is one replaced block then. */
const timeoutMs = 150;
const maxEditLength = 4_000;

/** A change of one text, as programs and people read it. */
export interface Diff {
  /** Unified diff; null when it would be over 30 KB. */
  readonly diff: string | null;
  /** Why there is no `diff`. */
  readonly diffOmitted?: string;
  readonly linesAdded: number;
  readonly linesRemoved: number;
}

function lineStartBefore(text: string, at: number, lines: number): number {
  let start = at;
  for (let left = lines; ; left -= 1) {
    start = start === 0 ? 0 : text.lastIndexOf("\n", start - 1) + 1;
    if (left === 0 || start === 0) return start;
    start -= 1;
  }
}

function lineEndAfter(text: string, at: number, lines: number): number {
  let end = at;
  for (let left = lines; left >= 0; left -= 1) {
    const next = text.indexOf("\n", end);
    if (next === -1) return text.length;
    end = next + 1;
  }
  return end;
}

/** How many line ends lie before `at`. */
function linesBefore(text: string, at: number): number {
  let count = 0;
  for (let next = text.indexOf("\n"); next !== -1 && next < at; next = text.indexOf("\n", next + 1))
    count += 1;
  return count;
}

interface Hunk {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
  readonly lines: readonly string[];
}

function signed(sign: string, text: string): string[] {
  if (text === "") return [];
  const lines = text.split("\n").map((line) => sign + line);
  if (text.endsWith("\n")) lines.pop();
  else lines.push("\\ No newline at end of file");
  return lines;
}

function countOf(lines: readonly string[], sign: string): number {
  return lines.reduce((count, line) => (line.startsWith(sign) ? count + 1 : count), 0);
}

function wholeHunk(before: string, after: string): Hunk {
  const [removed, added] = [signed("-", before), signed("+", after)];
  const [oldLines, newLines] = [countOf(removed, "-"), countOf(added, "+")];
  return {
    oldStart: oldLines === 0 ? 0 : 1,
    oldLines,
    newStart: newLines === 0 ? 0 : 1,
    newLines,
    lines: [...removed, ...added],
  };
}

/** How many lines two lists have in common at their start, or with `isBack` at their end, `most` at most. */
function commonLines(a: readonly string[], b: readonly string[], most: number, isBack = false): number {
  let count = 0;
  const at = (lines: readonly string[]): string | undefined => lines.at(isBack ? -1 - count : count);
  while (count < most && at(a) === at(b)) count += 1;
  return count;
}

/**
 * The usual case: one place differs, and what it held or holds now is at most one line that has no likeness on the other
 * side. There is nothing to search for then. Null for any other.
 */
function plainHunk(before: string, after: string): Hunk | null {
  if (!before.endsWith("\n") || !after.endsWith("\n")) return null;
  const [old, now] = [before.split("\n").slice(0, -1), after.split("\n").slice(0, -1)];
  const same = commonLines(old, now, Math.min(old.length, now.length));
  const back = commonLines(old, now, Math.min(old.length, now.length) - same, true);
  const [removed, added] = [old.slice(same, old.length - back), now.slice(same, now.length - back)];
  const [few, many] = removed.length < added.length ? [removed, added] : [added, removed];
  if (few.length > 1 || (few[0] !== undefined && many.includes(few[0]))) return null;
  const start = Math.max(0, same - contextLines);
  const lines = [
    ...old.slice(start, same).map((line) => ` ${line}`),
    ...removed.map((line) => `-${line}`),
    ...added.map((line) => `+${line}`),
    ...old.slice(old.length - back, old.length - Math.max(0, back - contextLines)).map((line) => ` ${line}`),
  ];
  const [oldLines, newLines] = [lines.length - added.length, lines.length - removed.length];
  if (oldLines === 0 || newLines === 0) return null;
  return { oldStart: start + 1, oldLines, newStart: start + 1, newLines, lines };
}

function hunksOf(before: string, after: string): readonly Hunk[] {
  if (before === "" || after === "") return [wholeHunk(before, after)];
  const plain = plainHunk(before, after);
  if (plain !== null) return [plain];
  const options = { context: contextLines, timeout: timeoutMs, maxEditLength };
  return structuredPatch("", "", before, after, "", "", options)?.hunks ?? [wholeHunk(before, after)];
}

function rangeOf(start: number, lines: number): string {
  return lines === 1 ? String(start) : `${start},${lines}`;
}

function textOf(hunk: Hunk, skipped: number): string {
  const from = rangeOf(hunk.oldStart + skipped, hunk.oldLines);
  const to = rangeOf(hunk.newStart + skipped, hunk.newLines);
  return `@@ -${from} +${to} @@\n${hunk.lines.join("\n")}\n`;
}

/**
 * The unified diff of two texts as they are on disk (carriage returns included), at most 30 KB. One that is not found
 * in 150 ms or 4,000 steps shows the differing lines as one replaced block.
 * @param name the path, already safe to show on one line
 * @param before null for a new file
 */
export function diffOf(name: string, before: string | null, after: string, change: TextChange): Diff {
  const old = before ?? "";
  const start = lineStartBefore(old, change.start, contextLines);
  const oldPart = old.slice(start, lineEndAfter(old, change.beforeEnd, contextLines));
  const newPart = after.slice(start, lineEndAfter(after, change.afterEnd, contextLines));
  const hunks = hunksOf(oldPart, newPart).filter((hunk) => hunk.lines.length > 0);
  const skipped = linesBefore(old, start);
  const counts = {
    linesAdded: hunks.reduce((sum, hunk) => sum + countOf(hunk.lines, "+"), 0),
    linesRemoved: hunks.reduce((sum, hunk) => sum + countOf(hunk.lines, "-"), 0),
  };
  const from = before === null ? "/dev/null" : `a/${name}`;
  const diff = `--- ${from}\n+++ b/${name}\n${hunks.map((hunk) => textOf(hunk, skipped)).join("")}`;
  const bytes = Buffer.byteLength(diff);
  if (bytes <= resultBytes) return { diff, ...counts };
  return { diff: null, diffOmitted: `It would be ${formatBytes(bytes)}; the limit is 30 KB.`, ...counts };
}

/** The lines around a place as they are now, numbered: two before it, at most `most` in all. */
export function showAround(after: string, at: number, most = 24): string {
  const start = lineStartBefore(after, Math.min(at, after.length), 2);
  const end = lineEndAfter(after, start, most - 1);
  const first = linesBefore(after, start) + 1;
  const lines = after.slice(start, end).split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines
    .map(
      (line, i) =>
        `${first + i}\t${line
          .replace(/\r$/, "")
          .slice(0, 200)
          .replace(/[\uD800-\uDBFF]$/, "")}`,
    )
    .join("\n");
}
