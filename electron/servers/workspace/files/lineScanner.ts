import type { LineDecoder } from "./lineDecoder.ts";

/** A line of a window; `omittedBytes` counts what was cut from a long one. */
export interface WindowLine {
  readonly text: string;
  readonly omittedBytes: number;
}

/** Bytes of one line that are kept at most: enough for the characters shown. */
const keptPerLine = 8_192;
/** So many bytes fill a result whatever is cut from its lines: the window ends there. */
const storedEnough = 160 * 1024;
const newline = 0x0a;
const carriageReturn = 0x0d;

/**
 * Finds lines `from … from+count-1` (from 1) in bytes that come in pieces, in bounded memory whatever the size of the
 * file or of a line; counts the others and the kinds of line ends.
 */
export class LineScanner {
  readonly lines: WindowLine[] = [];
  invalidBytes = 0;
  crlf = 0;
  lf = 0;
  private number = 1;
  private kept: Buffer[] = [];
  private keptBytes = 0;
  private lineBytes = 0;
  private lastByte = -1;
  private readonly from: number;
  private to: number;
  private storedBytes = 0;

  private readonly decode: LineDecoder;

  constructor(from: number, count: number, decode: LineDecoder) {
    this.decode = decode;
    this.from = from;
    this.to = from + count;
  }

  /** True once every line of the window has been seen whole. */
  get isWindowDone(): boolean {
    return this.number >= this.to;
  }

  /** Lines so far; a last one without line end counts. */
  get lineCount(): number {
    return this.lineBytes > 0 ? this.number : this.number - 1;
  }

  /** False when the last line has no line end. */
  get endsWithNewline(): boolean {
    return this.lineBytes === 0;
  }

  push(chunk: Buffer): void {
    let start = 0;
    for (;;) {
      const at = chunk.indexOf(newline, start);
      if (at === -1) break;
      this.keep(chunk, start, at);
      const before = at > 0 ? chunk[at - 1] : this.lastByte;
      if (before === carriageReturn && this.lineBytes > 0) this.crlf += 1;
      else this.lf += 1;
      this.close();
      start = at + 1;
    }
    this.keep(chunk, start, chunk.length);
    this.lastByte = chunk.at(-1) ?? this.lastByte;
  }

  end(): void {
    if (this.lineBytes > 0 && this.number >= this.from && this.number < this.to) this.store(false);
  }

  private keep(chunk: Buffer, start: number, end: number): void {
    this.lineBytes += end - start;
    if (this.number < this.from || this.number >= this.to) return;
    const room = keptPerLine - this.keptBytes;
    if (room <= 0 || end === start) return;
    // Copied, because the reader reuses its buffer.
    const piece = Buffer.from(chunk.subarray(start, Math.min(end, start + room)));
    this.kept.push(piece);
    this.keptBytes += piece.length;
  }

  private close(): void {
    if (this.number >= this.from && this.number < this.to) this.store(true);
    this.number += 1;
    this.kept = [];
    this.keptBytes = 0;
    this.lineBytes = 0;
  }

  private store(isEnded: boolean): void {
    const whole = Buffer.concat(this.kept);
    const isCut = this.lineBytes > whole.length;
    const { text, invalid, bytes } = this.decode(whole, isCut);
    this.invalidBytes += invalid;
    const line = isEnded && !isCut && text.endsWith("\r") ? text.slice(0, -1) : text;
    this.lines.push({ text: line, omittedBytes: isCut ? this.lineBytes - bytes : 0 });
    this.storedBytes += whole.length;
    if (this.storedBytes > storedEnough) this.to = Math.min(this.to, this.number + 1);
  }
}
