import { memoryBacking, type Backing } from "./backing.ts";

const MB = 1024 * 1024;

/** A stream is held in memory up to this many bytes, above it in a file. */
const inMemoryBytes = 64 * 1024;
/** What is kept of the start of a stream: in its file, and where there can be none. */
const headInFile = 28 * MB;
const headInMemory = MB;
/** What is kept of its end. It stays in memory until the command ends: a flood must not wear the disk. */
const tailBytes = 4 * MB;

/** Where the bytes of a stream lie in its file; enough to read it again after a restart. */
export interface Layout {
  readonly total: number;
  readonly headBytes: number;
  readonly tailBytes: number;
}

interface Ring {
  readonly backing: Backing;
  /** Position of the ring in its backing. */
  readonly base: number;
  readonly capacity: number;
  /** Offset in the stream of the first byte that went into the ring. */
  readonly start: number;
}

/** A range of a stream, in bytes. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * One output stream of a command, as bytes: all of it up to 32 MB, of a longer one the first 28 and the last 4 MB. What
 * is small stays in memory; the rest goes to a file. A disk that is full costs the middle, never the command.
 */
export class KeptStream {
  private readonly openFile: () => Backing;
  private head: { readonly backing: Backing; readonly capacity: number };
  private ring: Ring;
  private isSpilled = false;
  private bytes = 0;
  private broken: unknown = null;

  constructor(openFile: () => Backing) {
    this.openFile = openFile;
    this.head = { backing: memoryBacking(), capacity: inMemoryBytes };
    this.ring = { backing: this.head.backing, base: 0, capacity: 1, start: inMemoryBytes };
  }

  /** A stream of an earlier run of the server. */
  static restore(file: Backing, layout: Layout): KeptStream {
    const stream = new KeptStream(() => file);
    const { headBytes, total } = layout;
    stream.head = { backing: file, capacity: headBytes };
    stream.ring = { backing: file, base: headBytes, capacity: layout.tailBytes, start: headBytes };
    stream.isSpilled = true;
    stream.bytes = total;
    return stream;
  }

  /** All bytes the command has written to it. */
  get total(): number {
    return this.bytes;
  }

  /** Why it could not be kept in a file, or null. */
  get failure(): unknown {
    return this.broken;
  }

  /** The part in the middle that was not kept, or null. */
  get gap(): Span | null {
    if (this.bytes <= this.head.capacity) return null;
    const to = Math.max(this.ring.start, this.bytes - this.ring.capacity);
    return to > this.head.capacity ? { from: this.head.capacity, to } : null;
  }

  /** Never throws. */
  push(chunk: Buffer): void {
    if (!this.isSpilled && this.bytes + chunk.length > inMemoryBytes) this.spill();
    try {
      this.put(chunk);
    } catch (error) {
      this.giveUpFile(error);
      this.put(chunk);
    }
    this.bytes += chunk.length;
  }

  /**
   * At most `length` bytes from `offset` on, without a break: an offset inside what was not kept moves behind it.
   * @throws the system's error when the file cannot be read
   */
  read(offset: number, length: number): { readonly bytes: Buffer; readonly from: number } {
    const { gap } = this;
    const from =
      gap !== null && offset >= gap.from && offset < gap.to ? gap.to : Math.min(offset, this.bytes);
    const most = gap !== null && from < gap.from ? gap.from : this.bytes;
    const to = Math.min(from + length, most);
    const inHead = Math.min(to, this.head.capacity);
    const parts = from < inHead ? [this.head.backing.read(from, inHead - from)] : [];
    const ringFrom = Math.max(from, this.head.capacity);
    if (ringFrom < to) parts.push(...this.readRing(ringFrom, to));
    return { bytes: Buffer.concat(parts), from };
  }

  /** The command has ended. With `isFile` also a small stream goes to its file, so that it outlives the server. */
  finish(isFile: boolean): void {
    if (isFile && !this.isSpilled && this.bytes > 0) this.spill();
    if (this.isSpilled && this.broken === null && this.bytes > this.head.capacity) this.settleTail();
    this.head.backing.close();
  }

  /** How it lies in its file; null when it is not wholly there. */
  get layout(): Layout | null {
    if (!this.isSpilled || this.broken !== null) return null;
    return { total: this.bytes, headBytes: this.head.capacity, tailBytes: this.ring.capacity };
  }

  private spill(): void {
    this.isSpilled = true;
    const held = this.head.backing.read(0, this.bytes);
    try {
      const file = this.openFile();
      if (held.length > 0) file.write(held, 0);
      this.head = { backing: file, capacity: headInFile };
    } catch (error) {
      this.broken = error;
      this.head = { backing: this.head.backing, capacity: headInMemory };
    }
    this.ring = this.memoryRing(this.head.capacity);
  }

  private memoryRing(start: number): Ring {
    return { backing: memoryBacking(), base: 0, capacity: tailBytes, start };
  }

  /** Puts the tail behind the head, as it lies in the ring. */
  private settleTail(): void {
    const { backing, capacity, start } = this.ring;
    const base = this.head.capacity;
    try {
      this.head.backing.write(backing.read(0, Math.min(capacity, this.bytes - start)), base);
      this.ring = { backing: this.head.backing, base, capacity, start };
    } catch (error) {
      this.broken = error;
    }
  }

  /** What the file holds of the head stays; the rest goes through memory from here on. */
  private giveUpFile(error: unknown): void {
    this.broken = error;
    this.head = { backing: this.head.backing, capacity: Math.min(this.head.capacity, this.bytes) };
    this.ring = this.memoryRing(this.bytes);
  }

  private put(chunk: Buffer): void {
    const first = chunk.subarray(0, Math.max(0, this.head.capacity - this.bytes));
    if (first.length > 0) this.head.backing.write(first, this.bytes);
    if (first.length < chunk.length) this.putRing(chunk.subarray(first.length), this.bytes + first.length);
  }

  private putRing(chunk: Buffer, at: number): void {
    const { backing, base, capacity, start } = this.ring;
    const skipped = Math.max(0, chunk.length - capacity);
    const kept = chunk.subarray(skipped);
    const position = (at + skipped - start) % capacity;
    const first = kept.subarray(0, capacity - position);
    backing.write(first, base + position);
    if (first.length < kept.length) backing.write(kept.subarray(first.length), base);
  }

  private readRing(from: number, to: number): Buffer[] {
    const { backing, base, capacity, start } = this.ring;
    const position = (from - start) % capacity;
    const first = Math.min(to - from, capacity - position);
    const parts = [backing.read(base + position, first)];
    if (first < to - from) parts.push(backing.read(base, to - from - first));
    return parts;
  }
}
