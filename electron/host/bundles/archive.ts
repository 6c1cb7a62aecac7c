import { createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { openPromise, type Entry, type ZipFile } from "yauzl";
import { foldedName, nameProblem } from "./entryName.ts";

/** Why an archive is not unpacked; the words go into a failure. */
export class BadArchive extends Error {}

/** What an archive says it holds. */
export interface Listing {
  readonly names: ReadonlySet<string>;
  readonly files: number;
  readonly bytes: number;
}

const MAX_ENTRIES = 20_000;
const MAX_FILE_BYTES = 500_000_000;
const MAX_BYTES = 1_000_000_000;
/** Beyond this no program compresses: it is made to fill a disk. Small files may be anything. */
const MAX_RATIO = 200;
const RATIO_FROM_BYTES = 1_000_000;

const TYPE = 0o170000;
const isDirectory = (entry: Entry): boolean => entry.fileName.endsWith("/");
const modeOf = (entry: Entry): number => entry.externalFileAttributes >>> 16;

const typeProblem = (entry: Entry): string | null => {
  const type = modeOf(entry) & TYPE;
  const wanted = isDirectory(entry) ? 0o040000 : 0o100000;
  if (type !== 0 && type !== wanted) return "it is a link or a special file";
  if ((entry.generalPurposeBitFlag & 1) !== 0) return "it is encrypted";
  return entry.compressionMethod === 0 || entry.compressionMethod === 8
    ? null
    : "it is compressed in a way that is not read here";
};

const sizeProblem = ({ uncompressedSize, compressedSize }: Entry): string | null => {
  if (uncompressedSize > MAX_FILE_BYTES) return `it is larger than ${MAX_FILE_BYTES / 1_000_000} MB`;
  if (uncompressedSize > RATIO_FROM_BYTES && uncompressedSize > compressedSize * MAX_RATIO)
    return `it grows more than ${MAX_RATIO} times when it is unpacked`;
  return null;
};

/** Takes entries one by one and throws at the first that must not be there. */
class Census {
  readonly names = new Set<string>();
  readonly #folded = new Map<string, "file" | "folder">();
  files = 0;
  bytes = 0;

  take(entry: Entry): void {
    const problem = nameProblem(entry.fileName) ?? typeProblem(entry) ?? sizeProblem(entry);
    if (problem !== null)
      throw new BadArchive(`the entry ${JSON.stringify(entry.fileName.slice(0, 200))}: ${problem}`);
    this.#place(entry);
    this.names.add(entry.fileName);
    this.bytes += entry.uncompressedSize;
    if (!isDirectory(entry)) this.files += 1;
    if (this.names.size > MAX_ENTRIES) throw new BadArchive(`it has more than ${MAX_ENTRIES} entries`);
    if (this.bytes > MAX_BYTES) throw new BadArchive(`it holds more than ${MAX_BYTES / 1_000_000} MB`);
  }

  /** No two entries may be one file to a file system that ignores case, nor one file the folder of another. */
  #place(entry: Entry): void {
    const parts = foldedName(entry.fileName).split("/");
    const clash = (): never => {
      throw new BadArchive(`the entry ${JSON.stringify(entry.fileName.slice(0, 200))} is there twice`);
    };
    for (let depth = 1; depth < parts.length; depth++) {
      const folder = parts.slice(0, depth).join("/");
      if (this.#folded.get(folder) === "file") clash();
      this.#folded.set(folder, "folder");
    }
    const whole = parts.join("/");
    const known = this.#folded.get(whole);
    if (known === "file" || (known === "folder" && !isDirectory(entry))) clash();
    this.#folded.set(whole, isDirectory(entry) ? "folder" : "file");
  }
}

const opened = async <T>(file: string, work: (zip: ZipFile) => Promise<T>): Promise<T> => {
  let zip: ZipFile | undefined;
  try {
    zip = await openPromise(file, {
      lazyEntries: true,
      strictFileNames: true,
      validateEntrySizes: true,
      autoClose: false,
    });
    return await work(zip);
  } catch (error) {
    if (error instanceof BadArchive) throw error;
    // The archive reader's own refusals are about the archive; the system's carry a code.
    if (error instanceof Error && !("code" in error)) throw new BadArchive(error.message);
    throw error;
  } finally {
    zip?.close();
  }
};

/** Every entry, checked before it is given. */
const entriesOf = async (
  zip: ZipFile,
  census: Census,
  each: (entry: Entry) => Promise<void>,
): Promise<void> => {
  for await (const entry of zip.eachEntry()) {
    census.take(entry);
    await each(entry);
  }
};

const readEntry = async (zip: ZipFile, entry: Entry, maxBytes: number): Promise<Buffer> => {
  if (entry.uncompressedSize > maxBytes) throw new BadArchive(`${entry.fileName} is too large`);
  const stream = await zip.openReadStreamPromise(entry);
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

/** Lists an archive and reads one small file of it. @throws BadArchive for one that must not be unpacked */
export const listArchive = (
  file: string,
  wanted: string,
  maxBytes: number,
): Promise<Listing & { readonly content: Buffer | null }> =>
  opened(file, async (zip) => {
    const census = new Census();
    let content: Buffer | null = null;
    await entriesOf(zip, census, async (entry) => {
      if (entry.fileName === wanted) content = await readEntry(zip, entry, maxBytes);
    });
    return { names: census.names, files: census.files, bytes: census.bytes, content };
  });

/** Counts what really comes out: sizes in an archive are only said. */
const meter = (count: (bytes: number) => void): Transform =>
  new Transform({
    transform(chunk: Buffer, _, done) {
      try {
        count(chunk.byteLength);
        done(null, chunk);
      } catch (error) {
        done(error as Error);
      }
    },
  });

/**
 * Unpacks an archive into a folder that is there and empty. Every entry is checked again as it comes. The caller removes the
 * folder when this throws. @throws BadArchive
 */
export const unpackArchive = (file: string, folder: string): Promise<void> =>
  opened(file, async (zip) => {
    let bytes = 0;
    const count = (more: number): void => {
      bytes += more;
      if (bytes > MAX_BYTES) throw new BadArchive(`it holds more than ${MAX_BYTES / 1_000_000} MB`);
    };
    await entriesOf(zip, new Census(), async (entry) => {
      const target = path.join(folder, ...entry.fileName.split("/"));
      if (isDirectory(entry)) {
        await mkdir(target, { recursive: true, mode: 0o700 });
        return;
      }
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
      const mode = (modeOf(entry) & 0o111) === 0 ? 0o600 : 0o700;
      await pipeline(
        await zip.openReadStreamPromise(entry),
        meter(count),
        createWriteStream(target, { flags: "wx", mode }),
      );
    });
  });
