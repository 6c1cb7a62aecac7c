import type { JsonObject } from "../../../shared/contract/index.ts";

const SHOWN_LINES = 60;

const bounded = (lines: readonly string[], sign: string): string => {
  const shown = lines.slice(0, SHOWN_LINES).map((line) => `${sign}${line}`);
  const more = lines.length - shown.length;
  return [...shown, ...(more > 0 ? [`${sign}… ${more} more lines`] : [])].join("\n");
};

/** The lines in which two texts differ: one block between their common head and tail. */
export const differingLines = (
  from: string,
  to: string,
): { line: number; removed: string[]; added: string[] } => {
  const a = from.split(/\r\n|\r|\n/);
  const b = to.split(/\r\n|\r|\n/);
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head++;
  let tail = 0;
  while (
    tail < a.length - head &&
    tail < b.length - head &&
    a[a.length - 1 - tail] === b[b.length - 1 - tail]
  )
    tail++;
  return { line: head + 1, removed: a.slice(head, a.length - tail), added: b.slice(head, b.length - tail) };
};

interface Changed {
  readonly path: string;
  readonly proposed: string;
  readonly applied: string;
}

/** Tells the model what the user changed in its proposal before it was applied (GOV-02). Empty when nothing differs. */
export const editedFilesText = (files: readonly Changed[]): string => {
  const parts = files
    .filter((file) => file.proposed !== file.applied)
    .map((file) => {
      const { line, removed, added } = differingLines(file.proposed, file.applied);
      return `${file.path}, from line ${line} (- your proposal, + what was applied):\n${[bounded(removed, "-"), bounded(added, "+")].filter((text) => text !== "").join("\n")}`;
    });
  if (parts.length === 0) return "";
  return `The user changed your proposal before it was applied. The file now holds the user's version; read it again before you edit it further.\n${parts.join("\n")}\n\n`;
};

/** The same for edited arguments. */
export const editedArgumentsText = (ran: JsonObject): string =>
  `The user changed the arguments before it ran. What ran: ${JSON.stringify(ran)}\n\n`;
