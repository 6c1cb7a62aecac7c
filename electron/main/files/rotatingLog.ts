import { appendFile, mkdir, rename, stat } from "node:fs/promises";
import path from "node:path";

const defaultMaxBytes = 5_000_000;

/**
 * A log file that is moved aside to `NAME.1.log` when it has grown over its size, so that at most twice that is kept.
 * Writes are joined and never block; one that fails is dropped, because a log must not stop what it tells about.
 */
export class RotatingLog {
  readonly file: string;
  readonly #maxBytes: number;
  #bytes: number | undefined;
  #waiting = "";
  #writing: Promise<void> | null = null;

  constructor(file: string, maxBytes = defaultMaxBytes) {
    this.file = file;
    this.#maxBytes = maxBytes;
  }

  readonly write = (text: string): void => {
    this.#waiting += text;
    this.#writing ??= this.#drain().catch(() => undefined);
  };

  /** Resolves when all that was written before is on disk. */
  async flushed(): Promise<void> {
    while (this.#writing !== null) await this.#writing;
  }

  async #drain(): Promise<void> {
    try {
      this.#bytes ??= await sizeOf(this.file);
      while (this.#waiting !== "") {
        const text = this.#waiting;
        this.#waiting = "";
        if (this.#bytes > this.#maxBytes) {
          await rename(this.file, this.file.replace(/\.log$/, ".1.log"));
          this.#bytes = 0;
        }
        await appendFile(this.file, text, { mode: 0o600 });
        this.#bytes += Buffer.byteLength(text);
      }
    } finally {
      this.#writing = null;
    }
  }
}

async function sizeOf(file: string): Promise<number> {
  await mkdir(path.dirname(file), { recursive: true });
  return stat(file).then(
    ({ size }) => size,
    () => 0, // not there yet
  );
}
