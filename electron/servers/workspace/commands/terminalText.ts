import { formatCount, headOf, tailOf } from "../outcome/index.ts";

const escapes =
  // CSI, OSC, other strings, two-character and charset sequences, as ECMA-48 writes them.
  /\u001b\[[0-?]*[ -/]*[@-~]|\u009b[0-?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|\u001b[PX^_][^\u001b]*(?:\u001b\\)?|\u001b[ -/]*[0-~]?/g;
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** Most characters of one stream that the model sees whole; above it gets this much of each end (TOOL-05). */
export const shownWhole = 3_000;
const endCharacters = 500;

function lastState(line: string): string {
  const states = line.split("\r").filter((state) => state !== "");
  return states.at(-1) ?? "";
}

/** What stands there after each backspace took the character before it. */
function rubbedOut(line: string): string {
  if (!line.includes("\b")) return line;
  const left: string[] = [];
  for (const character of line) {
    if (character === "\b") left.pop();
    else left.push(character);
  }
  return left.join("");
}

/**
 * Terminal output as a person would see it: escape sequences gone, redrawn lines in their last state, other control
 * characters as `\xNN`.
 */
export function plainText(output: string): string {
  const text = output.replaceAll(escapes, "").replaceAll(/\r+\n/g, "\n");
  const isRedrawn = /[\r\b]/.test(text);
  const lines = isRedrawn ? text.split("\n").map(lastState).map(rubbedOut).join("\n") : text;
  return lines.replaceAll(controls, (c) => `\\x${c.charCodeAt(0).toString(16).padStart(2, "0")}`);
}

/**
 * Head and tail of long output, the middle counted; never cut inside a character.
 * @param advice how to read the middle
 */
export function clipMiddle(text: string, advice: string): string {
  if (text.length <= shownWhole) return text;
  const head = headOf(text, endCharacters);
  const tail = tailOf(text, endCharacters);
  const middle = text.slice(head.length, text.length - tail.length);
  const lines = middle.split("\n").length - 1;
  const counted = `${formatCount(middle.length)} characters, ${formatCount(lines)} line ends`;
  return `${head}\n[… ${counted} omitted here; ${advice} …]\n${tail}`;
}
