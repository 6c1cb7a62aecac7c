/** Deepest indentation that is written; deeper values go on one line, or a hostile nesting would be mostly blanks. */
const MAX_INDENT = 24;

/** A text that may be the start of a longer one. */
export interface BoundedText {
  readonly text: string;
  readonly isCut: boolean;
}

type Task =
  { readonly value: unknown; readonly depth: number; readonly before: string } | { readonly close: string };

const newline = (depth: number): string => (depth > MAX_INDENT ? "" : `\n${"  ".repeat(depth)}`);

/** The first `max` entries of an object or array, keys written out. */
const entriesOf = (value: object, max: number): readonly (readonly [string, unknown])[] => {
  if (Array.isArray(value)) return value.slice(0, max).map((item: unknown) => ["", item] as const);
  const fields = value as Readonly<Record<string, unknown>>;
  return Object.keys(fields)
    .slice(0, max)
    .map((key) => [`${JSON.stringify(key)}: `, fields[key]] as const);
};

/**
 * JSON for reading, of any value that came over the wire, at most `max` characters long. Never throws and never recurses:
 * thousands of levels and hundreds of thousands of nodes cost only what is shown (UI-06).
 */
export const boundedJson = (value: unknown, max: number): BoundedText => {
  const parts: string[] = [];
  let length = 0;
  const write = (text: string): void => {
    parts.push(text);
    length += text.length;
  };
  const tasks: Task[] = [{ value, depth: 0, before: "" }];
  while (length <= max) {
    const task = tasks.pop();
    if (task === undefined) return { text: parts.join(""), isCut: false };
    if ("close" in task) {
      write(task.close);
      continue;
    }
    const { value: item, depth } = task;
    write(task.before);
    if (item === null || typeof item !== "object") {
      write(
        typeof item === "string" && item.length > max
          ? JSON.stringify(item.slice(0, max))
          : (JSON.stringify(item) ?? "null"),
      );
      continue;
    }
    const [open, close] = Array.isArray(item) ? (["[", "]"] as const) : (["{", "}"] as const);
    // No more entries than characters are left can show.
    const entries = entriesOf(item, max - length + 1);
    write(open);
    tasks.push({ close: `${entries.length === 0 ? "" : newline(depth)}${close}` });
    for (let at = entries.length - 1; at >= 0; at -= 1) {
      const [key, inner] = entries[at] ?? ["", null];
      tasks.push({
        value: inner,
        depth: depth + 1,
        before: `${at === 0 ? "" : ","}${newline(depth + 1)}${key}`,
      });
    }
  }
  return { text: parts.join("").slice(0, max), isCut: true };
};

/** The whole value as compact JSON, for copying; what cannot be written so is said instead. */
export const wholeJson = (value: unknown): string => {
  try {
    return JSON.stringify(value, null, 1) ?? "null";
  } catch (error) {
    // Deeper than the engine's stack: the bounded form is all there is.
    return `${boundedJson(value, 1_000_000).text}\n/* ${error instanceof Error ? error.message : String(error)} */`;
  }
};
