import type { Hunk } from "../../../shared/contract/index.ts";

interface Line {
  readonly text: string;
  /** The line end behind it; empty on the last one. */
  readonly end: string;
}

/** Lines as an editor counts them: a text that ends with a line end has an empty last line. */
const linesOf = (text: string): Line[] => {
  const lines: Line[] = [];
  let from = 0;
  for (const found of text.matchAll(/\r\n|\r|\n/g)) {
    lines.push({ text: text.slice(from, found.index), end: found[0] });
    from = found.index + found[0].length;
  }
  return [...lines, { text: text.slice(from), end: "" }];
};

const textOf = (lines: readonly Line[], usualEnd: string): string =>
  lines
    .map(({ text, end }, at) => {
      if (at === lines.length - 1) return text;
      return text + (end === "" ? usualEnd : end);
    })
    .join("");

const fits = ({ before, after }: Hunk, old: number, now: number): boolean =>
  before.start - 1 + before.count <= old && after.start - 1 + after.count <= now;

/**
 * The text that is left when some hunks of `before` against `after` are taken back: only lines of these two texts can come out.
 * Null when the hunks do not fit the texts, or are not in order and apart.
 */
export const withoutHunks = (before: string, after: string, hunks: readonly Hunk[]): string | null => {
  const old = linesOf(before);
  const now = linesOf(after);
  const usualEnd = (now.find((line) => line.end !== "") ?? old.find((line) => line.end !== ""))?.end ?? "\n";
  const kept: Line[] = [];
  let [oldAt, nowAt] = [0, 0];
  for (const hunk of hunks) {
    if (!fits(hunk, old.length, now.length)) return null;
    const [oldFrom, nowFrom] = [hunk.before.start - 1, hunk.after.start - 1];
    if (oldFrom < oldAt || nowFrom < nowAt) return null;
    kept.push(...now.slice(nowAt, nowFrom), ...old.slice(oldFrom, oldFrom + hunk.before.count));
    [oldAt, nowAt] = [oldFrom + hunk.before.count, nowFrom + hunk.after.count];
  }
  return textOf([...kept, ...now.slice(nowAt)], usualEnd);
};
