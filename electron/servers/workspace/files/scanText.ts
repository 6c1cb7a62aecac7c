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
}

function countOf(text: string, part: string): number {
  let count = 0;
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) count += 1;
  return count;
}

/** The window of a text that is in memory already. */
export function scanText(text: string, from: number, count: number, invalidBytes = 0): Scan {
  const pieces = text.split("\n");
  const endsWithNewline = pieces.at(-1) === "";
  const lineCount = endsWithNewline ? pieces.length - 1 : pieces.length;
  const crlf = text.includes("\r") ? countOf(text, "\r\n") : 0;
  const lines = pieces.slice(from - 1, Math.min(from - 1 + count, lineCount)).map((piece, i) => {
    const isEnded = from + i < pieces.length;
    return {
      text: crlf > 0 && isEnded && piece.endsWith("\r") ? piece.slice(0, -1) : piece,
      omittedBytes: 0,
    };
  });
  return { lines, lineCount, endsWithNewline, crlf, lf: pieces.length - 1 - crlf, invalidBytes };
}
