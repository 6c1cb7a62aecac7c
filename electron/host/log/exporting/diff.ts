/** Unchanged lines shown around a change. */
const CONTEXT = 3;

const linesOf = (text: string): string[] => (text === "" ? [] : text.replace(/\n$/, "").split("\n"));

/**
 * Two texts as one hunk of a unified diff, from the first line that differs to the last. Right to apply, though not the
 * smallest: a report wants the change whole and in order.
 */
export const unifiedDiff = (path: string, before: string, after: string): string => {
  const old = linesOf(before);
  const now = linesOf(after);
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head++;
  let tail = 0;
  while (tail < old.length - head && tail < now.length - head && old.at(-1 - tail) === now.at(-1 - tail))
    tail++;
  const from = Math.max(0, head - CONTEXT);
  const more = Math.min(CONTEXT, tail);
  const removed = old.slice(head, old.length - tail);
  const added = now.slice(head, now.length - tail);
  const context = old.slice(from, head);
  const after3 = old.slice(old.length - tail, old.length - tail + more);
  const size = context.length + more;
  return [
    `--- a/${path}`,
    `+++ b/${path}`,
    `@@ -${from + 1},${removed.length + size} +${from + 1},${added.length + size} @@`,
    ...context.map((line) => ` ${line}`),
    ...removed.map((line) => `-${line}`),
    ...added.map((line) => `+${line}`),
    ...after3.map((line) => ` ${line}`),
  ].join("\n");
};
