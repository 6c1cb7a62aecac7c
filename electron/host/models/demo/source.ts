/** The text of a file out of a `read_file` result: the lines behind their numbers; empty for an empty file. */
export function textOfRead(result: string): string {
  const lines = result.split("\n");
  const start = lines.findIndex((line) => line.trim() === "");
  if (start === -1) return "";
  const numbered = lines.slice(start + 1).map((line) => /^\s*\d+\t(.*)$/.exec(line)?.[1]);
  return numbered.filter((line) => line !== undefined).join("\n");
}

const quotes = new Set(['"', "'", "`"]);

/** Where a string or comment that begins at `at` ends (index behind it), or `at` when none begins there. */
function skip(text: string, at: number): number {
  const char = text[at] ?? "";
  if (text.startsWith("//", at)) {
    const end = text.indexOf("\n", at);
    return end === -1 ? text.length : end;
  }
  if (text.startsWith("/*", at)) {
    const end = text.indexOf("*/", at + 2);
    return end === -1 ? text.length : end + 2;
  }
  if (!quotes.has(char)) return at;
  for (let i = at + 1; i < text.length; i++) {
    if (text[i] === "\\") i++;
    else if (text[i] === char) return i + 1;
  }
  return text.length;
}

function endOfBlock(text: string, open: number): number {
  let depth = 0;
  for (let i = open; i < text.length; i++) {
    const next = skip(text, i);
    if (next > i) {
      i = next - 1;
      continue;
    }
    if (text[i] === "{") depth++;
    else if (text[i] === "}" && --depth === 0) return i + 1;
  }
  return -1;
}

/** The exact text of a named function declaration (or arrow function with a body) in a source text; `null` when there is none. */
export function findFunction(source: string, name: string): string | null {
  const head = new RegExp(
    `(?:async\\s+)?function\\s+${name}\\s*\\([^)]*\\)\\s*\\{|(?:const|let)\\s+${name}\\s*=\\s*(?:\\([^)]*\\)|\\w+)\\s*=>\\s*\\{`,
  ).exec(source);
  if (head === null) return null;
  const end = endOfBlock(source, head.index + head[0].length - 1);
  return end === -1 ? null : source.slice(head.index, end);
}

/** True when the function calls itself. */
export function isRecursive(text: string, name: string): boolean {
  const body = text.slice(text.indexOf("{"));
  return new RegExp(`\\b${name}\\s*\\(`).test(body.replace(/`[^`]*`|"[^"\n]*"|'[^'\n]*'|\/\/.*/g, ""));
}
