import { formatCount, headOf, resultBytes } from "../outcome/index.ts";

const lineCharacters = 2_000;
/** What a result leaves for its summary and notes. */
const roomBytes = 3 * 1024;

/** Some of a text's lines, by size. */
export interface Page {
  readonly lines: readonly string[];
  /** Number of the first line not shown, from 1; null at the end. */
  readonly nextOffset: number | null;
}

function shownLine(line: string): string {
  const text = line.replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, (c) =>
    c === "\r" ? "\\r" : `\\x${c.charCodeAt(0).toString(16).padStart(2, "0")}`,
  );
  if (text.length <= lineCharacters) return text;
  return `${headOf(text, lineCharacters)} [… ${formatCount(text.length - lineCharacters)} more characters]`;
}

/**
 * The lines from `offset` (counted from 1) that fit into a result beside `used` bytes; at least one. Very long lines are
 * clipped, control characters written out.
 */
export function pageOf(all: readonly string[], offset: number, used = 0): Page {
  const lines: string[] = [];
  let bytes = used;
  for (let at = offset - 1; at < all.length; at += 1) {
    const line = shownLine(all[at] ?? "");
    bytes += Buffer.byteLength(line) + 1;
    if (bytes > resultBytes - roomBytes && lines.length > 0) return { lines, nextOffset: at + 1 };
    lines.push(line);
  }
  return { lines, nextOffset: null };
}
