/** A stretch of terminal output in one look. */
export interface Span {
  readonly text: string;
  /** The eight colours a terminal has, as far as the text asks for one. */
  readonly color?: Color;
  readonly isBold: boolean;
  readonly isFaint: boolean;
}

/** Colours by their terminal names; the style sheet says what they are in each theme. */
export type Color = "red" | "green" | "yellow" | "blue" | "magenta" | "cyan";

const colors: readonly (Color | undefined)[] = [
  undefined,
  "red",
  "green",
  "yellow",
  "blue",
  "magenta",
  "cyan",
  undefined,
];

type Look = Omit<Span, "text">;
const plain: Look = { isBold: false, isFaint: false };

/** Escape sequences as ECMA-48 writes them; the group holds the parameters of one that sets the look. */
const sequence =
  /\u001b\[([0-9;:]*)m|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|\u001b[PX^_][^\u001b]*(?:\u001b\\)?|[\u001b\u009b]\[?[0-?]*[ -/]*[@-~]|\u001b/g;

const withColor = (look: Look, color: Color | undefined): Look => {
  const { isBold, isFaint } = look;
  return { isBold, isFaint, ...(color === undefined ? {} : { color }) };
};

/** How many parameters after 38 or 48 belong to it. */
const belonging = (kind: number | undefined): number => (kind === 5 ? 2 : kind === 2 ? 4 : 0);

/** The look after one sequence; backgrounds and what only a terminal needs change nothing. */
const lookAfter = (look: Look, parameters: string): Look => {
  const codes = parameters.split(/[;:]/).map(Number);
  let next = look;
  for (let at = 0; at < codes.length; at += 1) {
    const code = codes[at] ?? 0;
    if (code === 0) next = plain;
    else if (code === 1) next = { ...next, isBold: true };
    else if (code === 2) next = { ...next, isFaint: true };
    else if (code === 22) next = { ...next, isBold: false, isFaint: false };
    else if (code >= 30 && code <= 37) next = withColor(next, colors[code - 30]);
    else if (code >= 90 && code <= 97) next = withColor(next, colors[code - 90]);
    else if (code === 39) next = withColor(next, undefined);
    else if (code === 38 || code === 48) {
      const kind = codes[at + 1];
      if (code === 38) next = withColor(next, kind === 5 ? colors[(codes[at + 2] ?? 0) % 8] : undefined);
      at += belonging(kind);
    }
  }
  return next;
};

/** A line that was drawn again and again shows its last state. */
const lastStates = (text: string): string =>
  text.includes("\r")
    ? text
        .replace(/\r+\n/g, "\n")
        .split("\n")
        .map((line) => line.split("\r").findLast((state) => state !== "") ?? "")
        .join("\n")
    : text;

/**
 * Terminal output as spans of text: colours and weight kept, every other escape sequence gone. Nothing of it is markup: the
 * texts are for text nodes only. Any input gives spans.
 */
export const spansOf = (output: string): readonly Span[] => {
  const text = lastStates(output);
  const spans: Span[] = [];
  let look = plain;
  let from = 0;
  const push = (piece: string): void => {
    if (piece !== "") spans.push({ text: piece, ...look });
  };
  for (const match of text.matchAll(sequence)) {
    push(text.slice(from, match.index));
    if (match[1] !== undefined) look = lookAfter(look, match[1]);
    from = match.index + match[0].length;
  }
  push(text.slice(from));
  return spans;
};
