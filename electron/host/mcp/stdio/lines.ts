import { StringDecoder } from "node:string_decoder";

/**
 * Longest line that is read whole, in bytes. A longer one fails the call it answers and nothing else (perf.md
 * (a)).
 */
export const MAX_LINE_BYTES = 64 * 1024 * 1024;

const EDGE_BYTES = 2048;
const NEWLINE = 10;

/** What a too long line still tells: its first and last bytes as text, and how long it was. */
export interface OversizeLine {
  readonly head: string;
  readonly tail: string;
  readonly bytes: number;
}

export interface LineSink {
  /** A whole line without its end. */
  line(text: string, bytes: number): void;
  oversize(line: OversizeLine): void;
}

/**
 * Cuts a byte stream into lines. Chunks are decoded as they come, while the server still writes the rest, and joined once
 * per line, so that the cost is linear in the size; a character split between chunks is safe. Beyond `maxBytes` a line is
 * skipped, not kept.
 */
export class LineSplitter {
  readonly #sink: LineSink;
  readonly #maxBytes: number;
  readonly #decoder = new StringDecoder("utf8");
  #parts: string[] = [];
  #bytes = 0;
  #head = "";
  #tail: Buffer = Buffer.alloc(0);

  constructor(sink: LineSink, maxBytes: number = MAX_LINE_BYTES) {
    this.#sink = sink;
    this.#maxBytes = maxBytes;
  }

  feed(chunk: Buffer): void {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      if (this.#bytes === 0 && end - from <= this.#maxBytes)
        this.#emit(chunk.toString("utf8", from, end), end - from);
      else {
        this.#keep(chunk.subarray(from, end));
        this.#finish();
      }
      from = end + 1;
    }
    if (from < chunk.length) this.#keep(from === 0 ? chunk : chunk.subarray(from));
  }

  #keep(part: Buffer): void {
    this.#bytes += part.length;
    if (this.#bytes <= this.#maxBytes) {
      this.#parts.push(this.#decoder.write(part));
      return;
    }
    if (this.#parts.length > 0 || this.#head === "") {
      // The end of the line may come in a few bytes more: the tail begins with what was kept.
      this.#tail = Buffer.from(this.#parts.join("").slice(-EDGE_BYTES));
      this.#parts.push(this.#decoder.write(part.subarray(0, EDGE_BYTES)), this.#decoder.end());
      this.#head = this.#parts.join("").slice(0, EDGE_BYTES);
      this.#parts = [];
    }
    this.#tail = Buffer.concat([this.#tail, part.subarray(-EDGE_BYTES)]).subarray(-EDGE_BYTES);
  }

  #finish(): void {
    const bytes = this.#bytes;
    const parts = this.#parts;
    this.#bytes = 0;
    this.#parts = [];
    if (bytes <= this.#maxBytes) {
      parts.push(this.#decoder.end());
      this.#emit(parts.join(""), bytes);
      return;
    }
    const line = { head: this.#head, tail: this.#tail.toString("utf8"), bytes };
    this.#head = "";
    this.#tail = Buffer.alloc(0);
    this.#sink.oversize(line);
  }

  #emit(text: string, bytes: number): void {
    this.#sink.line(text.endsWith("\r") ? text.slice(0, -1) : text, bytes);
  }
}

/**
 * The id of the request a too long answer belongs to, or null. Answers carry `id` first or last (the SDK's
 * servers last); only the outermost object counts, so an `id` inside the result is not taken for it.
 */
export const idOfOversize = ({ head, tail }: OversizeLine): number | null => {
  const atHead = /^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"id"\s*:\s*(\d{1,15})\s*,/.exec(head)?.[1];
  const atTail = /[\]}"\w]\s*,\s*"id"\s*:\s*(\d{1,15})\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$/.exec(
    tail,
  )?.[1];
  const id = atHead ?? atTail;
  return id === undefined ? null : Number(id);
};
