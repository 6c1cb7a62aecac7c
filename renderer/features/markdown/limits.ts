/**
 * Most of one kind of mark between two blank lines. Parsers of Markdown take time that grows faster than the text on such
 * input (SEC-UI-06); text beyond these is no prose and is shown as plain text.
 */
const MAX_BRACKETS = 2000;
const MAX_EMPHASIS = 3000;
const MAX_CELLS = 4000;
const MAX_COLUMNS = 400;
const MAX_BACKTICKS = 2000;
/** Deepest nesting of quotes and lists that one line may open. */
const MAX_DEPTH = 40;

const fence = /^[ \t>]*(?:`{3,}|~{3,})/;
const nesting = /^(?:[ \t]*(?:>|[-+*][ \t]|\d{1,9}[.)][ \t]))+/;

const count = (text: string, mark: RegExp): number => text.match(mark)?.length ?? 0;

/** Whether a text would take a Markdown parser unreasonably long or deep. Time grows with the text's length only. */
export const isPathological = (text: string): boolean => {
  if (text.length < MAX_DEPTH) return false;
  let brackets = 0;
  let emphasis = 0;
  let cells = 0;
  let ticks = 0;
  let isFenced = false;
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (fence.test(line)) isFenced = !isFenced;
    if (isFenced) continue;
    const opened = nesting.exec(line)?.[0] ?? "";
    if (opened.length > MAX_DEPTH && count(opened, /[->+*.)]/g) > MAX_DEPTH) return true;
    if (line.trim() === "") {
      brackets = emphasis = cells = ticks = 0;
      continue;
    }
    const columns = count(line, /\|/g);
    brackets += count(line, /[[\]<&!]/g);
    emphasis += count(line, /[*_~]/g);
    ticks += count(line, /`+/g);
    cells += columns;
    if (columns > MAX_COLUMNS || cells > MAX_CELLS || brackets > MAX_BRACKETS || emphasis > MAX_EMPHASIS)
      return true;
    if (ticks > MAX_BACKTICKS) return true;
  }
  return false;
};
