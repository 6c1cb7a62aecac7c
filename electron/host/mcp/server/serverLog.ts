import type { Remark, ServerLogLine } from "../../../../shared/contract/index.ts";
import { remark } from "../../../../shared/remarks/index.ts";
import type { Clock } from "../../ports.ts";

/** What of a server's log is kept: the last lines, up to both limits. */
const MAX_LINES = 2000;
const MAX_CHARS = 256 * 1024;
const MAX_LINE_CHARS = 4000;
/** Lines go out together at most this often, and at most so many at once. */
const FLUSH_MS = 100;
const MAX_FLUSH = 500;
/** Stray stdout lines written out one by one; after that they are only counted. */
const MAX_NOISE_LINES = 100;

/** Control characters are shown, never obeyed: a log line cannot colour, move or ring anything. */
const printable = (text: string): string =>
  text.replace(
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g,
    (char) => `\\x${char.charCodeAt(0).toString(16).padStart(2, "0")}`,
  );

const cut = (text: string): string =>
  text.length <= MAX_LINE_CHARS
    ? text
    : `${text.slice(0, MAX_LINE_CHARS)}… [+${text.length - MAX_LINE_CHARS} characters]`;

/** A line with every text that may be shown of it cut and printable. */
const harmless = (line: ServerLogLine): ServerLogLine => {
  const shown = (text: string): string => cut(printable(text));
  const { params } = line;
  return {
    ...line,
    text: shown(line.text),
    ...(params === undefined
      ? {}
      : {
          params: Object.fromEntries(
            Object.entries(params).map(([name, value]) => [
              name,
              typeof value === "string" ? shown(value) : value,
            ]),
          ),
        }),
  };
};

/** The last lines a server wrote, bounded, and told to a listener in batches. */
export class ServerLog {
  readonly #clock: Clock;
  readonly #tell: (lines: ServerLogLine[]) => void;
  #lines: ServerLogLine[] = [];
  #chars = 0;
  #waiting: ServerLogLine[] = [];
  #isFlushing = false;
  #noise = 0;

  constructor(clock: Clock, tell: (lines: ServerLogLine[]) => void) {
    this.#clock = clock;
    this.#tell = tell;
  }

  get lines(): ServerLogLine[] {
    return [...this.#lines];
  }

  /** Stray stdout lines since the last {@link resetNoise}. */
  get noise(): number {
    return this.#noise;
  }

  resetNoise(): void {
    this.#noise = 0;
  }

  /** Something that Loopwright itself has to tell of the server. */
  say(what: Remark): void {
    this.take({ at: this.#clock.now(), stream: "protocol", ...what });
  }

  add(stream: ServerLogLine["stream"], text: string): void {
    this.take({ at: this.#clock.now(), stream, text });
  }

  /** Takes a line as it was told elsewhere. */
  take(given: ServerLogLine): void {
    const line = harmless(given);
    this.#lines.push(line);
    this.#chars += line.text.length;
    while (this.#lines.length > MAX_LINES || this.#chars > MAX_CHARS)
      this.#chars -= this.#lines.shift()?.text.length ?? 0;
    this.#waiting.push(line);
    if (this.#waiting.length > MAX_FLUSH) this.#waiting.shift();
    this.#flushSoon();
  }

  /** A line on stdout that is no message: told with one hint, counted beyond the first hundred (MC-04). */
  addNoise(text: string): void {
    this.#noise++;
    if (this.#noise === 1) this.say(remark("noise"));
    if (this.#noise <= MAX_NOISE_LINES) this.add("protocol", text);
    if (this.#noise === MAX_NOISE_LINES) this.say(remark("noiseCounted"));
  }

  #flushSoon(): void {
    if (this.#isFlushing) return;
    this.#isFlushing = true;
    this.#clock
      .wait(FLUSH_MS)
      .then(() => {
        this.#isFlushing = false;
        const lines = this.#waiting;
        this.#waiting = [];
        this.#tell(lines);
      })
      .catch((error: unknown) => {
        console.error("A listener for server log lines failed:", error);
      });
  }
}
