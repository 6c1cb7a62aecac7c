import { headOf } from "../outcome/index.ts";
import { plainText } from "./terminalText.ts";

const everyMs = 500;

/** Sends the last line of a running command's output, at most twice a second. */
export interface ProgressReports {
  readonly push: (chunk: Buffer) => void;
  readonly stop: () => void;
}

/** @param report never rejects; undefined when the client did not ask for progress */
export function createProgress(
  report: ((message: string, bytes: number) => void) | undefined,
): ProgressReports {
  if (report === undefined) return { push: () => undefined, stop: () => undefined };
  let bytes = 0;
  let last = Buffer.alloc(0);
  let timer: NodeJS.Timeout | undefined;
  let sentAt = 0;
  const send = (): void => {
    timer = undefined;
    sentAt = Date.now();
    const lines = plainText(last.toString("utf8"))
      .split("\n")
      .filter((line) => line.trim() !== "");
    report(headOf(lines.at(-1) ?? "", 200), bytes);
  };
  return {
    push: (chunk) => {
      bytes += chunk.length;
      last = Buffer.concat([last, chunk]).subarray(-2_000);
      timer ??= setTimeout(send, Math.max(0, everyMs - (Date.now() - sentAt)));
    },
    stop: () => clearTimeout(timer),
  };
}
