const splitLines = (text: string): string[] => text.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? [];
const withoutEnd = (line: string): string => line.replace(/(?:\r\n|\r|\n)$/, "");
const endOf = (line: string): string => /(?:\r\n|\r|\n)$/.exec(line)?.[0] ?? "";

const mainEnd = (lines: readonly string[]): string => {
  const counts = new Map<string, number>();
  for (const line of lines) {
    const end = endOf(line);
    if (end !== "") counts.set(end, (counts.get(end) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? "\n";
};

/**
 * Gives an edited text back the line ends of the text it was made from: an editor's model knows one line end per file, a
 * file may mix them. Lines that are the same at the start and at the end keep theirs exactly, lines in between take the
 * file's most frequent one. A text that differs in line ends only comes back byte for byte.
 */
export const restoreLineEnds = (edited: string, reference: string): string => {
  if (edited === reference) return reference;
  const mine = splitLines(edited);
  const theirs = splitLines(reference);
  const end = mainEnd(theirs);
  const same = (a: string | undefined, b: string | undefined): boolean =>
    a !== undefined &&
    b !== undefined &&
    withoutEnd(a) === withoutEnd(b) &&
    (endOf(a) === "") === (endOf(b) === "");
  let head = 0;
  while (head < mine.length && head < theirs.length && same(mine[head], theirs[head])) head++;
  let tail = 0;
  while (
    tail < mine.length - head &&
    tail < theirs.length - head &&
    same(mine[mine.length - 1 - tail], theirs[theirs.length - 1 - tail])
  )
    tail++;
  const middle = mine
    .slice(head, mine.length - tail)
    .map((line) => (endOf(line) === "" ? line : withoutEnd(line) + end));
  return [...theirs.slice(0, head), ...middle, ...theirs.slice(theirs.length - tail, theirs.length)].join("");
};
