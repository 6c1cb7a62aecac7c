const lineFeed = 10;
const keptHead = 64 * 1024;
const keptNumber = 64;
const numberMark = Buffer.from('},"line_number":');

/** A line that was too long to be kept: its start, and what follows `"line_number":` in it. */
export interface LongLine {
  readonly head: string;
  readonly afterNumber: string;
}

/** Where lines go as they are complete. */
export interface LineSink {
  readonly onLine: (line: string) => void;
  readonly onLongLine: (line: LongLine) => void;
}

/**
 * Splits bytes into lines and never holds more than `maxBytes` of one: a hit in a file of one 60 MB line must not cost
 * hundreds of megabytes. Of a longer line only what names its place is kept; its text cannot hold the mark that is
 * looked for, since quotes inside JSON text are escaped.
 */
export function createLineSplitter(sink: LineSink, maxBytes = 4 * 1024 * 1024): (chunk: Buffer) => void {
  let parts: Buffer[] = [];
  let size = 0;
  let long: { head: string; tail: Buffer; number: string | null } | null = null;

  const watch = (piece: Buffer): void => {
    if (long === null || long.number !== null) return;
    const seen = Buffer.concat([long.tail, piece]);
    const at = seen.indexOf(numberMark);
    if (at === -1) long.tail = Buffer.from(seen.subarray(-numberMark.length - keptNumber));
    else if (seen.length >= at + numberMark.length + keptNumber)
      long.number = seen.toString("latin1", at + numberMark.length, at + numberMark.length + keptNumber);
    else long.tail = Buffer.from(seen.subarray(at));
  };
  const add = (piece: Buffer): void => {
    if (long !== null) return watch(piece);
    size += piece.length;
    parts.push(piece);
    if (size <= maxBytes) return;
    const kept = Buffer.concat(parts);
    parts = [];
    long = { head: kept.toString("utf8", 0, keptHead), tail: Buffer.alloc(0), number: null };
    watch(kept);
  };
  const end = (): void => {
    if (long === null) sink.onLine(parts.length === 1 ? String(parts[0]) : Buffer.concat(parts).toString());
    else {
      const at = long.tail.indexOf(numberMark);
      const rest = at === -1 ? "" : long.tail.toString("latin1", at + numberMark.length);
      sink.onLongLine({ head: long.head, afterNumber: long.number ?? rest });
    }
    parts = [];
    size = 0;
    long = null;
  };
  return (chunk) => {
    let from = 0;
    for (let at = chunk.indexOf(lineFeed); at !== -1; at = chunk.indexOf(lineFeed, from)) {
      add(chunk.subarray(from, at));
      end();
      from = at + 1;
    }
    if (from < chunk.length) add(chunk.subarray(from));
  };
}
