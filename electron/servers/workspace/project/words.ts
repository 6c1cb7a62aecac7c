import { createHash } from "node:crypto";
import { formatCount, headOf, Refusal } from "../outcome/index.ts";
import { displayName } from "../paths/index.ts";

const shownCharacters = 120;
const listCharacters = 2_400;

/** Text out of the project for a description: one line, short, nothing hidden in it. */
export function quoted(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return displayName(line.length > shownCharacters ? `${headOf(line, shownCharacters)}…` : line);
}

/**
 * Names and texts of the project as a list for a description. What does not fit is counted, and a hash stands for all of
 * it: a standing rule is bound to the description, and must fall when a line changes that is not shown.
 */
export function listed(entries: readonly (readonly [string, string])[]): string {
  const lines: string[] = [];
  let length = 0;
  let isClipped = false;
  for (const [name, text] of entries) {
    const shown = quoted(text);
    const line = text === "" ? `- ${name}` : `- ${name}: ${shown}`;
    isClipped ||= text.length > shownCharacters;
    length += line.length + 1;
    if (length > listCharacters) break;
    lines.push(line);
  }
  const rest = entries.length - lines.length;
  if (rest > 0) lines.push(`- … and ${formatCount(rest)} more`);
  if (!isClipped && rest === 0) return lines.join("\n");
  const hash = createHash("sha256").update(JSON.stringify(entries)).digest("hex").slice(0, 12);
  return `${lines.join("\n")}\n(clipped; hash of all: ${hash})`;
}

/**
 * A word of the model's that becomes an argument of its own, or a part of one, never an option.
 * @param like which texts it may be
 * @throws Refusal `invalidInput`
 */
export function plainWord(field: string, text: string, like: RegExp, example: string): string {
  if (!text.startsWith("-") && like.test(text)) return text;
  throw new Refusal(
    "invalidInput",
    `${field}: ${JSON.stringify(text)} cannot be used.`,
    `Give a plain name, for example ${JSON.stringify(example)}. Options are not taken here: use run_program for them.`,
  );
}

/** `text` with every character of it literal in a regular expression. */
export function literalPattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
