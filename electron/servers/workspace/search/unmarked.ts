import { closeSync, readSync } from "node:fs";
import { openRegular, readingOf } from "../files/index.ts";
import type { Place, Root } from "../paths/index.ts";

const judgedBytes = 256 * 1024;

/**
 * ripgrep's argument for a single file of UTF-16 text without a byte-order mark, which it would take for a binary file;
 * none for any other place. Below a folder such files are left out: to tell them there, every file would be read twice.
 * @throws Refusal as `openRegular` does
 */
export function encodingArguments(root: Root, place: Place): string[] {
  if (place.stat?.isFile() !== true) return [];
  const file = openRegular(root, place);
  try {
    const start = Buffer.allocUnsafe(Math.min(judgedBytes, file.stat.size));
    const length = readSync(file.fd, start, 0, start.length, 0);
    const reading = readingOf(start.subarray(0, length), length >= file.stat.size);
    if (reading === null || reading === "misfit") return [];
    const { encoding, hasBom } = reading.form;
    return encoding.startsWith("utf-16") && !hasBom ? [`--encoding=${encoding}`] : [];
  } finally {
    closeSync(file.fd);
  }
}
