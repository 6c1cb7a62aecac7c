/**
 * A text in which every CRLF reads as one LF, and the way back: `start(i)` is where the i-th unit of `folded` begins in
 * the original. Texts without CRLF cost nothing.
 */
export interface FoldedText {
  readonly folded: string;
  readonly start: (index: number) => number;
}

/** Folds the line ends of a text. */
export function foldLineEnds(text: string): FoldedText {
  if (!text.includes("\r\n")) return { folded: text, start: (index) => index };
  /** Index in `folded` of each LF that was a CRLF, ascending. */
  const dropped: number[] = [];
  for (let at = text.indexOf("\r\n"); at !== -1; at = text.indexOf("\r\n", at + 2))
    dropped.push(at - dropped.length);
  const start = (index: number): number => {
    let low = 0;
    let high = dropped.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((dropped[middle] ?? 0) < index) low = middle + 1;
      else high = middle;
    }
    return index + low;
  };
  return { folded: text.replaceAll("\r\n", "\n"), start };
}
