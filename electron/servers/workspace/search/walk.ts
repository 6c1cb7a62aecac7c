import { readdirSync, readFileSync, statSync, type Dirent } from "node:fs";
import { join } from "node:path";
import { errnoOf, formatPlural, Refusal } from "../outcome/index.ts";
import { displayName, isPlaceholder, type Place } from "../paths/index.ts";
import { parseIgnore, type IgnoreRules } from "./gitignore.ts";

/** Folders that are never entered unless they are asked for by name. */
export const alwaysIgnored: ReadonlySet<string> = new Set([".git", "node_modules"]);
const largestIgnoreFile = 256 * 1024;

/** A folder's entry as the walk meets it. */
export interface Entry {
  /** Relative to the root of the walk, with `/`. */
  readonly path: string;
  readonly depth: number;
  readonly type: "file" | "folder" | "link" | "special";
  readonly isIgnored: boolean;
}

interface Scope {
  /** Folder of the rules relative to the workspace root, "" or ending with "/". */
  readonly prefix: string;
  readonly rules: IgnoreRules;
}

function typeOf(entry: Dirent): Entry["type"] {
  if (entry.isSymbolicLink()) return "link";
  if (entry.isDirectory()) return "folder";
  return entry.isFile() ? "file" : "special";
}

function rulesIn(folder: string): IgnoreRules | null {
  const path = join(folder, ".gitignore");
  try {
    const stat = statSync(path);
    return stat.isFile() && stat.size <= largestIgnoreFile ? parseIgnore(readFileSync(path, "utf8")) : null;
  } catch {
    // No .gitignore, or none that can be read: nothing is ignored by it.
    return null;
  }
}

function isIgnoredBy(scopes: readonly Scope[], path: string, isFolder: boolean): boolean {
  for (const { prefix, rules } of scopes.toReversed()) {
    if (!path.startsWith(prefix)) continue;
    const verdict = rules.verdict(path.slice(prefix.length), isFolder);
    if (verdict !== undefined) return verdict;
  }
  return false;
}

/** The `.gitignore` files from the root down to `start`, outermost first. */
function scopesAbove(root: string, start: string): Scope[] {
  const scopes: Scope[] = [];
  const names = start === "" ? [] : start.slice(0, -1).split("/");
  let prefix = "";
  for (const name of names) {
    const rules = rulesIn(join(root, prefix));
    if (rules !== null) scopes.push({ prefix, rules });
    prefix += `${name}/`;
  }
  return scopes;
}

/** True when `rel` (a folder or file inside the root, "." for the root) or a folder above it is ignored. */
export function isIgnoredPath(root: string, rel: string, isFolder: boolean): boolean {
  if (rel === ".") return false;
  const names = rel.split("/");
  for (let length = 1; length <= names.length; length += 1) {
    const part = names.slice(0, length);
    const path = part.join("/");
    if (alwaysIgnored.has(part.at(-1) ?? "")) return true;
    if (isIgnoredBy(scopesAbove(root, `${path}/`), path, length < names.length || isFolder)) return true;
  }
  return false;
}

/** Answers whether a file is ignored, itself or by a folder above it; remembers what it read of each folder. */
export function createIgnoreCheck(root: string): (rel: string) => boolean {
  interface Folder {
    readonly isIgnored: boolean;
    readonly scopes: readonly Scope[];
  }
  const folders = new Map<string, Folder>();
  const isOut = (scopes: readonly Scope[], path: string, name: string, isFolder: boolean): boolean =>
    alwaysIgnored.has(name) || isIgnoredBy(scopes, path, isFolder);
  const folderOf = (prefix: string): Folder => {
    const known = folders.get(prefix);
    if (known !== undefined) return known;
    const path = prefix.slice(0, -1);
    const slash = path.lastIndexOf("/") + 1;
    const above = prefix === "" ? undefined : folderOf(path.slice(0, slash));
    const rules = rulesIn(join(root, prefix));
    const made = {
      isIgnored:
        above !== undefined && (above.isIgnored || isOut(above.scopes, path, path.slice(slash), true)),
      scopes: [...(above?.scopes ?? []), ...(rules === null ? [] : [{ prefix, rules }])],
    };
    folders.set(prefix, made);
    return made;
  };
  return (rel) => {
    const slash = rel.lastIndexOf("/") + 1;
    const folder = folderOf(rel.slice(0, slash));
    return folder.isIgnored || isOut(folder.scopes, rel, rel.slice(slash), false);
  };
}

/**
 * Walks a folder breadth first, names sorted, following no link and entering no ignored folder (it is yielded, marked).
 * Inside an ignored start folder nothing is ignored: it was asked for by name.
 * @param rel the start, relative to the root, "." for the root itself
 * @param isIgnoredEntered true to enter ignored folders too, all but `.git`; what is in them is marked like them
 * @param onUnread hears of each folder that may not be read; it counts as empty
 */
export function* walk(
  root: string,
  rel: string,
  maxDepth: number,
  isIgnoredEntered = false,
  onUnread: (folder: string) => void = () => undefined,
): Generator<Entry, void, undefined> {
  const isStartIgnored = isIgnoredPath(root, rel, true);
  const start = rel === "." ? "" : `${rel}/`;
  let level: { prefix: string; scopes: readonly Scope[]; isIgnored: boolean }[] = [
    { prefix: start, scopes: scopesAbove(root, start), isIgnored: false },
  ];
  for (let depth = 1; depth <= maxDepth && level.length > 0; depth += 1) {
    const next: typeof level = [];
    for (const { prefix, scopes: outer, isIgnored: isInIgnored } of level) {
      const folder = join(root, prefix);
      const rules = isStartIgnored || isInIgnored ? null : rulesIn(folder);
      const scopes = rules === null ? outer : [...outer, { prefix, rules }];
      for (const entry of entriesOf(folder, () => onUnread(prefix === "" ? "." : prefix))) {
        const type = typeOf(entry);
        const path = prefix + entry.name;
        const isFolder = type === "folder";
        const isIgnored =
          isInIgnored ||
          (!isStartIgnored && (alwaysIgnored.has(entry.name) || isIgnoredBy(scopes, path, isFolder)));
        yield { path, depth, type, isIgnored };
        const isEntered = !isIgnored || (isIgnoredEntered && entry.name !== ".git");
        if (isFolder && isEntered) next.push({ prefix: `${path}/`, scopes, isIgnored });
      }
    }
    level = next;
  }
}

/** Stands in the way of a command and is nothing of the workspace's. Only such names are looked at: it costs a call. */
function isOurs(folder: string, entry: Dirent): boolean {
  const isCandidate = entry.isDirectory() && (entry.name.startsWith(".") || entry.name === "hooks");
  return isCandidate && isPlaceholder(join(folder, entry.name));
}

function entriesOf(folder: string, onUnread: () => void): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => !isOurs(folder, entry))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    // Gone since it was listed; its own entry still shows.
    if (["EACCES", "EPERM"].includes(errnoOf(error))) onUnread();
    return [];
  }
}

const namedUnread = 3;

/** "; 2 folders could not be read (a/, b/)", or nothing. */
export function unreadNote(folders: readonly string[]): string {
  if (folders.length === 0) return "";
  const names = folders.slice(0, namedUnread).map(displayName).join(", ");
  const more = folders.length > namedUnread ? ", …" : "";
  return `; ${formatPlural(folders.length, "folder")} could not be read (${names}${more})`;
}

/** @throws Refusal `denied` when what may not be read is the very folder that was asked for */
export function refuseUnreadable(place: Place, unread: readonly string[]): void {
  if (!unread.includes(place.rel === "." ? "." : `${place.rel}/`)) return;
  throw new Refusal(
    "denied",
    `${place.shown} may not be read: the system does not allow it (EACCES).`,
    "Check its owner and mode, or look at another folder.",
  );
}
