import Database from "better-sqlite3";
import { LogError } from "./errors.ts";
import type { ReadDb } from "./handles.ts";
import { openPages } from "./salvage/index.ts";

/** Largest database that can be shown from a folder that cannot be written, in bytes: it is held in memory. */
const MAX_BYTES = 1024 * 1024 * 1024;

/**
 * A database of a folder that cannot be written, as a copy in memory: SQLite itself cannot open a write-ahead log without
 * making files beside it. Includes what is committed in the write-ahead log. Throws what the file system throws.
 */
export const openSnapshot = (file: string): ReadDb => {
  const pages = openPages(file);
  try {
    if (pages.count * pages.pageBytes > MAX_BYTES)
      throw new LogError(
        "readOnly",
        "The data folder cannot be written, and its history is too large to be shown that way. Make the folder writable, then restart.",
      );
    const whole = Buffer.alloc(pages.count * pages.pageBytes);
    for (let page = 1; page <= pages.count; page++)
      pages.read(page)?.copy(whole, (page - 1) * pages.pageBytes);
    // Says "no write-ahead log": in memory there is none, and its content is merged in above.
    whole.fill(1, 18, 20);
    const db = new Database(whole, { readonly: true });
    db.pragma("trusted_schema = OFF");
    db.pragma("query_only = ON");
    return db as unknown as ReadDb;
  } finally {
    pages.close();
  }
};
