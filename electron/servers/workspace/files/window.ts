import { formatCount, headOf, resultBytes } from "../outcome/index.ts";
import type { WindowLine } from "./lineScanner.ts";

/** Most characters of one line that are shown. */
export const shownPerLine = 2_000;
/** Bytes of a result kept free for the summary line. */
export const summaryRoom = 700;

/** The numbered lines of a window, cut to what one result holds. */
export interface Shown {
  readonly body: string;
  /** How many lines made it into `body`. */
  readonly count: number;
  readonly cutLines: number;
}

function clip(line: WindowLine): string {
  if (line.omittedBytes === 0 && line.text.length <= shownPerLine) return line.text;
  const head = headOf(line.text, shownPerLine);
  const omitted = Buffer.byteLength(line.text) - Buffer.byteLength(head) + line.omittedBytes;
  return `${head}… [truncated: first ${formatCount(head.length)} characters shown, ${formatCount(omitted)} bytes omitted]`;
}

/**
 * Numbers lines as `<number>\t<text>` from `first` on, until the 30 KB of a result are full.
 * @param isAscii true when the lines are known to be: their bytes need not be counted then
 */
export function showLines(lines: readonly WindowLine[], first: number, isAscii = false): Shown {
  let bytes = 0;
  let cutLines = 0;
  let body = "";
  let count = 0;
  for (const line of lines) {
    const text = clip(line);
    const number = String(first + count);
    // The number and the tab are ASCII: measuring the bare text spares a copy of each line. A clipped line is not.
    const textBytes = isAscii && text === line.text ? text.length : Buffer.byteLength(text);
    bytes += textBytes + number.length + 2;
    if (bytes > resultBytes - summaryRoom && count > 0) break;
    if (text !== line.text) cutLines += 1;
    body += count === 0 ? `${number}\t${text}` : `\n${number}\t${text}`;
    count += 1;
  }
  return { body, count, cutLines };
}
