import type { JsonObject } from "../../../../shared/contract/index.ts";
import { isJsonObject } from "../schema/index.ts";

/** Where a schema says that an argument is sent as a header too. */
const MARK = "x-mcp-header";
const PREFIX = "Mcp-Param-";
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const allowedTypes = ["string", "integer", "boolean"];

interface Marked {
  readonly path: readonly string[];
  readonly header: string;
}

/** The marked properties of an input schema, or why they cannot be (specification 2026-07-28, custom headers). */
type Marks =
  | { readonly marked: readonly Marked[]; readonly problem: null }
  | { readonly marked: null; readonly problem: string };

const problemOf = (schema: JsonObject, isProperty: boolean): string | null => {
  const header = schema[MARK];
  if (!isProperty) return `marks "${String(header)}" as a header where no argument of its own stands`;
  if (typeof header !== "string" || !token.test(header))
    return `marks an argument as the header ${JSON.stringify(header)}, which is no header's name`;
  if (!allowedTypes.includes(String(schema["type"])))
    return `marks an argument of type ${JSON.stringify(schema["type"] ?? "any")} as the header "${header}"; only text, whole numbers and yes/no can be sent so`;
  return null;
};

class MarkFinder {
  readonly marked: Marked[] = [];
  problem: string | null = null;

  /** @param path of the property, null below anything but a chain of properties */
  visit(schema: unknown, path: readonly string[] | null): void {
    if (this.problem !== null) return;
    if (Array.isArray(schema)) {
      for (const part of schema) this.visit(part, null);
      return;
    }
    if (!isJsonObject(schema)) return;
    if (MARK in schema) this.#take(schema, path);
    for (const [key, part] of Object.entries(schema)) {
      if (key !== "properties") this.visit(part, null);
      else if (isJsonObject(part))
        for (const [name, property] of Object.entries(part))
          this.visit(property, path === null ? null : [...path, name]);
    }
  }

  #take(schema: JsonObject, path: readonly string[] | null): void {
    this.problem = problemOf(schema, path !== null && path.length > 0);
    if (this.problem !== null || path === null) return;
    const header = String(schema[MARK]);
    const hasTwin = this.marked.some((other) => other.header.toLowerCase() === header.toLowerCase());
    if (hasTwin) this.problem = `marks two arguments as the same header "${header}"`;
    else this.marked.push({ path, header });
  }
}

const marksOf = (tool: JsonObject): Marks => {
  const finder = new MarkFinder();
  finder.visit(tool["inputSchema"], []);
  return finder.problem === null
    ? { marked: finder.marked, problem: null }
    : { marked: null, problem: finder.problem };
};

/** Why a tool's marks make it unusable over HTTP, in words for the person; null when they are well. */
export const headerProblem = (tool: JsonObject): string | null => {
  const { problem } = marksOf(tool);
  return problem === null ? null : `Its input schema ${problem}.`;
};

const textOf = (value: unknown): string | null => {
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return String(value);
  if (typeof value !== "number" || !Number.isFinite(value)) return null;
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? null : String(value);
};

/** Header values are plain ASCII; anything else is sent as the base64 of its UTF-8. */
const encoded = (text: string): string => {
  const isPlain =
    text !== "" && text === text.trim() && /^[\t\x20-\x7e]*$/.test(text) && !/^=\?base64\?.*\?=$/.test(text);
  return isPlain ? text : `=?base64?${Buffer.from(text, "utf8").toString("base64")}?=`;
};

/** The headers that a call of this tool is sent with; arguments that are absent or null have none. */
export const headersFor = (tool: JsonObject, args: JsonObject): Record<string, string> => {
  const headers: Record<string, string> = {};
  for (const { path, header } of marksOf(tool).marked ?? []) {
    const value = path.reduce<unknown>((at, name) => (isJsonObject(at) ? at[name] : undefined), args);
    const text = textOf(value);
    if (text !== null) headers[`${PREFIX}${header}`] = encoded(text);
  }
  return headers;
};
