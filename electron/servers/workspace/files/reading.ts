import { fstatSync, readSync } from "node:fs";
import { formatBytes, formatCount, formatPlural, Refusal, textOfBytes } from "../outcome/index.ts";
import type { Place } from "../paths/index.ts";
import type { ToolContext } from "../protocol/index.ts";
import {
  decodeFile,
  encodingName,
  plainForm,
  readingOf,
  type Encoding,
  type Reading,
} from "./encoding/index.ts";
import { hashOf } from "./hash.ts";
import type { OpenFile } from "./openRegular.ts";
import { readAll } from "./readAll.ts";
import { scanFile, type ScanLimits } from "./scanFile.ts";
import { scanText, type Scan } from "./scanText.ts";

/** Up to this size a file is read at once, which is faster; above in pieces, so that memory stays bounded. */
const smallBytes = 2 * 1024 * 1024;
/** So much of a larger file decides how it is read. */
const judgedBytes = 256 * 1024;

/** The lines that were asked for, and what is known of the file. */
export interface ReadLines extends Scan {
  /** Null for bytes that fit no encoding: those that are not UTF-8 are shown as `\\xNN`. */
  readonly reading: Reading | null;
  readonly hash: string | null;
}

/** What a read is about. */
export interface Wanted {
  readonly place: Place;
  readonly file: OpenFile;
  readonly from: number;
  readonly count: number;
  readonly told: Encoding | undefined;
  readonly context: ToolContext;
}

function refuseBinary(place: Place, bytes: number): Refusal {
  return new Refusal(
    "notText",
    `${place.shown} is a binary file (${formatBytes(bytes)}); it is not shown as text.`,
    "To look into it, use run_command, for example with file or xxd.",
  );
}

function refuseTold(place: Place, told: Encoding): Refusal {
  const name = encodingName({ encoding: told, hasBom: false });
  return new Refusal(
    "encoding",
    `${place.shown} is not ${name}: some of its bytes are no ${name}.`,
    "Leave encoding out to let it be found, or name another one.",
  );
}

function readSmall({ place, file, from, count, told }: Wanted): ReadLines {
  const bytes = readAll(file.fd, file.stat.size);
  const decoded = decodeFile(bytes, told);
  if (decoded.kind === "binary") throw refuseBinary(place, bytes.length);
  const hash = hashOf(bytes);
  if (decoded.kind === "text")
    return {
      ...scanText(decoded.text, from, count),
      isAscii: decoded.form.encoding === "utf-8" && decoded.text.length === bytes.length,
      reading: decoded.reading,
      hash,
    };
  if (told !== undefined) throw refuseTold(place, told);
  const { text, invalid } = textOfBytes(bytes);
  return { ...scanText(text, from, count, invalid), reading: null, hash };
}

/** How a large file is read, judged by its first 256 KB. */
export function readingOfStart({ place, file, told }: Wanted): Reading | null {
  const start = Buffer.allocUnsafe(Math.min(judgedBytes, file.stat.size));
  const length = readSync(file.fd, start, 0, start.length, 0);
  const found = readingOf(start.subarray(0, length), length >= file.stat.size);
  if (told !== undefined) {
    const isMarked = found !== null && found !== "misfit" && found.form.encoding === told;
    return { form: isMarked ? found.form : { encoding: told, hasBom: false }, basis: "told", alsoFits: [] };
  }
  if (found === null) throw refuseBinary(place, file.stat.size);
  return found === "misfit" ? null : found;
}

/** How far a read in pieces may go. */
export function limitsOf(wanted: Wanted, reading: Reading | null): ScanLimits {
  const { from, count, context, file } = wanted;
  const { signal, deadlineAt } = context;
  return { from, count, form: reading?.form ?? plainForm, size: file.stat.size, signal, deadlineAt };
}

/**
 * Reads a window of lines, in bounded memory whatever the size of the file.
 * @throws Refusal `notText`, `encoding` (not the one told), `timedOut` (too deep in a huge file)
 */
export async function readLines(wanted: Wanted): Promise<ReadLines> {
  if (wanted.file.stat.size <= smallBytes) return readSmall(wanted);
  const reading = readingOfStart(wanted);
  return { ...(await scanFile(wanted.file.fd, limitsOf(wanted, reading))), reading };
}

/** True when another program wrote the file while it was read: what was seen may be of two versions. */
export function hasChanged(file: OpenFile): boolean {
  const now = fstatSync(file.fd);
  return now.size !== file.stat.size || now.mtimeMs !== file.stat.mtimeMs;
}

/** "UTF-8", "read as GBK (guessed)", … */
export function readingName(reading: Reading | null): string {
  if (reading === null) return "not UTF-8 (unknown encoding)";
  const name = encodingName(reading.form);
  return reading.basis === "guessed" ? `read as ${name} (guessed)` : name;
}

/** What a reader must know of a guessed or unknown encoding; empty when there is nothing. */
export function encodingNotes(reading: Reading | null, invalidBytes: number): string[] {
  if (reading === null || (invalidBytes > 0 && reading.form.encoding === "utf-8"))
    return [
      invalidBytes === 1
        ? "1 byte that is not UTF-8 shown as \\xNN"
        : `${formatCount(invalidBytes)} bytes that are not UTF-8 shown as \\xNN`,
    ];
  if (invalidBytes > 0)
    return [
      `${formatPlural(invalidBytes, "place")} that ${encodingName(reading.form)} does not explain, shown as \ufffd`,
    ];
  if (reading.alsoFits.length === 0) return [];
  const others = reading.alsoFits.map((encoding) => encodingName({ encoding, hasBom: false }));
  return [`${others.join(" or ")} fits too: pass encoding to say which`];
}
