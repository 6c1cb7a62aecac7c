import { formatBytes, textOfBytes } from "../outcome/index.ts";

const keptEachEnd = 2 * 1024 * 1024;

/** A stream of a command as text. */
export interface Captured {
  readonly text: string;
  /** All bytes the command wrote. */
  readonly bytes: number;
  readonly omittedBytes: number;
  /** Bytes that are no UTF-8, shown as `\xNN`. */
  readonly invalid: number;
}

/** Index of the last complete character's end. */
function wholeEnd(bytes: Buffer): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

/** Index of the first character that starts inside `bytes`. */
function wholeStart(bytes: Buffer): number {
  let start = 0;
  while (start < 3 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start += 1;
  return start;
}

/**
 * Keeps the first and the last 2 MB of a stream, however long it is. Bytes are kept and decoded at the end, so that a
 * character cut by the pipe stays whole.
 */
export class Capture {
  private readonly head: Buffer[] = [];
  private headBytes = 0;
  private tail: Buffer[] = [];
  private tailBytes = 0;
  private total = 0;

  get bytes(): number {
    return this.total;
  }

  push(chunk: Buffer): void {
    this.total += chunk.length;
    const room = keptEachEnd - this.headBytes;
    if (room > 0) {
      const part = chunk.subarray(0, room);
      this.head.push(part);
      this.headBytes += part.length;
    }
    if (chunk.length <= room) return;
    const rest = room > 0 ? chunk.subarray(room) : chunk;
    this.tail.push(rest);
    this.tailBytes += rest.length;
    if (this.tailBytes > 2 * keptEachEnd) this.trim();
  }

  finish(): Captured {
    this.trim();
    const head = Buffer.concat(this.head);
    const tail = Buffer.concat(this.tail);
    const isCut = this.headBytes + this.tailBytes < this.total;
    if (!isCut) {
      const { text, invalid } = textOfBytes(Buffer.concat([head, tail]));
      return { text, bytes: this.total, omittedBytes: 0, invalid };
    }
    const first = textOfBytes(head.subarray(0, wholeEnd(head)));
    const last = textOfBytes(tail.subarray(wholeStart(tail)));
    const omittedBytes = this.total - wholeEnd(head) - (tail.length - wholeStart(tail));
    return {
      text: `${first.text}\n[… ${formatBytes(omittedBytes)} not kept …]\n${last.text}`,
      bytes: this.total,
      omittedBytes,
      invalid: first.invalid + last.invalid,
    };
  }

  private trim(): void {
    while (this.tailBytes - (this.tail[0]?.length ?? 0) >= keptEachEnd) {
      this.tailBytes -= this.tail.shift()?.length ?? 0;
    }
    const over = this.tailBytes - keptEachEnd;
    const first = this.tail[0];
    if (over <= 0 || first === undefined) return;
    this.tail[0] = first.subarray(over);
    this.tailBytes -= over;
  }
}
