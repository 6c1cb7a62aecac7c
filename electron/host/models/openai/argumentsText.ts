/** What became of a call's argument text: what is to be parsed, and why it must not run if it is spoilt. */
export interface ReadArguments {
  readonly text: string;
  readonly problem?: string;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function parse(text: string): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(text) };
  } catch {
    // Not JSON: that is what the caller wants to know.
    return null;
  }
}

/** True when the text is the JSON of one object, so that nothing can be missing from it. */
export function isWholeObject(text: string): boolean {
  const trimmed = text.trimEnd();
  return trimmed.endsWith("}") && isObject(parse(trimmed)?.value);
}

/** End of the object that starts the text (after its closing brace), braces in strings not counted; -1 when it never closes. */
function endOfObject(text: string): number {
  let depth = 0;
  let isInString = false;
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (isInString) {
      if (char === "\\") i++;
      else if (char === '"') isInString = false;
    } else if (char === '"') isInString = true;
    else if (char === "{") depth++;
    else if (char === "}" && --depth === 0) return i + 1;
  }
  return -1;
}

/** Pieces that some servers send after the arguments are whole; they carry nothing (ST-06). */
const isNothing = (tail: string): boolean => /^(?:\s|""|\{\}|null)*$/.test(tail);

const mixed: string =
  "The pieces of this call's arguments were mixed up on the way, so it was not run. Ask for it again, one call at a time.";

/**
 * Makes the joined pieces of a call's arguments into the text that is to be parsed: empty becomes `{}` (ST-05), a JSON
 * string of JSON is unwrapped (ST-07), stray pieces behind a whole object are dropped (ST-06). Two objects in one text are
 * two calls glued together: that never runs (ST-02, ST-04). Anything else stays as the model wrote it, for the loop to answer.
 */
export function readArguments(raw: string): ReadArguments {
  const text = raw.trim();
  if (text === "") return { text: "{}" };
  const whole = parse(text);
  if (whole !== null) {
    if (typeof whole.value === "string") {
      const inner = whole.value.trim();
      return inner === "" ? { text: "{}" } : isWholeObject(inner) ? { text: inner } : { text };
    }
    return { text: whole.value === null ? "{}" : text };
  }
  if (!text.startsWith("{")) return { text };
  const end = endOfObject(text);
  const head = text.slice(0, end);
  if (end === -1 || !isWholeObject(head)) return { text };
  return isNothing(text.slice(end)) ? { text: head } : { text, problem: mixed };
}
