import { formatBytes, refusalFromSystem } from "../outcome/index.ts";
import { decodeBytes, wholeCharacters } from "./decode.ts";
import type { KeptStream } from "./keptStream.ts";

/** A result carries this much of each end of a stream; `command_output` reads the rest. */
const shownEachEnd = 2 * 1024 * 1024;

/** A stream of a command as text. */
export interface Captured {
  readonly text: string;
  /** All bytes the command wrote. */
  readonly bytes: number;
  /** Bytes of the middle that are not in `text`. */
  readonly omittedBytes: number;
  /** Of these, bytes that are kept nowhere. */
  readonly lostBytes: number;
  /** Bytes in no known encoding, shown as `\xNN`. */
  readonly invalid: number;
  /** The system's own encoding, when some of the text was read in it, else null. */
  readonly encoding: string | null;
}

interface Piece {
  readonly text: string;
  readonly invalid: number;
  readonly isCodePage: boolean;
  /** Bytes that the text stands for. */
  readonly bytes: number;
}

function pieceOf(bytes: Buffer, codePage: string | null, at: { isStart: boolean; isEnd: boolean }): Piece {
  const whole = wholeCharacters(bytes, codePage, at);
  return { ...decodeBytes(whole.bytes, codePage), bytes: whole.bytes.length };
}

/**
 * What a stream holds so far as text, of a long one its first and its last 2 MB.
 * @param isRunning more may come: a character that is only half there is left out
 * @throws Refusal when its file cannot be read
 */
export function captureOf(stream: KeptStream, codePage: string | null, isRunning: boolean): Captured {
  const { total, gap } = stream;
  const lostBytes = gap === null ? 0 : gap.to - gap.from;
  const encodingOf = (pieces: readonly Piece[]): string | null =>
    pieces.some((piece) => piece.isCodePage) ? codePage : null;
  try {
    if (total <= 2 * shownEachEnd && gap === null) {
      const all = pieceOf(stream.read(0, total).bytes, codePage, { isStart: false, isEnd: isRunning });
      const { text, invalid } = all;
      return { text, bytes: total, omittedBytes: 0, lostBytes, invalid, encoding: encodingOf([all]) };
    }
    const first = stream.read(0, shownEachEnd);
    const head = pieceOf(first.bytes, codePage, { isStart: false, isEnd: true });
    const last = stream.read(Math.max(first.bytes.length, total - shownEachEnd), shownEachEnd);
    const tail = pieceOf(last.bytes, codePage, { isStart: true, isEnd: isRunning });
    const omittedBytes = total - head.bytes - tail.bytes;
    return {
      text: `${head.text}\n[… ${formatBytes(omittedBytes)} not in this result …]\n${tail.text}`,
      bytes: total,
      omittedBytes,
      lostBytes,
      invalid: head.invalid + tail.invalid,
      encoding: encodingOf([head, tail]),
    };
  } catch (error) {
    throw refusalFromSystem(error, "read", "the kept output");
  }
}
