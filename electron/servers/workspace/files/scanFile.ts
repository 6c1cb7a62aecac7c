import { read } from "node:fs";
import { promisify } from "node:util";
import { createHash } from "node:crypto";
import { Refusal } from "../outcome/index.ts";
import { bomLength, decodePieces, type TextForm } from "./encoding/index.ts";
import { lineDecoderOf } from "./lineDecoder.ts";
import { LineScanner } from "./lineScanner.ts";
import type { Scan } from "./scanText.ts";

const readAsync = promisify(read);
/** Bytes read at once: on a busy machine each piece waits for its turn, so few large ones are faster. */
const chunkBytes = 4 * 1024 * 1024;
/** Up to this size a large file is read to its end, to count its lines and hash it. */
const countedBytes = 64 * 1024 * 1024;

/** How far a scan may go and when it has to stop. */
export interface ScanLimits {
  readonly from: number;
  readonly count: number;
  readonly form: TextForm;
  readonly size: number;
  readonly signal: AbortSignal;
  readonly deadlineAt: number;
}

/** @throws Refusal `timedOut` at the deadline and when the call was cancelled */
function checkTime(limits: ScanLimits): void {
  if (limits.signal.aborted) {
    throw new Refusal("timedOut", "Reading was cancelled.", "Repeat it if it is still wanted.");
  }
  if (Date.now() < limits.deadlineAt) return;
  throw new Refusal(
    "timedOut",
    `Line ${limits.from} lies too deep in this file to be reached in the time limit of a read.`,
    "Use search_code to find a place in it, or run_command with tail or sed -n.",
  );
}

/** UTF-16 is scanned as UTF-8, whose line ends are single bytes; other bytes are scanned as they are. */
function converterOf(form: TextForm): (piece: Buffer) => Buffer {
  if (!form.encoding.startsWith("utf-16")) return (piece) => piece;
  const decoder = decodePieces(form.encoding);
  return (piece) => Buffer.from(decoder.write(piece), "utf8");
}

/**
 * Reads a file in pieces from its start, without its byte order mark: to its end when it is not too large to be counted, else
 * until `isEnough`. `hash` is null when its end was not read.
 * @throws Refusal `timedOut` at the deadline and when the call was cancelled
 */
export async function readPieces(
  fd: number,
  limits: ScanLimits,
  isEnough: () => boolean,
  take: (piece: Buffer) => void,
): Promise<{ readonly isWhole: boolean; readonly hash: string | null }> {
  const readsAll = limits.size <= countedBytes;
  const digest = readsAll ? createHash("sha256") : null;
  const buffer = Buffer.allocUnsafe(chunkBytes);
  let at = 0;
  while (readsAll || !isEnough()) {
    checkTime(limits);
    // What is appended meanwhile belongs to another version than the one whose size is told.
    const { bytesRead } = await readAsync(fd, buffer, 0, Math.min(chunkBytes, limits.size - at), at);
    if (bytesRead === 0)
      return { isWhole: true, hash: digest === null ? null : `sha256:${digest.digest("hex")}` };
    const piece = buffer.subarray(0, bytesRead);
    digest?.update(piece);
    take(at === 0 ? piece.subarray(bomLength(limits.form)) : piece);
    at += bytesRead;
  }
  return { isWhole: false, hash: null };
}

/** Scans a large file in pieces, in bounded memory. `hash` is null when its end was not read. */
export async function scanFile(
  fd: number,
  limits: ScanLimits,
): Promise<Scan & { readonly hash: string | null }> {
  const { form } = limits;
  const scanner = new LineScanner(limits.from, limits.count, lineDecoderOf(form.encoding));
  const toScanned = converterOf(form);
  const { isWhole, hash } = await readPieces(
    fd,
    limits,
    () => scanner.isWindowDone,
    (piece) => scanner.push(toScanned(piece)),
  );
  scanner.end();
  return {
    lines: scanner.lines,
    lineCount: isWhole ? scanner.lineCount : null,
    endsWithNewline: scanner.endsWithNewline,
    crlf: scanner.crlf,
    lf: scanner.lf,
    invalidBytes: scanner.invalidBytes,
    hash,
  };
}
