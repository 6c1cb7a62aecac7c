import { readFileSync, renameSync, watch, writeFileSync } from "node:fs";
import path from "node:path";
import { fail, ServerDefinition, type Failure } from "../../../shared/contract/index.ts";
import { isMap, readText, writeText, type ServerMap } from "./text.ts";

/** Values under names, as the host's settings are kept. */
interface Store {
  get(name: string): unknown;
  set(name: string, value: unknown): void;
}

/** A store whose value `servers` is a file that a person may edit; everything else is in `config`. */
export interface ServersFile extends Store {
  /** Calls `onEdited` after each edit from outside that can be read; the returned function ends it. */
  follow(onEdited: () => void): () => void;
}

export interface ServersFilePorts {
  readonly dataDir: string;
  readonly config: Store;
  /** A file that cannot be read, so that the last good servers stay in force, or an entry in it that is no server. */
  readonly onProblem: (problem: Failure) => void;
}

const KEY = "servers";
const SETTLE_MS = 150;

const isEntry = (value: unknown): value is { serverId: string; definition: unknown } =>
  typeof value === "object" && value !== null && "serverId" in value && typeof value.serverId === "string";

const mapOf = (list: unknown): ServerMap =>
  Object.fromEntries(
    (Array.isArray(list) ? (list as unknown[]) : [])
      .filter(isEntry)
      .map(({ serverId, definition }) => [serverId, definition]),
  );

const listOf = (servers: ServerMap): unknown[] =>
  Object.entries(servers).map(([serverId, definition]) => ({ serverId, definition }));

const blankedTexts = (values: unknown): unknown =>
  isMap(values) ? Object.fromEntries(Object.keys(values).map((name) => [name, ""])) : values;

/** The servers without what belongs in the key store; whatever shape an edit gave them. */
const withoutValues = (servers: ServerMap): ServerMap =>
  Object.fromEntries(
    Object.entries(servers).map(([id, server]) => {
      if (!isMap(server) || !isMap(server["transport"])) return [id, server];
      const { env, headers, oauth, ...rest } = server["transport"];
      const transport = {
        ...rest,
        ...(env === undefined ? {} : { env: blankedTexts(env) }),
        ...(headers === undefined ? {} : { headers: blankedTexts(headers) }),
        ...(isMap(oauth) ? { oauth: { ...oauth, secrets: blankedTexts(oauth["secrets"]) } } : {}),
      };
      return [id, { ...server, transport }];
    }),
  );

const readFile = (file: string): string | null => {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
};

const broken = (file: string, line: number, what: string): Failure =>
  fail(
    "damaged",
    `${file} cannot be read: ${what} in line ${line}. The servers stay as they were. Correct the file; a copy of the last good one is beside it.`,
    { key: "serversFileBroken", params: { file, line, what } },
  ).error;

/** Entries that are no servers, each with the places that do not fit: they are left as they stand and not used. */
const misfits = (file: string, servers: ServerMap): Failure[] =>
  Object.entries(servers).flatMap(([server, definition]) => {
    const read = ServerDefinition.safeParse(definition);
    if (read.success) return [];
    const why = read.error.issues
      .slice(0, 3)
      .map(({ path: at, message }) => (at.length === 0 ? message : `${at.join(".")}: ${message}`))
      .join("; ");
    return fail(
      "damaged",
      `The server "${server}" in ${file} is not used, because it cannot be read: ${why}. Correct it there; it comes back as it was.`,
      { key: "serversEntryBroken", params: { file, server, why } },
    ).error;
  });

/** Calls `onTouched` a moment after the file was touched, until the returned function is called. */
const followFile = (file: string, onTouched: () => void): (() => void) => {
  let timer: NodeJS.Timeout | undefined;
  const watcher = watch(path.dirname(file), (_event, name) => {
    if (name !== null && name !== path.basename(file)) return;
    clearTimeout(timer);
    timer = setTimeout(onTouched, SETTLE_MS);
  });
  // A folder that can no longer be watched only means that edits count at the next start.
  watcher.on("error", () => {
    watcher.close();
  });
  return () => {
    clearTimeout(timer);
    watcher.close();
  };
};

/** Their file with our changes put in: a server that we did not touch is as they left it. */
const merged = (theirs: ServerMap, before: ServerMap, ours: ServerMap): ServerMap => {
  const isSame = (id: string): boolean => JSON.stringify(before[id]) === JSON.stringify(ours[id]);
  const ids = [...new Set([...Object.keys(theirs), ...Object.keys(ours)])];
  return Object.fromEntries(
    ids.flatMap((id) => {
      const value = isSame(id) ? theirs[id] : ours[id];
      return value === undefined ? [] : [[id, value] as const];
    }),
  );
};

/**
 * Keeps the servers in `servers.json` of the data folder (MCP-09): readable, comments and order kept, the file before each
 * write beside it as `servers.json.bak`. Of a file that an edit broke the last good servers stay in force, and it is put aside
 * before it is written over.
 */
export const createServersFile = ({ dataDir, config, onProblem }: ServersFilePorts): ServersFile => {
  const file = path.join(dataDir, "servers.json");
  /** The text as we know it; what differs on disk was edited by somebody else. */
  let known: string | null = null;
  /** What is in force; kept in `config` as well, without values, for a file that is broken at the next start. */
  let current: ServerMap = mapOf(config.get(KEY));
  let onEdited: (() => void) | undefined;

  const hold = (servers: ServerMap): void => {
    current = servers;
    config.set(KEY, listOf(withoutValues(servers)));
  };

  const write = (text: string): void => {
    writeFileSync(`${file}.new`, text, { mode: 0o600 });
    renameSync(`${file}.new`, file);
    known = text;
  };

  /** Takes the file up as it is; says whether it holds something new. */
  const take = (): boolean => {
    const text = readFile(file);
    if (text === null || text === known) return false;
    known = text;
    const read = readText(text);
    if (!("servers" in read)) {
      onProblem(broken(file, read.line, read.what));
      return false;
    }
    hold(read.servers);
    for (const problem of misfits(file, read.servers)) onProblem(problem);
    return true;
  };

  /** Keeps the file as it was beside it; a value that somebody wrote into it is not kept in clear. */
  const backUp = (text: string): void => {
    const read = readText(text);
    const isGood = "servers" in read;
    const kept = isGood ? writeText(text, withoutValues(read.servers)) : text;
    writeFileSync(`${file}.${isGood ? "bak" : "broken"}`, kept, { mode: 0o600 });
  };

  const set = (value: unknown): void => {
    const text = readFile(file);
    const servers = mapOf(value);
    const read = text === null || text === known ? null : readText(text);
    if (text !== null) backUp(text);
    // Somebody edited it a moment ago: what was not changed here stays as they left it.
    const isEdited = read !== null && "servers" in read;
    const next = isEdited ? merged(read.servers, current, servers) : servers;
    hold(next);
    write(writeText(text, next));
    if (isEdited) queueMicrotask(() => onEdited?.());
  };

  if (readFile(file) === null) write(writeText(null, current));
  else take();

  return {
    get: (name) => (name === KEY ? listOf(current) : config.get(name)),
    set: (name, value) => {
      if (name === KEY) set(value);
      else config.set(name, value);
    },
    follow: (listener) => {
      onEdited = listener;
      return followFile(file, () => {
        if (take()) listener();
      });
    },
  };
};
