import type { WindowLine } from "./lineScanner.ts";

/** What a reader learns about a file: the window's lines and facts about the whole. */
export interface Scan {
  readonly lines: readonly WindowLine[];
  /** Lines of the whole file, or null when its end was not reached. */
  readonly lineCount: number | null;
  readonly endsWithNewline: boolean;
  readonly crlf: number;
  readonly lf: number;
  readonly invalidBytes: number;
  /** True when the text is known to be ASCII alone. */
  readonly isAscii?: boolean;
}

function countOf(text: string, part: string): number {
  let count = 0;
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) count += 1;
  return count;
}

/** The window of a text that is in memory already. */
export function scanText(text: string, from: number, count: number, invalidBytes = 0): Scan {
  const crlf = text.includes("\r") ? countOf(text, "\r\n") : 0;
  const lines: WindowLine[] = [];
  let number = 1;
  let at = 0;
  for (let next = text.indexOf("\n"); next !== -1; next = text.indexOf("\n", at)) {
    if (number >= from && number < from + count) {
      const end = crlf > 0 && next > at && text.charCodeAt(next - 1) === 0x0d ? next - 1 : next;
      lines.push({ text: text.slice(at, end), omittedBytes: 0 });
    }
    number += 1;
    at = next + 1;
  }
  const endsWithNewline = at === text.length;
  if (!endsWithNewline && number >= from && number < from + count)
    lines.push({ text: text.slice(at), omittedBytes: 0 });
  const lineCount = endsWithNewline ? number - 1 : number;
  return { lines, lineCount, endsWithNewline, crlf, lf: number - 1 - crlf, invalidBytes };
}
