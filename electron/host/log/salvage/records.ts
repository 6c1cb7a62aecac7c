import type { PageFile } from "./pages.ts";

/** A value in a record as SQLite stores it. */
export type Cell = number | string | Buffer | null;

/** A record found on a page. `rowid` is null on index pages. */
export interface Found {
  readonly kind: "table" | "index";
  readonly rowid: number | null;
  readonly values: readonly Cell[];
}

/** Page types of SQLite's file format: https://www.sqlite.org/fileformat2.html#b_tree_pages */
const TABLE_LEAF = 0x0d;
const INDEX_LEAF = 0x0a;
const INDEX_INTERIOR = 0x02;
/** Longest payload that is believed: a broken length must not make us allocate gigabytes. */
const MAX_PAYLOAD = 16 * 1024 * 1024;

class Reader {
  readonly #buffer: Buffer;
  at: number;

  constructor(buffer: Buffer, at: number) {
    this.#buffer = buffer;
    this.at = at;
  }

  varint(): number {
    let value = 0n;
    for (let i = 0; i < 9; i++) {
      const byte = this.#buffer.readUInt8(this.at++);
      if (i === 8) return Number((value << 8n) | BigInt(byte));
      value = (value << 7n) | BigInt(byte & 0x7f);
      if (byte < 0x80) break;
    }
    return Number(value);
  }
}

const integer = (record: Buffer, at: number, bytes: number): number =>
  bytes === 8 ? Number(record.readBigInt64BE(at)) : record.readIntBE(at, bytes);

const INT_BYTES = [0, 1, 2, 3, 4, 6, 8] as const;

const decodeValue = (record: Buffer, type: number, at: number): { value: Cell; bytes: number } => {
  if (type === 0) return { value: null, bytes: 0 };
  if (type <= 6) {
    const bytes = INT_BYTES[type] ?? 0;
    return { value: integer(record, at, bytes), bytes };
  }
  if (type === 7) return { value: record.readDoubleBE(at), bytes: 8 };
  if (type === 8 || type === 9) return { value: type - 8, bytes: 0 };
  if (type < 12) throw new RangeError("reserved type");
  const bytes = Math.floor((type - 12) / 2);
  const slice = record.subarray(at, at + bytes);
  if (slice.length !== bytes) throw new RangeError("value beyond its record");
  return { value: type % 2 === 0 ? slice : slice.toString("utf8"), bytes };
};

const decodeRecord = (record: Buffer): Cell[] => {
  const header = new Reader(record, 0);
  let at = header.varint();
  const headerEnd = at;
  const values: Cell[] = [];
  while (header.at < headerEnd) {
    const { value, bytes } = decodeValue(record, header.varint(), at);
    values.push(value);
    at += bytes;
  }
  return values;
};

/** The payload of a cell, collected from its overflow pages when it is long. */
const payload = (pages: PageFile, page: Buffer, at: number, bytes: number, isTable: boolean): Buffer => {
  if (bytes > MAX_PAYLOAD) throw new RangeError("payload too long to be true");
  const usable = pages.pageBytes;
  const most = isTable ? usable - 35 : Math.floor(((usable - 12) * 64) / 255) - 23;
  if (bytes <= most) return page.subarray(at, at + bytes);
  const least = Math.floor(((usable - 12) * 32) / 255) - 23;
  const wanted = least + ((bytes - least) % (usable - 4));
  const local = wanted <= most ? wanted : least;
  const parts = [page.subarray(at, at + local)];
  let left = bytes - local;
  for (let next = page.readUInt32BE(at + local); left > 0;) {
    const overflow = pages.read(next);
    if (overflow === undefined) throw new RangeError("overflow page missing");
    parts.push(overflow.subarray(4, 4 + Math.min(left, usable - 4)));
    left -= usable - 4;
    next = overflow.readUInt32BE(0);
  }
  return Buffer.concat(parts);
};

/**
 * Every record that can be read on one page, with no help from the tree above it. A cell that makes no sense is left out; a
 * page that is no page of records has none.
 */
export const recordsOn = function* (pages: PageFile, number: number): Generator<Found, void> {
  const page = pages.read(number);
  if (page === undefined) return;
  const start = number === 1 ? 100 : 0;
  const type = page.readUInt8(start);
  if (type !== TABLE_LEAF && type !== INDEX_LEAF && type !== INDEX_INTERIOR) return;
  const cells = page.readUInt16BE(start + 3);
  const pointers = start + (type === INDEX_INTERIOR ? 12 : 8);
  for (let i = 0; i < cells; i++) {
    try {
      const reader = new Reader(
        page,
        page.readUInt16BE(pointers + 2 * i) + (type === INDEX_INTERIOR ? 4 : 0),
      );
      const bytes = reader.varint();
      const rowid = type === TABLE_LEAF ? reader.varint() : null;
      const record = payload(pages, page, reader.at, bytes, type === TABLE_LEAF);
      yield { kind: type === TABLE_LEAF ? "table" : "index", rowid, values: decodeRecord(record) };
    } catch (error) {
      // A broken cell is what salvage is for: the next one may be whole.
      if (!(error instanceof RangeError)) throw error;
    }
  }
};
