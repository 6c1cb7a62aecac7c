import type { Call } from "../../../shared/session/index.ts";
import { revealAsText } from "../reveal/index.ts";

/** Argument names that say what a call is about, best first; search calls add where they look. */
const objects = [
  "command",
  "path",
  "filename",
  "file",
  "file_path",
  "uri",
  "url",
  "query",
  "pattern",
  "q",
  "name",
  "title",
  "id",
  "text",
  "message",
];
const searches = ["pattern", "query", "q"];
const places = ["path", "file_glob", "glob", "folder", "directory"];

/** Longest summary, in characters: a row shows one line. */
const MAX = 240;

const oneLine = (text: string): string => {
  const cut = text.length > MAX ? `${text.slice(0, MAX)}…` : text;
  return revealAsText(
    cut
      .trim()
      .replace(/\s*\n\s*/g, " ⏎ ")
      .replace(/[ \t]+/g, " "),
  );
};

const worded = (value: unknown): string | undefined => {
  if (typeof value === "string") return value.trim() === "" ? undefined : value;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return undefined;
};

const listed = (value: unknown): string | undefined =>
  Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === "string")
    ? value.join(" ")
    : undefined;

const short = (value: unknown): string => {
  if (value === "") return '""';
  const text = worded(value) ?? listed(value);
  if (text !== undefined) return text;
  if (Array.isArray(value)) return `[${value.length}]`;
  return value === null ? "null" : "{…}";
};

/**
 * What a call is about, in one line: the path, the command, the query, not the whole of its arguments. Any arguments
 * give a summary, also ones that are no object because a model wrote them so; it may be empty.
 */
export const summaryOf = (call: Pick<Call, "arguments">): string => {
  const args: unknown = call.arguments;
  if (args === null || typeof args !== "object" || Array.isArray(args))
    return oneLine(worded(args) ?? listed(args) ?? "");
  const fields = args as Record<string, unknown>;
  const search = searches.find((key) => worded(fields[key]) !== undefined);
  const place = places.find((key) => worded(fields[key]) !== undefined);
  if (search !== undefined) {
    const what = worded(fields[search]) ?? "";
    return oneLine(place === undefined ? what : `${what} · ${worded(fields[place]) ?? ""}`);
  }
  const program = worded(fields["program"]);
  if (program !== undefined) return oneLine(`${program} ${listed(fields["args"]) ?? ""}`);
  const object = objects.find((key) => worded(fields[key]) !== undefined);
  if (object !== undefined) return oneLine(worded(fields[object]) ?? "");
  return oneLine(
    Object.entries(fields)
      .slice(0, 4)
      .map(([key, value]) => `${key}: ${short(value)}`)
      .join(", "),
  );
};
