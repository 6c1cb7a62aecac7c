import { formatCount, headBytes, headOf, tailOf } from "../outcome/index.ts";
import { displayName } from "../paths/index.ts";
import type { Hit } from "./hit.ts";

const shownBefore = 80;
const shownPerLine = 240;
const listedLines = 100;

/**
 * The part of a line around its first match, control characters and line ends made visible, cuts stated.
 * @param matchStart in UTF-16 units of `line`
 */
export function showHitText(line: string, matchStart: number): string {
  let text = line;
  let left = 0;
  if (text.length > shownPerLine) {
    left = Math.max(0, Math.min(matchStart - shownBefore, text.length - shownPerLine));
    text = headOf(tailOf(text, text.length - left), shownPerLine);
  }
  const right = line.length - left - text.length;
  const visible = text
    .replaceAll(/\r?\n/g, "↵")
    .replaceAll(
      /[\u0000-\u0008\u000b-\u001f\u007f]/g,
      (c) => `\\x${c.charCodeAt(0).toString(16).padStart(2, "0")}`,
    );
  const start = left > 0 ? `[${formatCount(left)} characters omitted]…` : "";
  const end = right > 0 ? `…[${formatCount(right)} characters omitted]` : "";
  return start + visible + end;
}

/** Hits by file, sorted by path and line. */
export function groupHits(hits: readonly Hit[]): Map<string, Hit[]> {
  const groups = new Map<string, Hit[]>();
  for (const hit of hits.toSorted((a, b) =>
    a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1,
  )) {
    const group = groups.get(hit.path);
    if (group === undefined) groups.set(hit.path, [hit]);
    else group.push(hit);
  }
  return groups;
}

/** The first `most` hits as "path:line: text", as many as fit into `bytes`. */
export function showHits(
  groups: ReadonlyMap<string, readonly Hit[]>,
  most: number,
  bytes: number,
): { readonly text: string; readonly shown: readonly Hit[] } {
  const lines: string[] = [];
  const shown: Hit[] = [];
  let used = 0;
  for (const hit of [...groups.values()].flat().slice(0, most)) {
    const odd = hit.isOddName ? " (name is not UTF-8: reach it with run_command)" : "";
    const line = `${displayName(hit.path)}:${hit.line}: ${hit.text}${odd}`;
    used += Buffer.byteLength(line) + 1;
    if (used > bytes) break;
    lines.push(line);
    shown.push(hit);
  }
  return { text: lines.join("\n"), shown };
}

/** "app.py: 3, 18, 40 (3 hits)" for each file. */
export function listHitLines(groups: ReadonlyMap<string, readonly Hit[]>, bytes: number): string {
  const lines: string[] = [];
  for (const [path, hits] of groups) {
    const shown = hits
      .slice(0, listedLines)
      .map((hit) => hit.line)
      .join(", ");
    const rest = hits.length > listedLines ? `, and ${formatCount(hits.length - listedLines)} more` : "";
    lines.push(
      `${displayName(path)}: ${shown}${rest} (${formatCount(hits.length)} ${hits.length === 1 ? "hit" : "hits"})`,
    );
  }
  const text = lines.join("\n");
  if (Buffer.byteLength(text) <= bytes) return text;
  const cut = headBytes(text, bytes - 100);
  const whole = cut.slice(0, Math.max(0, cut.lastIndexOf("\n")));
  const left = lines.length - (whole === "" ? 0 : whole.split("\n").length);
  return `${whole}\n[${formatCount(left)} more files: narrow path or file_glob]`;
}
