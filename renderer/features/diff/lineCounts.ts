/** How much a change adds and takes away, in lines. */
export interface LineCounts {
  readonly added: number;
  readonly removed: number;
}

/** Lines of a text, without a list of them; an empty one has none. */
export const countLines = (text: string): number => {
  if (text === "") return 0;
  let count = 1;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
};

/** Most added and removed lines together that are counted by walking along the changes, whatever the texts' length. */
const MAX_CHANGED = 1000;
/** Most differing lines on a side that are compared each with each; beyond it the whole stretch counts as replaced. */
const MAX_EXACT = 3000;

const linesOf = (text: string): string[] =>
  text === "" ? [] : text.replace(/(?:\r\n|\r|\n)$/, "").split(/\r\n|\r|\n/);

/**
 * Fewest lines to add and remove that make `b` of `a`, or undefined where it takes more than `max`. Follows the furthest path
 * on each diagonal, so the time goes with the square of the answer, not with the length of the texts.
 */
const distance = (a: readonly string[], b: readonly string[], max: number): number | undefined => {
  const middle = max + 1;
  const furthest = new Int32Array(2 * max + 3);
  for (let steps = 0; steps <= max; steps += 1)
    for (let diagonal = -steps; diagonal <= steps; diagonal += 2) {
      const below = furthest[middle + diagonal - 1] ?? 0;
      const above = furthest[middle + diagonal + 1] ?? 0;
      let x = diagonal === -steps || (diagonal !== steps && below < above) ? above : below + 1;
      while (x < a.length && x - diagonal < b.length && a[x] === b[x - diagonal]) x += 1;
      furthest[middle + diagonal] = x;
      if (x >= a.length && x - diagonal >= b.length) return steps;
    }
  return undefined;
};

/** Length of the longest common subsequence, in one row of memory. */
const commonLength = (a: readonly string[], b: readonly string[]): number => {
  const row = new Uint16Array(b.length + 1);
  for (const line of a) {
    let diagonal = 0;
    for (let at = 1; at <= b.length; at += 1) {
      const above = row[at] ?? 0;
      row[at] = b[at - 1] === line ? diagonal + 1 : Math.max(above, row[at - 1] ?? 0);
      diagonal = above;
    }
  }
  return row[b.length] ?? 0;
};

/** Lines of `a` that stay in `b`. */
const keptLines = (a: readonly string[], b: readonly string[]): number => {
  const changed = distance(a, b, Math.min(MAX_CHANGED, a.length + b.length));
  if (changed !== undefined) return (a.length + b.length - changed) / 2;
  return a.length * b.length <= MAX_EXACT * MAX_EXACT ? commonLength(a, b) : 0;
};

const count = (before: string, after: string): LineCounts => {
  const a = linesOf(before);
  const b = linesOf(after);
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head += 1;
  let tail = 0;
  while (
    tail < a.length - head &&
    tail < b.length - head &&
    a[a.length - 1 - tail] === b[b.length - 1 - tail]
  )
    tail += 1;
  const left = a.slice(head, a.length - tail);
  const right = b.slice(head, b.length - tail);
  const kept = keptLines(left, right);
  return { added: right.length - kept, removed: left.length - kept };
};

let last: { readonly before: string; readonly after: string; readonly counts: LineCounts } | undefined;

/**
 * Counts added and removed lines as a smallest diff has them; line ends do not count as a difference. The last answer is kept:
 * several places show the counts of one change.
 */
export const lineCounts = (before: string, after: string): LineCounts => {
  if (last?.before !== before || last.after !== after) last = { before, after, counts: count(before, after) };
  return last.counts;
};
