import {
  ServerDefinition,
  type OptionField,
  type Remark,
  type ServerCandidate,
  type ServerOrigin,
} from "../../../shared/contract/index.ts";
import { remark } from "../../../shared/remarks/index.ts";
import { isEntry, textIn, type Entry } from "./entry.ts";
import { inputsOf } from "./inputs.ts";
import { nameOf } from "./name.ts";
import { inUsualShape, looksLikeServer } from "./shape.ts";
import { readSource } from "./source.ts";
import { textsOf, transportOf } from "./transportOf.ts";
import { hasPlaces, translate, unfillable, type Dialect } from "./variables.ts";

/** What a text held: servers that can be added, and what of it cannot be used. */
export interface ReadConfig {
  readonly candidates: ServerCandidate[];
  readonly problems: Remark[];
}

/** The maps of servers inside a file, whatever client wrote it. */
const mapsIn = (root: Entry): Entry[] => {
  const named = ["mcpServers", "servers", "context_servers", "mcp_servers"]
    .map((key) => root[key])
    .filter(isEntry);
  const { mcp } = root;
  const inner = isEntry(mcp) ? mapsIn(mcp) : [];
  // VS Code's settings have a map inside it, OpenCode's are one.
  const nested = isEntry(mcp) && inner.length === 0 ? [mcp] : inner;
  // Claude Code keeps servers of single projects in its own file.
  const projects = isEntry(root["projects"])
    ? Object.values(root["projects"]).filter(isEntry).flatMap(mapsIn)
    : [];
  return [...named, ...nested, ...projects];
};

const unnamed = (value: Entry): string => {
  const command = textIn(value["command"]) ?? textIn(value["url"]) ?? textIn(value["serverUrl"]) ?? "server";
  const args = Array.isArray(value["args"]) ? value["args"].map(String) : [];
  const isPlain = (arg: string): boolean => !arg.startsWith("-");
  // A container's image stands last; everywhere else the first word is the package or the script, and more are its own.
  const isContainer = /^(?:docker|podman)$/.test(command);
  const said = (isContainer ? args.findLast(isPlain) : args.find(isPlain)) ?? command;
  return textIn(value["name"]) ?? said.split(/[/\\]/).findLast((part) => part !== "") ?? "server";
};

const serversIn = (root: unknown, isWholeFile: boolean): [string, Entry][] => {
  if (Array.isArray(root)) return root.filter(isEntry).map((one) => [unnamed(inUsualShape(one, [])), one]);
  if (!isEntry(root)) return [];
  if (looksLikeServer(root)) return [[unnamed(inUsualShape(root, [])), root]];
  const maps = mapsIn(root);
  // A file of another program that names no servers has none; a pasted map may be one of servers itself.
  const whole = maps.length > 0 ? maps : isWholeFile ? [] : [root];
  return whole.flatMap((map) =>
    Object.entries(map).filter((pair): pair is [string, Entry] => isEntry(pair[1])),
  );
};

const timeLimit = (seconds: unknown): Pick<ServerDefinition, "callTimeoutMs"> => {
  if (typeof seconds !== "number" || !(seconds > 0)) return {};
  return { callTimeoutMs: Math.round(Math.min(Math.max(seconds * 1000, 1000), 3_600_000)) };
};

interface Reading {
  readonly dialect: Dialect;
  readonly origin: ServerOrigin;
  readonly inputs: ReadonlyMap<string, OptionField>;
}

const notesOn = (entry: Entry, missing: readonly string[], inputs: Reading["inputs"]): Remark[] => {
  const asked = missing.map((one) => {
    const { label, key } = inputs.get(one.replace(/^input:/, "")) ?? {};
    return label === undefined || label === key ? one : `${one} (${label})`;
  });
  const allowed = entry["autoApprove"] ?? entry["alwaysAllow"];
  const off = entry["disabledTools"];
  return [
    ...(missing.length > 0 ? [remark("importFillIn", { places: asked.join(", ") })] : []),
    ...(Array.isArray(allowed) && allowed.length > 0 ? [remark("importAllowed")] : []),
    ...(Array.isArray(off) && off.length > 0
      ? [remark("importOff", { tools: off.map(String).join(", ") })]
      : []),
  ];
};

/** A candidate, or why the entry is none. */
const candidateOf = (given: string, found: Entry, reading: Reading): ServerCandidate | Remark => {
  const notes: Remark[] = [];
  const entry = inUsualShape(found, notes);
  const transport = transportOf(entry, (text) => translate(text, reading.dialect), notes);
  if (transport === null) return remark("importNoServer", { name: given });
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
  const fields = missing.flatMap((one) => reading.inputs.get(one.replace(/^input:/, "")) ?? []);
  if (fits.success)
    return {
      givenName: given,
      definition,
      notes,
      isReady: missing.length === 0,
      ...(fields.length > 0 ? { fields } : {}),
    };
  const where = fits.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  return remark("importMisfit", { name: given, issues: where.slice(0, 3).join("; ") });
};

/** Names that no other has yet, compared as servers are. */
const uniqueNames = (): ((name: string) => string) => {
  const taken = new Set<string>();
  return (name) => {
    let free = name;
    for (let number = 2; taken.has(free.toLowerCase()); number++) free = `${name.slice(0, 55)}-${number}`;
    taken.add(free.toLowerCase());
    return free;
  };
};

/**
 * Reads servers out of a text in any of the shapes that MCP clients use: whole files, one map, one server, JSON with comments
 * or TOML; of a pasted text also an address or a command line. A server in whose text something is wrong is named and left
 * out: half of a command is another command. Nothing is started or kept. A value of another client that means "allow without
 * asking" is never taken over (mcp.md §1.5).
 */
export const readConfig = (text: string, dialect: Dialect, origin: ServerOrigin): ReadConfig => {
  const isWholeFile = origin.kind !== "paste";
  const { value: root, problem, isWhole } = readSource(text, !isWholeFile);
  const problems = problem === null ? [] : [problem];
  const candidates: ServerCandidate[] = [];
  const reading = { dialect, origin, inputs: inputsOf(root) };
  const uniqueOf = uniqueNames();
  for (const [name, entry] of serversIn(root, isWholeFile)) {
    const candidate = isWhole(entry) ? candidateOf(name, entry, reading) : remark("importBroken", { name });
    if ("definition" in candidate) {
      const definition = { ...candidate.definition, name: uniqueOf(candidate.definition.name) };
      candidates.push({ ...candidate, definition });
    } else problems.push(candidate);
  }
  if (!isWholeFile && candidates.length === 0 && problems.length === 0) problems.push(remark("importNone"));
  return { candidates, problems };
};
