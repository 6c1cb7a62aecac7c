import { sep } from "node:path";
import { headOf, textOfBytes } from "../outcome/index.ts";
import type { Hit } from "./hit.ts";
import { showHitText } from "./hitText.ts";
import type { LongLine } from "./jsonLines.ts";

interface JsonText {
  readonly text: string;
  readonly bytes: Buffer | null;
  readonly invalid: number;
}

/** Text of ripgrep's JSON: plain, or base64 where it is not UTF-8. */
function textOf(value: unknown): JsonText {
  if (typeof value === "object" && value !== null) {
    if ("text" in value && typeof value.text === "string")
      return { text: value.text, bytes: null, invalid: 0 };
    if ("bytes" in value && typeof value.bytes === "string") {
      const bytes = Buffer.from(value.bytes, "base64");
      return { ...textOfBytes(bytes), bytes };
    }
  }
  return { text: "", bytes: null, invalid: 0 };
}

function at(value: unknown, ...keys: readonly (string | number)[]): unknown {
  let inner = value;
  for (const key of keys) {
    if (typeof inner !== "object" || inner === null) return undefined;
    inner = Reflect.get(inner, key);
  }
  return inner;
}

function numberAt(value: unknown, ...keys: readonly (string | number)[]): number {
  const found = at(value, ...keys);
  return typeof found === "number" ? found : 0;
}

function pathOf(name: string): string {
  const slashed = sep === "/" ? name : name.replaceAll(sep, "/");
  return slashed.replace(/^\.\//, "");
}

/** Length in UTF-16 units of the first `bytes` bytes of a line. */
function unitsOf(line: JsonText, bytes: number): number {
  const start = (line.bytes ?? Buffer.from(line.text)).subarray(0, bytes);
  return textOfBytes(start).text.length;
}

/** A copy, so that the few characters shown do not keep a line of megabytes in memory. */
function copied(text: string): string {
  return Buffer.from(text, "utf16le").toString("utf16le");
}

/** The hit in a line of ripgrep's JSON output; null for its other messages and for a line cut by our own kill. */
export function hitOf(json: string): Hit | null {
  if (!json.startsWith('{"type":"match"')) return null;
  try {
    const message: unknown = JSON.parse(json);
    const line = textOf(at(message, "data", "lines"));
    const path = textOf(at(message, "data", "path"));
    const matchStart = unitsOf(line, numberAt(message, "data", "submatches", 0, "start"));
    return {
      path: copied(pathOf(path.text)),
      line: numberAt(message, "data", "line_number"),
      text: copied(showHitText(line.text.replace(/\r?\n$/, ""), matchStart)),
      isOddName: path.invalid > 0,
    };
  } catch {
    // Cut in the middle: the hits before it stand.
    return null;
  }
}

/** The hit in a line that was too long to be kept whole: its place, and the start of its text. */
export function hitOfLongLine({ head, afterNumber }: LongLine): Hit | null {
  const path = /^\{"type":"match","data":\{"path":\{"text":("(?:[^"\\]|\\.)*")\}/.exec(head)?.[1];
  const line = Number.parseInt(afterNumber, 10);
  if (path === undefined || Number.isNaN(line)) return null;
  const text = /"lines":\{"text":"((?:[^"\\]|\\.){0,200})/.exec(head)?.[1] ?? "";
  return {
    path: pathOf(String(JSON.parse(path))),
    line,
    text: `${copied(headOf(text, 120))}…[line of several megabytes, not shown whole]`,
    isOddName: false,
  };
}
