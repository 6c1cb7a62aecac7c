import { read } from "node:fs";
import { promisify } from "node:util";
import { createHash } from "node:crypto";
import { Refusal } from "../outcome/index.ts";
import { LineScanner } from "./lineScanner.ts";
import type { Scan } from "./scanText.ts";

const readAsync = promisify(read);
const chunkBytes = 1024 * 1024;
/** Up to this size a large file is read to its end, to count its lines and hash it. */
const countedBytes = 64 * 1024 * 1024;

/** How far a scan may go and when it has to stop. */
export interface ScanLimits {
  readonly from: number;
  readonly count: number;
  /** Bytes to skip at the start (a byte-order mark). */
  readonly skip: number;
  readonly size: number;
  readonly signal: AbortSignal;
  readonly deadlineAt: number;
}

function checkTime(limits: ScanLimits): void {
  if (limits.signal.aborted) throw new Refusal("timedOut", "Reading was cancelled.");
  if (Date.now() < limits.deadlineAt) return;
  throw new Refusal(
    "timedOut",
    `Line ${limits.from} lies too deep in this file to be reached in the time limit of a read.`,
    "Use search_code to find a place in it, or run_command with tail or sed -n.",
  );
}

/** Scans a large file in pieces, in bounded memory. `hash` is null when its end was not read. */
export async function scanFile(
  fd: number,
  limits: ScanLimits,
): Promise<Scan & { readonly hash: string | null }> {
  const scanner = new LineScanner(limits.from, limits.count);
  const readsAll = limits.size <= countedBytes;
  const digest = readsAll ? createHash("sha256") : null;
  const buffer = Buffer.allocUnsafe(chunkBytes);
  let at = 0;
  let isWhole = false;
  while (readsAll || !scanner.isWindowDone) {
    checkTime(limits);
    const { bytesRead } = await readAsync(fd, buffer, 0, chunkBytes, at);
    if (bytesRead === 0) {
      isWhole = true;
      break;
    }
    const chunk = buffer.subarray(0, bytesRead);
    digest?.update(chunk);
    scanner.push(at === 0 ? chunk.subarray(limits.skip) : chunk);
    at += bytesRead;
  }
  scanner.end();
  return {
    lines: scanner.lines,
    lineCount: isWhole ? scanner.lineCount : null,
    endsWithNewline: scanner.endsWithNewline,
    crlf: scanner.crlf,
    lf: scanner.lf,
    invalidBytes: scanner.invalidBytes,
    hash: isWhole && digest !== null ? `sha256:${digest.digest("hex")}` : null,
  };
}
