import type { Entry } from "./entry.ts";
import { startsServers, wordsOf } from "./words.ts";

/** A server out of a line that a person copied from its page, with the name it is given there; else the JSON it holds. */
export type ReadLine =
  { readonly name: string | undefined; readonly entry: Entry } | { readonly json: string };

const address = /^https?:\/\/\S+$/i;
const assignment = /^([A-Za-z_][A-Za-z0-9_]*)=([^]*)$/;

/** Options of `mcp add` that have a value, by what they say; others are flags. */
const valued: Readonly<Record<string, "env" | "header" | "url" | "other">> = {
  "-e": "env",
  "--env": "env",
  "-H": "header",
  "--header": "header",
  "--url": "url",
  "-t": "other",
  "--transport": "other",
  "-s": "other",
  "--scope": "other",
};

const pairIn = (text: string, between: RegExp): [string, string] | undefined => {
  const found = between.exec(text);
  return found === null ? undefined : [text.slice(0, found.index), text.slice(found.index + found[0].length)];
};

interface Parts {
  readonly rest: string[];
  readonly env: [string, string][];
  readonly headers: [string, string][];
  url: string | undefined;
}

/** What stands after `mcp add`: options may come before and after the name, until `--` or the program. */
const partsOf = (words: readonly string[]): Parts => {
  const parts: Parts = { rest: [], env: [], headers: [], url: undefined };
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    // The name and what is started; what follows is the program's own.
    if (word === "--" || parts.rest.length > 1) {
      parts.rest.push(...words.slice(word === "--" ? at + 1 : at));
      break;
    }
    const [option = word, joined] = word.startsWith("--") ? (pairIn(word, /=/) ?? [word]) : [word];
    if (!option.startsWith("-")) {
      parts.rest.push(word);
      continue;
    }
    const kind = valued[option];
    if (kind === undefined) continue;
    const value = joined ?? words[++at] ?? "";
    const env = kind === "env" ? pairIn(value, /=/) : undefined;
    const header = kind === "header" ? pairIn(value, /:\s*/) : undefined;
    if (env !== undefined) parts.env.push(env);
    if (header !== undefined) parts.headers.push(header);
    if (kind === "url") parts.url = value;
  }
  return parts;
};

const commandOf = (words: readonly string[], more: readonly [string, string][] = []): Entry | null => {
  const env = [...more];
  let at = 0;
  for (
    let found = assignment.exec(words[0] ?? "");
    found !== null;
    found = assignment.exec(words[at] ?? "")
  ) {
    env.push([found[1] ?? "", found[2] ?? ""]);
    at += 1;
  }
  const [command, ...args] = words.slice(at);
  return command === undefined ? null : { command, args, env: Object.fromEntries(env) };
};

const addedBy = (words: readonly string[]): ReadLine | null => {
  const { rest, env, headers, url } = partsOf(words);
  const [name, ...command] = rest;
  const target = url ?? command[0];
  if (name === undefined || target === undefined) return null;
  if (address.test(target)) return { name, entry: { url: target, headers: Object.fromEntries(headers) } };
  const entry = commandOf(command, env);
  return entry === null ? null : { name, entry };
};

/**
 * Reads an address, a command line, or a line that adds a server to another program (`claude mcp add …`, `code --add-mcp …`).
 * Null for anything else. Nothing is run.
 */
export const readLine = (text: string): ReadLine | null => {
  const line = text.trim().replace(/^\$\s+/, "");
  if (address.test(line)) return { name: new URL(line).hostname, entry: { url: line } };
  const words = /^[{["]/.test(line) ? null : wordsOf(line);
  if (words === null) return null;
  const [program = "", ...rest] = words;
  const added = rest.indexOf("--add-mcp");
  if (added >= 0) return { json: rest[added + 1] ?? "" };
  if (rest[0] === "mcp" && rest[1] === "add") return addedBy(rest.slice(2));
  if (rest[0] === "mcp" && rest[1] === "add-json")
    return { json: JSON.stringify({ [rest[2] ?? "server"]: {} }).replace("{}", () => rest[3] ?? "") };
  const entry = startsServers(program) || assignment.test(program) ? commandOf(words) : null;
  return entry === null || !startsServers(String(entry["command"])) ? null : { name: undefined, entry };
};
