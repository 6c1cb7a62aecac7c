import { formatCount, headBytes, headOf, tailOf } from "../outcome/index.ts";
import { displayName } from "../paths/index.ts";
import type { Hit } from "./ripgrep.ts";

const shownBefore = 80;
const shownPerLine = 240;
const listedLines = 100;

/** The part of a line around its first match, control characters made visible, cuts stated. */
export function showHitText(hit: Hit): string {
  let text = hit.text;
  let left = 0;
  if (text.length > shownPerLine) {
    left = Math.max(0, Math.min(hit.matchStart - shownBefore, text.length - shownPerLine));
    text = headOf(tailOf(text, text.length - left), shownPerLine);
  }
  const right = hit.text.length - left - text.length;
  const visible = text.replaceAll(
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
      `${displayName(path)}: ${shown}${rest} (${hits.length} ${hits.length === 1 ? "hit" : "hits"})`,
    );
  }
  const text = lines.join("\n");
  if (Buffer.byteLength(text) <= bytes) return text;
  const cut = headBytes(text, bytes - 100);
  const whole = cut.slice(0, Math.max(0, cut.lastIndexOf("\n")));
  const left = lines.length - (whole === "" ? 0 : whole.split("\n").length);
  return `${whole}\n[${formatCount(left)} more files: narrow path or file_glob]`;
}
