import { closeSync, constants, fstatSync, openSync, readSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { detect } from "chardet";
import { isInside, type Place } from "../paths/index.ts";
import type { ToolContext } from "../protocol/index.ts";
import type { Hit } from "./hit.ts";
import { runProgram, runRipgrep, type Search } from "./ripgrep.ts";
import { patternArguments, placeArguments, remainingMs, type SearchInput } from "./searchInput.ts";

const sniffed = 64 * 1024;
const mostFiles = 500;
const mostNameBytes = 64 * 1024;

/** A byte that cannot stand where it stands in UTF-8. */
const notUtf8 =
  "(?-u)(?:[\\xc0\\xc1\\xf5-\\xff]|[\\xc2-\\xdf](?:[^\\x80-\\xbf]|$)|[\\xe0-\\xef](?:[\\x80-\\xbf]?(?:[^\\x80-\\xbf]|$))|(?:^|[\\x00-\\x7f])[\\x80-\\xbf])";

/** Encodings as the detector names them, and as the search program does. */
const encodings: ReadonlyMap<string, string> = new Map([
  ["GB18030", "gb18030"],
  ["Big5", "big5"],
  ["Shift_JIS", "shift_jis"],
  ["EUC-JP", "euc-jp"],
  ["EUC-KR", "euc-kr"],
  ["ISO-8859-1", "windows-1252"],
  ["ISO-8859-2", "iso-8859-2"],
  ["windows-1250", "windows-1250"],
  ["windows-1251", "windows-1251"],
  ["windows-1252", "windows-1252"],
  ["KOI8-R", "koi8-r"],
]);

function startOf(path: string): Buffer {
  const fd = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    if (!fstatSync(fd).isFile()) return Buffer.alloc(0);
    const bytes = Buffer.alloc(sniffed);
    return bytes.subarray(0, readSync(fd, bytes, 0, sniffed, 0));
  } finally {
    closeSync(fd);
  }
}

function encodingOf(root: string, name: string): string | undefined {
  try {
    const path = realpathSync.native(join(root, name));
    return isInside(root, path) ? encodings.get(detect(startOf(path)) ?? "") : undefined;
  } catch {
    // Gone or not readable: there is nothing to find in it.
    return undefined;
  }
}

async function namesOfLegacyFiles(
  job: Search,
  input: SearchInput,
  place: Place,
  context: ToolContext,
): Promise<string[]> {
  const chunks: Buffer[] = [];
  let size = 0;
  const args = placeArguments(input, place, context).filter((arg) => !["--json", "--debug"].includes(arg));
  await runProgram(
    {
      ...job,
      timeoutMs: remainingMs(context),
      args: [
        ...args,
        "--files-with-matches",
        "--null",
        `--regexp=${notUtf8}`,
        "--",
        place.rel === "." ? "." : `./${place.rel}`,
      ],
    },
    (chunk) => {
      chunks.push(chunk);
      size += chunk.length;
      return size > mostNameBytes;
    },
  );
  const names = Buffer.concat(chunks).toString("utf8").split("\0").slice(0, -1);
  return names.filter((name) => !name.includes("\ufffd")).slice(0, mostFiles);
}

/**
 * Hits in files that are neither UTF-8 nor UTF-16 (GBK, Shift_JIS, Windows-1252, …): each is searched in the encoding
 * it seems to be in. Only for patterns with characters beyond ASCII; all others are found in such files byte by byte.
 */
export async function searchLegacy(
  job: Search,
  input: SearchInput,
  place: Place,
  context: ToolContext,
  isWithLookAround: boolean,
): Promise<Hit[]> {
  if (!/[^\x00-\x7f]/.test(input.pattern)) return [];
  const byEncoding = new Map<string, string[]>();
  for (const name of await namesOfLegacyFiles(job, input, place, context)) {
    const encoding = encodingOf(context.root.real, name);
    if (encoding !== undefined) byEncoding.set(encoding, [...(byEncoding.get(encoding) ?? []), name]);
  }
  const hits: Hit[] = [];
  for (const [encoding, names] of byEncoding) {
    const found = await runRipgrep({
      ...job,
      timeoutMs: remainingMs(context),
      maxHits: job.maxHits - hits.length,
      args: [
        "--json",
        "--no-config",
        "--no-follow",
        "--no-mmap",
        "--with-filename",
        `--encoding=${encoding}`,
        ...patternArguments(input, place, isWithLookAround).slice(0, -1),
        ...names,
      ],
    });
    hits.push(...found.hits);
    if (hits.length >= job.maxHits) break;
  }
  return hits;
}
