/** Why a character is not shown as itself (SEC-CMD-10, GOV-02). */
export type HiddenKind =
  "control" | "bidi" | "zeroWidth" | "tag" | "lookalike" | "lone" | "spaces" | "breaks";

/** A run of a text: shown as it is, or as a mark that says what stands there. */
export type Piece =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: HiddenKind; readonly label: string; readonly count: number };

/** From this many blanks in a row on, a run is named with its length: padding pushes the rest of a command out of sight. */
const LONG_BLANKS = 24;
/** The same for line breaks. */
const LONG_BREAKS = 8;

const controlNames =
  "NUL SOH STX ETX EOT ENQ ACK BEL BS TAB LF VT FF CR SO SI DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US".split(
    " ",
  );

const codeLabel = (code: number): string => `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;

const isBidi = (code: number): boolean =>
  code === 0x061c ||
  code === 0x200e ||
  code === 0x200f ||
  (code >= 0x202a && code <= 0x202e) ||
  (code >= 0x2066 && code <= 0x2069);

const isZeroWidth = (code: number): boolean =>
  code === 0x00ad ||
  code === 0x034f ||
  code === 0x115f ||
  code === 0x1160 ||
  code === 0x180e ||
  code === 0x200b ||
  (code >= 0x2060 && code <= 0x2064) ||
  (code >= 0x206a && code <= 0x206f) ||
  code === 0x3164 ||
  code === 0xfeff ||
  code === 0xffa0;

const isJoiner = (code: number): boolean => code === 0x200c || code === 0x200d;
const isControl = (code: number): boolean =>
  (code < 0x20 && code !== 0x09 && code !== 0x0a) ||
  (code >= 0x7f && code <= 0x9f) ||
  code === 0x2028 ||
  code === 0x2029;
const isTag = (code: number): boolean => code >= 0xe0000 && code <= 0xe01ef;
const isLone = (code: number): boolean => code >= 0xd800 && code <= 0xdfff;

/** Joiners belong between emoji and in scripts that need them; beside Latin letters or other hidden characters they hide something. */
const joinsNothing = (before: number | undefined, after: number | undefined): boolean => {
  const isPlain = (code: number | undefined): boolean =>
    code === undefined || code < 0x300 || isZeroWidth(code) || isJoiner(code) || isBidi(code);
  return isPlain(before) || isPlain(after);
};

const kindOf = (
  code: number,
  before: number | undefined,
  after: number | undefined,
): HiddenKind | undefined => {
  if (code < 0x7f) return isControl(code) ? "control" : undefined;
  if (isControl(code)) return "control";
  if (isBidi(code)) return "bidi";
  if (isZeroWidth(code)) return "zeroWidth";
  if (isJoiner(code)) return joinsNothing(before, after) ? "zeroWidth" : undefined;
  if (isTag(code)) return "tag";
  if (isLone(code)) return "lone";
  return undefined;
};

const labelOf = (code: number): string =>
  code < 0x20 ? (controlNames[code] ?? codeLabel(code)) : codeLabel(code);

/** Anything outside printable ASCII, tab and line feed: a text without a match needs no walk. */
const needsWalk = new RegExp(`[^\\t\\n\\x20-\\x7e]| {${LONG_BLANKS},}|\\n{${LONG_BREAKS},}`, "u");

const mixedWord =
  /[\p{L}\p{M}\p{N}]*(?:\p{Script=Latin}[\p{L}\p{M}\p{N}]*[\p{Script=Cyrillic}\p{Script=Greek}]|[\p{Script=Cyrillic}\p{Script=Greek}][\p{L}\p{M}\p{N}]*\p{Script=Latin})[\p{L}\p{M}\p{N}]*/gu;
const foreignLetter = /[\p{Script=Cyrillic}\p{Script=Greek}]/u;

/** Where letters of another script pose as Latin ones inside a word, by UTF-16 index. */
const lookalikes = (text: string): ReadonlySet<number> => {
  const found = new Set<number>();
  for (const word of text.matchAll(mixedWord)) {
    let at = word.index;
    for (const letter of word[0]) {
      if (foreignLetter.test(letter)) found.add(at);
      at += letter.length;
    }
  }
  return found;
};

const runLength = (text: string, at: number, unit: string): number => {
  let end = at;
  while (text[end] === unit) end += 1;
  return end - at;
};

/** How {@link revealHidden} treats what is merely unusual. */
export interface RevealOptions {
  /** Names long runs of blanks and line breaks, and letters that pose as Latin ones: for commands and arguments. */
  readonly isStrict?: boolean;
}

/**
 * Splits a text so that nothing in it stays unseen: control, bidirectional, zero-width and tag characters and lone
 * surrogates become marks; what is left as text holds none of them. Nothing is dropped or cut.
 */
export const revealHidden = (text: string, options: RevealOptions = {}): Piece[] => {
  if (!needsWalk.test(text)) return text === "" ? [] : [{ kind: "text", text }];
  const isStrict = options.isStrict === true;
  const posing = isStrict ? lookalikes(text) : new Set<number>();
  const pieces: Piece[] = [];
  let from = 0;
  let before: number | undefined;
  const mark = (at: number, length: number, piece: Piece): void => {
    if (at > from) pieces.push({ kind: "text", text: text.slice(from, at) });
    const last = pieces.at(-1);
    const isSame =
      last !== undefined &&
      last.kind === piece.kind &&
      last.kind !== "text" &&
      piece.kind !== "text" &&
      last.label === piece.label;
    if (isSame && at === from) pieces[pieces.length - 1] = { ...last, count: last.count + 1 };
    else pieces.push(piece);
    from = at + length;
  };
  for (let at = 0; at < text.length;) {
    const code = text.codePointAt(at) ?? 0;
    let length = code > 0xffff ? 2 : 1;
    const kind = kindOf(code, before, text.codePointAt(at + length));
    if (kind !== undefined) mark(at, length, { kind, label: labelOf(code), count: 1 });
    else if (posing.has(at))
      mark(at, length, {
        kind: "lookalike",
        label: `${text.slice(at, at + length)} ${codeLabel(code)}`,
        count: 1,
      });
    else if (isStrict && (code === 0x20 || code === 0x0a)) {
      const run = runLength(text, at, code === 0x20 ? " " : "\n");
      if (run >= (code === 0x20 ? LONG_BLANKS : LONG_BREAKS))
        mark(at, run, { kind: code === 0x20 ? "spaces" : "breaks", label: String(run), count: run });
      length = run;
    }
    before = code;
    at += length;
  }
  if (from < text.length) pieces.push({ kind: "text", text: text.slice(from) });
  return pieces;
};

/** Whether {@link revealHidden} would mark anything that hides or poses: the flag of a card (long runs count). */
export const hasHidden = (text: string): boolean =>
  revealHidden(text, { isStrict: true }).some((piece) => piece.kind !== "text");

/** One line of plain text with each hidden character written as `⟨U+202E⟩`, for titles, names and accessible labels. */
export const revealAsText = (text: string): string =>
  revealHidden(text)
    .map((piece) =>
      piece.kind === "text" ? piece.text : `⟨${piece.label}⟩`.repeat(Math.min(piece.count, 3)),
    )
    .join("");
