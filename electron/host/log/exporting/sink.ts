import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from "node:fs";

/** Where an export goes. Text is valid Unicode; the file is UTF-8. */
export interface Sink {
  write(text: string): void;
  /** Completes the export. Before that, a file of that name is as it was. */
  finish(): { readonly bytes: number; readonly content?: string };
  /** Gives up: nothing is left behind. */
  abandon(): void;
}

const CHUNK_CHARS = 256 * 1024;

/** Collects in memory, for an export without a path. */
export const memorySink = (): Sink => {
  const parts: string[] = [];
  return {
    write: (text) => parts.push(text),
    finish: () => {
      const content = parts.join("");
      return { bytes: Buffer.byteLength(content), content };
    },
    abandon: () => parts.splice(0),
  };
};

/** Writes beside the wanted path and renames at the end. Throws what the file system throws. */
export const fileSink = (path: string): Sink => {
  const temp = `${path}.${process.pid}.part`;
  const fd = openSync(temp, "wx", 0o600);
  let parts: string[] = [];
  let chars = 0;
  let bytes = 0;
  const flush = (): void => {
    const data = Buffer.from(parts.join(""));
    for (let at = 0; at < data.length;) at += writeSync(fd, data, at);
    bytes += data.length;
    parts = [];
    chars = 0;
  };
  return {
    write: (text) => {
      parts.push(text);
      chars += text.length;
      if (chars > CHUNK_CHARS) flush();
    },
    finish: () => {
      flush();
      fsyncSync(fd);
      closeSync(fd);
      renameSync(temp, path);
      return { bytes };
    },
    abandon: () => {
      closeSync(fd);
      rmSync(temp, { force: true });
    },
  };
};
