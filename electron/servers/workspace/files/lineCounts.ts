function linesOf(text: string): string[] {
  if (text === "") return [];
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/** The lines in which two texts differ: where the difference starts and how many lines came and went. */
export interface LineCounts {
  /** First differing line, from 1. */
  readonly firstLine: number;
  readonly added: number;
  readonly removed: number;
}

/** Counts changed lines. A line that only moved between the first and the last difference counts as unchanged. */
export function countLines(before: string, after: string): LineCounts {
  const old = linesOf(before);
  const now = linesOf(after);
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head += 1;
  let tail = 0;
  const most = Math.min(old.length, now.length) - head;
  while (tail < most && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail += 1;
  const balance = new Map<string, number>();
  for (const line of old.slice(head, old.length - tail)) balance.set(line, (balance.get(line) ?? 0) - 1);
  for (const line of now.slice(head, now.length - tail)) balance.set(line, (balance.get(line) ?? 0) + 1);
  let added = 0;
  let removed = 0;
  for (const count of balance.values()) {
    if (count > 0) added += count;
    else removed -= count;
  }
  return { firstLine: head + 1, added, removed };
}

/** The lines around a change as they are now, numbered, at most `most` of them. */
export function showAround(after: string, firstLine: number, most = 24): string {
  const lines = linesOf(after);
  const start = Math.max(0, firstLine - 3);
  const shown = lines.slice(start, start + most);
  return shown
    .map((line, i) => `${start + i + 1}\t${line.slice(0, 200).replace(/[\uD800-\uDBFF]$/, "")}`)
    .join("\n");
}
