/** Ways in which optional parts and bounded repetitions may be combined: each is a start that matching may go back to. */
const MOST_CHOICES = 300;

/** How many such ways there are: twice as many with each `?`, n - m + 1 times as many with each `{m,n}`. */
const choicesIn = (plain: string): number =>
  [...plain.matchAll(/[^*+?}(]\?|\{(\d+),(\d+)\}/g)].reduce(
    (all, [, low, high]) => all * (low === undefined ? 2 : Number(high) - Number(low) + 1),
    1,
  );

/**
 * True when a pattern cannot blow up: no group is repeated, nothing refers back, and a repetition without
 * bound happens at most once and only in an anchored pattern without alternatives, so that matching stays
 * linear in the text.
 */
export const isLinearPattern = (pattern: unknown): boolean => {
  if (typeof pattern !== "string" || pattern.length > 300) return false;
  try {
    new RegExp(pattern, "u");
  } catch {
    return false;
  }
  const plain = pattern.replace(/\\[^1-9k]/g, "x").replace(/\[(?:[^\]\\]|\\.)*\]/g, "x");
  if (/\\|\(\?(?!:)|\)[*+{?]/.test(plain)) return false;
  const unbounded = plain.match(/[*+]|\{\d+,\}/g)?.length ?? 0;
  if (choicesIn(plain) > MOST_CHOICES) return false;
  return unbounded === 0 || (unbounded === 1 && plain.startsWith("^") && !plain.includes("|"));
};
