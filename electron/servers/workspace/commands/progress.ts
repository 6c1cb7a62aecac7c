import { headOf } from "../outcome/index.ts";
import { decodeBytes, wholeCharacters } from "./decode.ts";
import { plainText } from "./terminalText.ts";

const everyMs = 500;
/** Enough for the last line. */
const lastBytes = 2_000;

/** Sends the last line of a running command's output, at most twice a second. */
export interface ProgressReports {
  readonly push: (chunk: Buffer) => void;
  readonly stop: () => void;
}

/** @param report never rejects; undefined when the client did not ask for progress */
export function createProgress(
  report: ((message: string, bytes: number) => void) | undefined,
  codePage: string | null,
): ProgressReports {
  if (report === undefined) return { push: () => undefined, stop: () => undefined };
  let bytes = 0;
  let last = Buffer.alloc(0);
  let timer: NodeJS.Timeout | undefined;
  let sentAt = 0;
  const send = (): void => {
    timer = undefined;
    sentAt = Date.now();
    const { bytes: whole } = wholeCharacters(last, codePage, { isStart: true, isEnd: true });
    const lines = plainText(decodeBytes(whole, codePage).text)
      .split("\n")
      .filter((line) => line.trim() !== "");
    report(headOf(lines.at(-1) ?? "", 200), bytes);
  };
  return {
    push: (chunk) => {
      bytes += chunk.length;
      last =
        chunk.length >= lastBytes
          ? Buffer.from(chunk.subarray(-lastBytes))
          : Buffer.concat([last, chunk]).subarray(-lastBytes);
      timer ??= setTimeout(send, Math.max(0, everyMs - (Date.now() - sentAt)));
    },
    stop: () => clearTimeout(timer),
  };
}
