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
  const bounded = plain.match(/\{\d+(?:,\d+)?\}/g)?.length ?? 0;
  if (bounded > 3) return false;
  return unbounded === 0 || (unbounded === 1 && plain.startsWith("^") && !plain.includes("|"));
};
