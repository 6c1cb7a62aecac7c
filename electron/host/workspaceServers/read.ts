import { hash } from "node:crypto";
import path from "node:path";
import type { FoundConfig, Remark, ServerCandidate } from "../../../shared/contract/index.ts";
import { remark } from "../../../shared/remarks/index.ts";
import { canonicalJson, wellFormed } from "../../../shared/text/index.ts";
import { folderSources, hasPlaces, readConfig } from "../serverImport/index.ts";
import { boundTo } from "./bind.ts";
import { readFolderFile } from "./folderFile.ts";

/** A server that a folder's file names, values included; `hash` covers all of it, so that any change of it is one. */
export interface FolderServer extends ServerCandidate {
  readonly hash: string;
}

/** A folder's file of servers. `sha256` is null where it could not be read. */
export interface FolderServers {
  readonly client: FoundConfig["client"];
  readonly path: string;
  readonly sha256: string | null;
  readonly servers: readonly FolderServer[];
  readonly problems: readonly Remark[];
}

const MAX_SERVERS = 100;
const MAX_NAME_CHARS = 200;

const hashOf = ({ givenName, definition }: ServerCandidate): string => {
  const { name: _, origin: __, ...standing } = definition;
  return `sha256:${hash("sha256", canonicalJson(wellFormed({ givenName, ...standing }).value))}`;
};

/** Those that can be told apart and shown, and in words which cannot. */
const usable = (candidates: readonly ServerCandidate[]): [ServerCandidate[], Remark[]] => {
  const problems: Remark[] = [];
  const byName = new Map<string, ServerCandidate>();
  for (const candidate of candidates) {
    const { givenName } = candidate;
    if (givenName.length > MAX_NAME_CHARS)
      problems.push(remark("folderLongName", { chars: givenName.length }));
    else if (byName.has(givenName)) problems.push(remark("folderTwice", { name: givenName }));
    else byName.set(givenName, candidate);
  }
  const all = [...byName.values()];
  if (all.length > MAX_SERVERS) problems.push(remark("folderMany", { count: all.length, most: MAX_SERVERS }));
  return [all.slice(0, MAX_SERVERS), problems];
};

const readOne = async (
  folder: string,
  { client, dialect, path: name }: (typeof folderSources)[number],
): Promise<FolderServers | null> => {
  const file = await readFolderFile(folder, name);
  if (file === null) return null;
  if ("problem" in file) return { client, path: name, sha256: null, servers: [], problems: [file.problem] };
  const { sha256, text } = file;
  const origin = { kind: "workspace" as const, from: path.join(folder, ...name.split("/")) };
  const read = readConfig(text, dialect, origin);
  const [candidates, problems] = usable(read.candidates);
  const servers = candidates.map((one) => {
    const bound = { ...one, definition: boundTo(folder, one.definition) };
    return { ...bound, hash: hashOf(bound) };
  });
  return { client, path: name, sha256, servers, problems: [...read.problems, ...problems] };
};

/** Reads the files of servers in a folder, given by its real path. Starts and keeps nothing. Never rejects. */
export const readFolder = async (folder: string): Promise<FolderServers[]> => {
  const read = await Promise.all(folderSources.map((source) => readOne(folder, source)));
  const found = read.filter((one) => one !== null);
  if (!hasPlaces(folder)) return found;
  // Filled in at a start, such a path would become another one than was shown.
  return found.map((one) => ({ ...one, servers: [], problems: [remark("folderPlace")] }));
};
