import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Reads a small JSON file; undefined where there is none or it cannot be read. Who asks checks its shape. */
export function readJsonFile(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as unknown;
  } catch {
    return undefined; // missing, cut short or no JSON: all mean "start from the defaults"
  }
}

/** Writes a small JSON file whole or not at all, readable by its owner alone. Throws where the folder cannot be written. */
export function writeJsonFile(file: string, value: unknown): void {
  mkdirSync(path.dirname(file), { recursive: true });
  const next = `${file}.${process.pid}.new`;
  writeFileSync(next, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  renameSync(next, file);
}
