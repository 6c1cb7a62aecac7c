import { remark } from "../../../shared/remarks/index.ts";
import type { Remark } from "../../../shared/contract/index.ts";
import { isEntry, textIn, type Entry } from "./entry.ts";
import { startsServers, wordsOf } from "./words.ts";

const listOf = (value: unknown): string[] | undefined =>
  Array.isArray(value) ? value.map(String) : undefined;

const ofEnvironment = (name: string): string => `\${env:${name}}`;

/** Codex names variables of the environment where others hold their values. */
const codexHeaders = (entry: Entry): Entry => {
  const token = textIn(entry["bearer_token_env_var"]);
  const plain = textIn(entry["bearer_token"]);
  const named = Object.entries(isEntry(entry["env_http_headers"]) ? entry["env_http_headers"] : {});
  return {
    ...(isEntry(entry["headers"]) ? entry["headers"] : {}),
    ...(isEntry(entry["http_headers"]) ? entry["http_headers"] : {}),
    ...Object.fromEntries(named.map(([name, from]) => [name, ofEnvironment(String(from))])),
    ...(plain === undefined ? {} : { Authorization: `Bearer ${plain}` }),
    ...(token === undefined ? {} : { Authorization: `Bearer ${ofEnvironment(token)}` }),
  };
};

/** OpenCode's `environment`, and variables that Codex passes on by name. */
const variablesOf = (entry: Entry): Entry => ({
  ...Object.fromEntries((listOf(entry["env_vars"]) ?? []).map((name) => [name, ofEnvironment(name)])),
  ...(isEntry(entry["environment"]) ? entry["environment"] : {}),
  ...(isEntry(entry["env"]) ? entry["env"] : {}),
});

/** A command given as a list, as an object (Zed), or with its arguments in one line. */
const commandOf = (entry: Entry, notes: Remark[]): Entry => {
  const { command, args } = entry;
  const list = listOf(command);
  if (list !== undefined) return { command: list[0], args: [...list.slice(1), ...(listOf(args) ?? [])] };
  if (isEntry(command)) return { ...command, command: command["path"] };
  const line = textIn(command);
  const words = line === undefined ? null : wordsOf(line);
  const given = typeof args === "string" ? (wordsOf(args) ?? [args]) : null;
  const [program = "", ...inLine] = words ?? [];
  const isLine = inLine.length > 0 && startsServers(program);
  if (!isLine && given === null) return { command, args };
  notes.push(remark("importSplit"));
  return {
    command: isLine ? program : command,
    args: [...(isLine ? inLine : []), ...(given ?? listOf(args) ?? [])],
  };
};

const isOne = (value: unknown): value is number => typeof value === "number" && value > 0;

/** Seconds: some programs count them, others milliseconds; nobody waits a thousand seconds and nobody one millisecond. */
const limitOf = (entry: Entry): Entry => {
  const { timeout, tool_timeout_sec: seconds } = entry;
  if (isOne(seconds)) return { timeout: seconds };
  return isOne(timeout) && timeout >= 1000 ? { timeout: timeout / 1000 } : {};
};

/**
 * An entry in the shape that most programs write, whoever wrote it: Codex, Zed, OpenCode and hand-made ones differ in how they
 * write command, variables, headers and limits.
 */
export const inUsualShape = (entry: Entry, notes: Remark[]): Entry => {
  const { command, ...launch } = commandOf(entry, notes);
  const inner = isEntry(entry["command"]) ? variablesOf(entry["command"]) : {};
  const env = { ...variablesOf(entry), ...inner };
  const headers = codexHeaders(entry);
  return {
    ...entry,
    ...(command === undefined ? {} : { command, ...launch }),
    ...(Object.keys(env).length > 0 ? { env } : {}),
    ...(Object.keys(headers).length > 0 ? { headers } : {}),
    ...(entry["disabled_tools"] === undefined ? {} : { disabledTools: entry["disabled_tools"] }),
    ...limitOf(entry),
  };
};

/** Whether an object names a program or an address, in whatever way. */
export const looksLikeServer = (value: unknown): value is Entry =>
  isEntry(value) &&
  (["url", "serverUrl", "httpUrl"].some((key) => typeof value[key] === "string") ||
    typeof value["command"] === "string" ||
    Array.isArray(value["command"]) ||
    (isEntry(value["command"]) && typeof value["command"]["path"] === "string"));
