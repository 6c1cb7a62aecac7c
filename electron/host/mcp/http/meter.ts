/** An answer or event longer than this many bytes fails its own call; the connection goes on. */
export const MAX_BODY_BYTES = 32 * 1024 * 1024;

/** Thrown into a body that grows too long. */
export class BodyTooLarge extends Error {
  readonly bytes: number;

  constructor(bytes: number) {
    super(`The answer is more than ${bytes} bytes long; at most ${MAX_BODY_BYTES} are read.`);
    this.name = "BodyTooLarge";
    this.bytes = bytes;
  }
}

const LF = 10;
const idField = Buffer.from("id:");
const dataField = Buffer.from("data:");

/** Enough of a line to read an event's id from. */
const MAX_ID_BYTES = 1024;

/**
 * Watches an event stream go by: how long its present event is, and the last event's id (with one the stream can be
 * taken up again where it broke off). A body that is no event stream is one long event.
 */
export class StreamMeter {
  readonly #isEvents: boolean;
  readonly #maxBytes: number;
  #eventBytes = 0;
  #lineBytes = 0;
  #lineHead = Buffer.alloc(0);
  /** Id of the last event that had one. */
  lastId: string | null = null;
  /** Whether any event brought something. */
  sawData = false;

  constructor(isEvents: boolean, maxBytes: number = MAX_BODY_BYTES) {
    this.#isEvents = isEvents;
    this.#maxBytes = maxBytes;
  }

  /** @throws BodyTooLarge */
  feed(chunk: Uint8Array): void {
    if (!this.#isEvents) {
      this.#eventBytes += chunk.length;
      this.#check();
      return;
    }
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    for (let from = 0; from < bytes.length;) {
      const end = bytes.indexOf(LF, from);
      const stop = end === -1 ? bytes.length : end;
      this.#part(bytes.subarray(from, stop));
      if (end === -1) return;
      this.#line();
      from = end + 1;
    }
  }

  #part(part: Buffer): void {
    const room = MAX_ID_BYTES - this.#lineHead.length;
    if (room > 0) this.#lineHead = Buffer.concat([this.#lineHead, part.subarray(0, room)]);
    this.#lineBytes += part.length;
    this.#eventBytes += part.length;
    this.#check();
  }

  #line(): void {
    const isBlank = this.#lineBytes === 0 || (this.#lineBytes === 1 && this.#lineHead[0] === 13);
    if (isBlank) this.#eventBytes = 0;
    else if (this.#lineHead.subarray(0, idField.length).equals(idField))
      this.lastId = this.#lineHead.subarray(idField.length).toString("utf8").trim();
    else if (this.#lineHead.subarray(0, dataField.length).equals(dataField)) this.sawData = true;
    this.#lineBytes = 0;
    this.#lineHead = Buffer.alloc(0);
  }

  #check(): void {
    if (this.#eventBytes > this.#maxBytes) throw new BodyTooLarge(this.#eventBytes);
  }
}
