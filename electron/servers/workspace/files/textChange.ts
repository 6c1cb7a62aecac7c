/** Where two texts differ: both are the same before `start` and after their ends. Surrogate pairs are never split. */
export interface TextChange {
  readonly start: number;
  readonly beforeEnd: number;
  readonly afterEnd: number;
}

/** Whole pieces are compared at once, smaller ones only in the piece that differs, single units last. */
const pieces = [4096, 64, 1];

function isLowSurrogate(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xdc00;
}

function commonStart(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let at = 0;
  for (const piece of pieces)
    while (at + piece <= most && a.slice(at, at + piece) === b.slice(at, at + piece)) at += piece;
  return at > 0 && (isLowSurrogate(a, at) || isLowSurrogate(b, at)) ? at - 1 : at;
}

function commonEnd(a: string, b: string, most: number): number {
  let length = 0;
  const sliceOf = (text: string, piece: number): string =>
    text.slice(text.length - length - piece, text.length - length);
  for (const piece of pieces)
    while (length + piece <= most && sliceOf(a, piece) === sliceOf(b, piece)) length += piece;
  return length > 0 && isLowSurrogate(a, a.length - length) ? length - 1 : length;
}

/** The smallest span that holds every difference of two texts. */
export function changeBetween(before: string, after: string): TextChange {
  const start = commonStart(before, after);
  const tail = commonEnd(before, after, Math.min(before.length, after.length) - start);
  return { start, beforeEnd: before.length - tail, afterEnd: after.length - tail };
}
