import { headOf } from "../outcome/index.ts";
import { decodeBytes, wholeCharacters } from "./decode.ts";
import type { KeptStream } from "./keptStream.ts";
import type { Command } from "./registry.ts";
import { plainText } from "./terminalText.ts";

const lookedAtBytes = 2_000;
const shownCharacters = 200;

function lastOf(stream: KeptStream, codePage: string | null): string {
  const start = Math.max(0, stream.total - lookedAtBytes);
  const { bytes } = stream.read(start, lookedAtBytes);
  const whole = wholeCharacters(bytes, codePage, { isStart: start > 0, isEnd: true });
  const lines = plainText(decodeBytes(whole.bytes, codePage).text).split("\n");
  return headOf(lines.findLast((line) => line.trim() !== "")?.trim() ?? "", shownCharacters);
}

/** The last line a command has written, as plain text: of stdout, and of stderr while stdout is silent. Empty without one. */
export function lastLineOf(command: Pick<Command, "stdout" | "stderr">, codePage: string | null): string {
  try {
    return lastOf(command.stdout, codePage) || lastOf(command.stderr, codePage);
  } catch {
    // Its file cannot be read: `command_output` says why when somebody asks for it.
    return "";
  }
}
