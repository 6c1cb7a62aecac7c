import { hash } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { LogError } from "./errors.ts";
import type { ReadDb, WriteDb } from "./handles.ts";

/** Largest compressed blob that lives in the database, in bytes; a larger one is a file (perf.md c). */
export const BLOB_ROW_BYTES = 30_000;
/** Largest body a blob may unfold to, in bytes: a tampered blob cannot exhaust the memory. */
const BLOB_MAX_BYTES = 512 * 1024 * 1024;

const fileOf = (dataDir: string, key: string): string =>
  join(dataDir, "blobs", key.slice(0, 2), `${key}.zst`);
const compress = (json: Buffer): Buffer =>
  zstdCompressSync(json, { params: { [constants.ZSTD_c_compressionLevel]: 1 } });

const syncFolder = (path: string): void => {
  // Windows has no way to flush a folder and needs none.
  if (process.platform === "win32") return;
  const fd = openSync(path, "r");
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
};

const writeFile = (path: string, data: Buffer, isPowerSafe: boolean): void => {
  mkdirSync(dirname(path), { recursive: true });
  const temp = `${path}.${process.pid}.tmp`;
  try {
    const fd = openSync(temp, "w", 0o600);
    try {
      for (let at = 0; at < data.length;) at += writeSync(fd, data, at);
      if (isPowerSafe) fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    renameSync(temp, path);
    if (isPowerSafe) syncFolder(dirname(path));
  } catch (error) {
    rmSync(temp, { force: true });
    throw error;
  }
};

/** Stores large bodies. A blob whose event was never committed is harmless: nothing points at it. */
export interface BlobWriter {
  /** Stores a body under its hash, if it is not there yet. Runs inside the caller's transaction; a file is complete before that commits. */
  put(key: string, json: Buffer, isPowerSafe: boolean): void;
}

/** Makes the writer; statements are prepared once. */
export const blobWriter = (db: WriteDb, dataDir: string): BlobWriter => {
  const insert = db.prepare<[string, number, Buffer]>(
    "INSERT OR IGNORE INTO blobs (hash, bytes, data) VALUES (?, ?, ?)",
  );
  return {
    put: (key, json, isPowerSafe) => {
      const path = fileOf(dataDir, key);
      if (!isPowerSafe && json.length > BLOB_ROW_BYTES && existsSync(path)) return;
      const data = compress(json);
      if (data.length < BLOB_ROW_BYTES) insert.run(key, json.length, data);
      else writeFile(path, data, isPowerSafe);
    },
  };
};

/** Reads a body by its hash. Throws LogError `damaged` when it is missing, cannot be unfolded, or is not what the hash says. */
export type BlobReader = (key: string) => string;

/** Makes the reader over a connection and the folder of the large ones. Every read is checked against the hash. */
export const blobReader = (db: ReadDb, dataDir: string): BlobReader => {
  const select = db.prepare<[string], Buffer>("SELECT data FROM blobs WHERE hash = ?").pluck();
  return (key) => {
    try {
      const data = select.get(key) ?? readFileSync(fileOf(dataDir, key));
      const json = zstdDecompressSync(data, { maxOutputLength: BLOB_MAX_BYTES });
      if (hash("sha256", json, "hex") !== key) throw new Error("the content is not what its name says");
      return json.toString("utf8");
    } catch (error) {
      throw new LogError(
        "damaged",
        "The full content of an entry is missing or was changed. Its short form is still in the history.",
        error,
      );
    }
  };
};
