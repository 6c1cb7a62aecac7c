import { parse, TomlError } from "smol-toml";
import type { Remark } from "../../../shared/contract/index.ts";
import { remark } from "../../../shared/remarks/index.ts";
import { isEntry } from "./entry.ts";
import { readJson } from "./json.ts";
import { readLine } from "./line.ts";

/** What a text says, whatever it is written in. */
export interface Source {
  readonly value: unknown;
  readonly problem: Remark | null;
  readonly isWhole: (value: object) => boolean;
}

const whole = (value: unknown): Source => ({ value, problem: null, isWhole: () => true });

/** A table's head on a line of its own, or a first line that gives a bare key a value. */
const looksLikeToml = (text: string): boolean =>
  /^\s*(?:#[^\n]*\n\s*)*(?:\[{1,2}\s*[A-Za-z_][\w.-]*(?:\.\s*"[^"\n]*")*\s*\]{1,2}\s*(?:#[^\n]*)?(?:\n|$)|[A-Za-z_][\w.-]*\s*=\s*["'[{\dtf])/.test(
    text,
  );

const readToml = (text: string): Source => {
  try {
    return whole(parse(text));
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    return { value: undefined, problem: remark("importNoToml", { line: error.line }), isWhole: () => true };
  }
};

const readAsJson = (text: string): Source => {
  const { value, problem, isWhole } = readJson(text);
  if (problem === null) return { value, problem, isWhole };
  const isRead = isEntry(value) || Array.isArray(value);
  return { value, problem: remark(isRead ? "importPartJson" : "importNoJson", problem), isWhole };
};

/** Fences and a missing outer pair of braces are how a page shows a part of a file; line numbers stay. */
const pasted = (text: string): string => {
  const inside = /^\s*```/.test(text) ? text.replace(/^[ \t]*```[^\n]*$/gm, "") : text;
  return /^\s*"(?:[^"\\\n]|\\.)*"\s*:/.test(inside) ? `{${inside}\n}` : inside;
};

/** Reads a text as TOML or as JSON with comments; a pasted one also as an address or a command line. Never throws. */
export const readSource = (given: string, isPasted: boolean): Source => {
  const text = isPasted ? pasted(given) : given;
  const line = isPasted ? readLine(text) : null;
  if (line !== null && "json" in line) return readAsJson(line.json);
  if (line !== null)
    return whole(line.name === undefined ? [line.entry] : { mcpServers: { [line.name]: line.entry } });
  return looksLikeToml(text) ? readToml(text) : readAsJson(text);
};
