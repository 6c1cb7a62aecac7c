import { closeSync, existsSync, fstatSync, openSync, readSync } from "node:fs";

/** The pages of a database file as they were last committed, whatever state the file is in. Numbers start at 1. */
export interface PageFile {
  readonly pageBytes: number;
  readonly count: number;
  /** A page's bytes, or undefined where the file ends. */
  read(page: number): Buffer | undefined;
  close(): void;
}

/** Our own page size, for a header that cannot be trusted. */
const DEFAULT_PAGE_BYTES = 8192;
const WAL_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;

const readAt = (fd: number, bytes: number, position: number): Buffer | undefined => {
  const buffer = Buffer.alloc(bytes);
  return readSync(fd, buffer, 0, bytes, position) === bytes ? buffer : undefined;
};

const pageBytesOf = (fd: number): number => {
  const header = readAt(fd, 100, 0);
  if (header?.toString("latin1", 0, 16) !== "SQLite format 3\0") return DEFAULT_PAGE_BYTES;
  const size = header.readUInt16BE(16);
  const bytes = size === 1 ? 65536 : size;
  return bytes >= 512 && (bytes & (bytes - 1)) === 0 ? bytes : DEFAULT_PAGE_BYTES;
};

/** Where in the write-ahead log the newest committed copy of each page starts. */
const walPages = (fd: number, pageBytes: number): Map<number, number> => {
  const committed = new Map<number, number>();
  const header = readAt(fd, WAL_HEADER_BYTES, 0);
  if (header === undefined || header.readUInt32BE(8) !== pageBytes) return committed;
  const salt = header.subarray(16, 24);
  let open = new Map<number, number>();
  const frameBytes = FRAME_HEADER_BYTES + pageBytes;
  const end = fstatSync(fd).size;
  for (let at = WAL_HEADER_BYTES; at + frameBytes <= end; at += frameBytes) {
    const frame = readAt(fd, FRAME_HEADER_BYTES, at);
    // Another salt: what follows is left over from an earlier round.
    if (frame === undefined || !frame.subarray(8, 16).equals(salt)) break;
    open.set(frame.readUInt32BE(0), at + FRAME_HEADER_BYTES);
    if (frame.readUInt32BE(4) === 0) continue;
    for (const [page, position] of open) committed.set(page, position);
    open = new Map();
  }
  return committed;
};

/** Opens a database file with its write-ahead log, without SQLite and without writing. Throws when the file cannot be read at all. */
export const openPages = (file: string): PageFile => {
  const main = openSync(file, "r");
  const wal = existsSync(`${file}-wal`) ? openSync(`${file}-wal`, "r") : undefined;
  const pageBytes = pageBytesOf(main);
  const newer = wal === undefined ? new Map<number, number>() : walPages(wal, pageBytes);
  const count = [...newer.keys()].reduce(
    (a, b) => Math.max(a, b),
    Math.floor(fstatSync(main).size / pageBytes),
  );
  return {
    pageBytes,
    count,
    read: (page) => {
      const inWal = newer.get(page);
      if (inWal !== undefined && wal !== undefined) return readAt(wal, pageBytes, inWal);
      return readAt(main, pageBytes, (page - 1) * pageBytes);
    },
    close: () => {
      closeSync(main);
      if (wal !== undefined) closeSync(wal);
    },
  };
};
