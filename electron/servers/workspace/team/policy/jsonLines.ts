/** Skips white space. */
function afterSpace(text: string, at: number): number {
  let end = at;
  while (/\s/.test(text[end] ?? "")) end += 1;
  return end;
}

function stringEnd(text: string, at: number): number {
  let end = at + 1;
  while (end < text.length && text[end] !== '"') end += text[end] === "\\" ? 2 : 1;
  return end + 1;
}

/** End of the value that starts at `at`. */
function valueEnd(text: string, at: number): number {
  if (text[at] === '"') return stringEnd(text, at);
  if (text[at] !== "{" && text[at] !== "[") return at + (/^[^,\]}\s]*/.exec(text.slice(at))?.[0].length ?? 0);
  let depth = 0;
  for (let end = at; end < text.length; end += 1) {
    const char = text[end];
    if (char === '"') end = stringEnd(text, end) - 1;
    else if (char === "{" || char === "[") depth += 1;
    else if (char === "}" || char === "]") {
      depth -= 1;
      if (depth === 0) return end + 1;
    }
  }
  return text.length;
}

/** Where the member `key` of the object or array at `at` begins (its name, for an object); -1 when it has none. */
function memberAt(
  text: string,
  at: number,
  key: PropertyKey,
): { readonly name: number; readonly value: number } | null {
  const isArray = text[at] === "[";
  if (!isArray && text[at] !== "{") return null;
  let next = afterSpace(text, at + 1);
  for (let index = 0; next < text.length && text[next] !== "}" && text[next] !== "]"; index += 1) {
    const name = next;
    let value = name;
    let isWanted = index === key;
    if (!isArray) {
      const end = stringEnd(text, name);
      isWanted = JSON.parse(text.slice(name, end)) === key;
      value = afterSpace(text, afterSpace(text, end) + 1);
    }
    if (isWanted) return { name, value };
    next = afterSpace(text, valueEnd(text, value));
    if (text[next] === ",") next = afterSpace(text, next + 1);
  }
  return null;
}

/**
 * The line, counted from 1, of what lies at `path` in a JSON text that parses; where a member is missing, that of the
 * part which lacks it.
 */
export function lineOfPath(text: string, path: readonly PropertyKey[]): number {
  let value = afterSpace(text, 0);
  let shown = value;
  for (const key of path) {
    const member = memberAt(text, value, key);
    if (member === null) break;
    shown = member.name;
    value = member.value;
  }
  return text.slice(0, shown).split("\n").length;
}
