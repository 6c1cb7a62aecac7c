import type { editor, IRange } from "monaco-editor/editor/editor.api";
import type { Hunk } from "../../../shared/contract/index.ts";

const stretch = (start: number, end: number): Hunk["before"] =>
  end === 0 ? { start: start + 1, count: 0 } : { start, count: end - start + 1 };

/** A change as the editor counts it (an empty side ends in line 0 and starts in the line above) as the contract does. */
export const hunkOf = (
  change: Pick<
    editor.ILineChange,
    "originalStartLineNumber" | "originalEndLineNumber" | "modifiedStartLineNumber" | "modifiedEndLineNumber"
  >,
): Hunk => ({
  before: stretch(change.originalStartLineNumber, change.originalEndLineNumber),
  after: stretch(change.modifiedStartLineNumber, change.modifiedEndLineNumber),
});

/** What of a text model has to be known to change whole lines of it. */
interface Lines {
  getLineCount(): number;
  getLineMaxColumn(line: number): number;
  getLineContent(line: number): string;
  getEOL(): string;
}

const endOf = (lines: Lines, line: number): { line: number; column: number } => ({
  line,
  column: lines.getLineMaxColumn(line),
});

const range = (from: { line: number; column: number }, to: { line: number; column: number }): IRange => ({
  startLineNumber: from.line,
  startColumn: from.column,
  endLineNumber: to.line,
  endColumn: to.column,
});

/** The one edit of `now` that makes a hunk's lines those of `old` again. */
export const restoringEdit = (
  old: Lines,
  now: Lines,
  { before, after }: Hunk,
): { range: IRange; text: string } => {
  const eol = now.getEOL();
  const text = Array.from({ length: before.count }, (_, at) => old.getLineContent(before.start + at)).join(
    eol,
  );
  const last = after.start + after.count - 1;
  const start = { line: after.start, column: 1 };
  if (after.count > 0 && before.count > 0) return { range: range(start, endOf(now, last)), text };
  if (after.count === 0) {
    if (after.start <= now.getLineCount()) return { range: range(start, start), text: `${text}${eol}` };
    const end = endOf(now, now.getLineCount());
    return { range: range(end, end), text: `${eol}${text}` };
  }
  if (last < now.getLineCount()) return { range: range(start, { line: last + 1, column: 1 }), text: "" };
  const from = after.start > 1 ? endOf(now, after.start - 1) : start;
  return { range: range(from, endOf(now, last)), text: "" };
};
