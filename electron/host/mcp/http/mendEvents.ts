import { sound } from "../envelope/index.ts";

const LF = 10;
const CR = 13;
const dataField = Buffer.from("data:");
/** A longer line is looked into only where it holds a null: reading it twice would be felt. */
const MAX_PLAIN_BYTES = 256 * 1024;
const nulls = Buffer.from("null");

/** The messages of a body or an event, mended; what is no message stays as it came. Throws what `JSON.parse` does. */
export const mendJson = (text: string): unknown => {
  const raw: unknown = JSON.parse(text);
  return Array.isArray(raw) ? raw.map((one) => sound(one) ?? (one as unknown)) : (sound(raw) ?? raw);
};

const mendedData = (text: string): string | null => {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    return null;
  }
  // The client's transport knows no batches in events: each message gets one of its own.
  if (Array.isArray(raw)) return raw.map((one) => `data: ${JSON.stringify(sound(one) ?? one)}`).join("\n\n");
  const message = sound(raw);
  return message === null || message === raw ? null : `data: ${JSON.stringify(message)}`;
};

const endLength = (line: Buffer): number => {
  const last = line.at(-1);
  return last === LF || last === CR ? 1 : 0;
};

const mended = (line: Buffer): Buffer => {
  if (!line.subarray(0, dataField.length).equals(dataField)) return line;
  if (line.length > MAX_PLAIN_BYTES && !line.includes(nulls)) return line;
  const end = endLength(line);
  const data = mendedData(line.subarray(dataField.length, line.length - end).toString("utf8"));
  return data === null ? line : Buffer.concat([Buffer.from(data), line.subarray(line.length - end)]);
};

const endIn = (chunk: Buffer, from: number, hasCr: boolean): number => {
  const lf = chunk.indexOf(LF, from);
  const cr = hasCr ? chunk.indexOf(CR, from) : -1;
  return lf === -1 || cr === -1 ? Math.max(lf, cr) : Math.min(lf, cr);
};

/**
 * Mends the messages of an event stream on their way to the client's transport, which refuses a message over a field that is
 * null (see `sound`). A line is held until it is whole; nothing else changes.
 */
export class EventMender {
  #held: Buffer[] = [];

  /** What may go on now. */
  feed(chunk: Buffer): Buffer[] {
    const ready: Buffer[] = [];
    const hasCr = chunk.includes(CR);
    let from = 0;
    for (let end = endIn(chunk, 0, hasCr); end >= 0; end = endIn(chunk, from, hasCr)) {
      this.#held.push(chunk.subarray(from, end + 1));
      ready.push(mended(this.#held.length === 1 ? (this.#held[0] as Buffer) : Buffer.concat(this.#held)));
      this.#held = [];
      from = end + 1;
    }
    if (from < chunk.length) this.#held.push(chunk.subarray(from));
    return ready;
  }

  /** What is left when the stream is over. */
  end(): Buffer[] {
    const rest = this.#held;
    this.#held = [];
    return rest;
  }
}
