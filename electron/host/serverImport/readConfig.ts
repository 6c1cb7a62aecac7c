import { ServerDefinition, type ServerCandidate, type ServerOrigin } from "../../../shared/contract/index.ts";
import { readJson } from "./json.ts";
import { nameOf } from "./name.ts";
import { isEntry, textIn, textsOf, transportOf, type Entry } from "./transportOf.ts";
import { hasPlaces, translate, unfillable, type Dialect } from "./variables.ts";

/** What a text held: servers that can be added, and what of it cannot be used. */
export interface ReadConfig {
  readonly candidates: ServerCandidate[];
  readonly problems: string[];
}

const looksLikeServer = (value: unknown): boolean =>
  isEntry(value) && ["command", "url", "serverUrl", "httpUrl"].some((key) => typeof value[key] === "string");

/** The maps of servers inside a file, whatever client wrote it. */
const mapsIn = (root: Entry): Entry[] => {
  const named = ["mcpServers", "servers", "context_servers", "mcp_servers"]
    .map((key) => root[key])
    .filter(isEntry);
  const nested = isEntry(root["mcp"]) ? mapsIn(root["mcp"]) : [];
  // Claude Code keeps servers of single projects in its own file.
  const projects = isEntry(root["projects"])
    ? Object.values(root["projects"]).filter(isEntry).flatMap(mapsIn)
    : [];
  return [...named, ...nested, ...projects];
};

const unnamed = (value: Entry): string => {
  const command = textIn(value["command"]) ?? textIn(value["url"]) ?? textIn(value["serverUrl"]) ?? "server";
  const args = Array.isArray(value["args"]) ? value["args"].map(String) : [];
  const last = args.findLast((arg) => !arg.startsWith("-")) ?? command;
  return textIn(value["name"]) ?? last.split(/[/\\]/).findLast((part) => part !== "") ?? "server";
};

const serversIn = (root: unknown, isWholeFile: boolean): [string, Entry][] => {
  if (Array.isArray(root)) return root.filter(isEntry).map((one) => [unnamed(one), one]);
  if (!isEntry(root)) return [];
  if (looksLikeServer(root)) return [[unnamed(root), root]];
  const maps = mapsIn(root);
  // A file of another program that names no servers has none; a pasted map may be one of servers itself.
  const whole = maps.length > 0 ? maps : isWholeFile ? [] : [root];
  return whole.flatMap((map) =>
    Object.entries(map).filter((pair): pair is [string, Entry] => isEntry(pair[1])),
  );
};

/** What the other program would have asked for, in its own words. */
const inputsOf = (root: unknown): ReadonlyMap<string, string> =>
  new Map(
    (isEntry(root) && Array.isArray(root["inputs"]) ? root["inputs"].filter(isEntry) : []).flatMap(
      (input) => {
        const [id, description] = [textIn(input["id"]), textIn(input["description"])];
        return id === undefined || description === undefined ? [] : [[`input:${id}`, description] as const];
      },
    ),
  );

const timeLimit = (seconds: unknown): Pick<ServerDefinition, "callTimeoutMs"> => {
  if (typeof seconds !== "number" || !(seconds > 0)) return {};
  return { callTimeoutMs: Math.round(Math.min(Math.max(seconds * 1000, 1000), 3_600_000)) };
};

interface Reading {
  readonly dialect: Dialect;
  readonly origin: ServerOrigin;
  readonly inputs: ReadonlyMap<string, string>;
}

const notesOn = (entry: Entry, missing: readonly string[], inputs: Reading["inputs"]): string[] => {
  const asked = missing.map((one) => (inputs.has(one) ? `${one} (${inputs.get(one) ?? ""})` : one));
  const allowed = entry["autoApprove"] ?? entry["alwaysAllow"];
  const off = entry["disabledTools"];
  return [
    ...(missing.length > 0
      ? [`It does not start until this is filled in by hand: ${asked.join(", ")}.`]
      : []),
    ...(Array.isArray(allowed) && allowed.length > 0
      ? ["Tools that were allowed without asking there are asked for here."]
      : []),
    ...(Array.isArray(off) && off.length > 0
      ? [`Tools that were off there are on here: ${off.map(String).join(", ")}.`]
      : []),
  ];
};

/** A candidate, or why the entry is none. */
const candidateOf = (given: string, entry: Entry, reading: Reading): ServerCandidate | string => {
  const notes: string[] = [];
  const transport = transportOf(entry, (text) => translate(text, reading.dialect), notes);
  if (transport === null) return `"${given}" has neither a command nor a url, so it is no server.`;
  const texts = textsOf(transport);
  const isLiteral = reading.dialect === "literal";
  const missing = isLiteral ? [] : [...new Set(texts.flatMap(unfillable))];
  notes.push(...notesOn(entry, missing, reading.inputs));
  const definition: ServerDefinition = {
    name: nameOf(given),
    transport,
    ...timeLimit(entry["timeout"]),
    ...(entry["disabled"] === true || entry["enabled"] === false ? { isEnabled: false } : {}),
    // A place that nobody can fill in must stop the start as well, not reach the server as it stands.
    ...(!isLiteral && texts.some(hasPlaces) ? { fillsIn: true } : {}),
    origin: reading.origin,
  };
  const fits = ServerDefinition.safeParse(definition);
  if (fits.success) return { givenName: given, definition, notes, isReady: missing.length === 0 };
  const where = fits.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  return `"${given}" cannot be taken over: ${where.slice(0, 3).join("; ")}.`;
};

/**
 * Reads servers out of a text in any of the shapes that MCP clients use: whole files, one map, one server; comments and
 * trailing commas allowed. Nothing is started or kept. A value of another client that means "allow without asking" is
 * never taken over (mcp.md §1.5).
 */
export const readConfig = (text: string, dialect: Dialect, origin: ServerOrigin): ReadConfig => {
  const { value: root, problem } = readJson(text);
  if (problem !== null && !isEntry(root) && !Array.isArray(root))
    return {
      candidates: [],
      problems: [
        `This is not JSON: ${problem.what} in line ${problem.line}. Paste the whole object, from { to }.`,
      ],
    };
  const problems =
    problem === null ? [] : [`Line ${problem.line} is not JSON (${problem.what}); the rest was read.`];
  const candidates: ServerCandidate[] = [];
  const reading = { dialect, origin, inputs: inputsOf(root) };
  const isWholeFile = origin.kind !== "paste";
  for (const [name, entry] of serversIn(root, isWholeFile)) {
    const candidate = candidateOf(name, entry, reading);
    if (typeof candidate === "string") problems.push(candidate);
    else candidates.push(candidate);
  }
  if (!isWholeFile && candidates.length === 0 && problems.length === 0)
    problems.push("No server was found in it. A server has a command or a url.");
  return { candidates, problems };
};
