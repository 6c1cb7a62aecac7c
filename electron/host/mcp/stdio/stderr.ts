import { StringDecoder } from "node:string_decoder";

const MAX_PENDING_CHARS = 8000;
const TAIL_CHARS = 8192;

/** Splits what a server writes to stderr into lines and keeps the last 8 KB for the word on why it died. */
export class StderrLines {
  readonly #decoder = new StringDecoder("utf8");
  readonly #onLine: (text: string) => void;
  #pending = "";
  #tail = "";

  constructor(onLine: (text: string) => void) {
    this.#onLine = onLine;
  }

  feed(chunk: Buffer): void {
    const text = this.#decoder.write(chunk);
    this.#tail = (this.#tail + text).slice(-TAIL_CHARS);
    const lines = (this.#pending + text).split("\n");
    this.#pending = lines.pop() ?? "";
    for (const line of lines) this.#onLine(line.endsWith("\r") ? line.slice(0, -1) : line);
    if (this.#pending.length > MAX_PENDING_CHARS) this.flush();
  }

  /** Gives out a last line that has no end. */
  flush(): void {
    if (this.#pending !== "") this.#onLine(this.#pending);
    this.#pending = "";
  }

  /** The last 8 KB written. */
  get tail(): string {
    return this.#tail.trim();
  }
}
