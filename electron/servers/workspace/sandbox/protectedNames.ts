import { lstatSync, readdirSync, type Dirent } from "node:fs";
import { join } from "node:path";

/**
 * Names that other programs obey, so that no command may change or make them (security.md 4.4, 4.5). Other protected files
 * (`AGENTS.md`, `.env`, what a CI reads) stay writable to commands: git has to check them out; tools still ask for them.
 */
const alwaysGuarded = [".vscode", ".idea", ".cursor", ".claude", ".loopwright", ".mcp.json"];
/** Guarded where they are; a folder without them may get them. */
const guardedIfThere = [
  ".husky",
  ".devcontainer",
  ".envrc",
  ...[".bashrc", ".bash_profile", ".bash_login", ".bash_logout", ".profile", ".inputrc"],
  ...[".zshrc", ".zshenv", ".zprofile", ".zlogin", ".zlogout", ".gitconfig", ".ripgreprc"],
];
/** All of them, at the top of a workspace. */
export const guardedNames: readonly string[] = [...alwaysGuarded, ...guardedIfThere];
const guarded = new Set(guardedNames);

/** What must not come to be at the top of a workspace. */
export const neverMade = (root: string): string[] => [
  ...[...alwaysGuarded, ".git"].map((name) => join(root, name)),
  join(root, ".git", "hooks"),
];

const mostFolders = 400;
const mostDepth = 3;
const notLookedInto = new Set(["node_modules", ".git", "target", "dist", "build", ".venv", "venv", "vendor"]);

/** What of a workspace a command may not change. */
export interface Guarded {
  /** To be shown read-only. */
  readonly readOnly: readonly string[];
  /** To be kept in their place: a folder that could be renamed would take its guarded content with it. */
  readonly pinned: readonly string[];
  /** Do not exist and must not come to be. */
  readonly absent: readonly string[];
}

type Kind = "file" | "folder" | "link" | "none";

function kindOf(path: string): Kind {
  try {
    const stat = lstatSync(path);
    return stat.isSymbolicLink() ? "link" : stat.isDirectory() ? "folder" : "file";
  } catch {
    return "none";
  }
}

const entriesOf = (path: string): Dirent[] => {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch {
    // Not ours to read, or gone: nothing in it can be guarded by name.
    return [];
  }
};

/** From where git takes orders in the repository `store` and in those of its submodules. */
function gitOrders(store: string): { readonly there: string[]; readonly absent: string[] } {
  const there = [join(store, "config")].filter((path) => kindOf(path) === "file");
  const hooks = join(store, "hooks");
  const kind = kindOf(hooks);
  if (kind === "folder") there.push(hooks);
  for (const { name } of entriesOf(join(store, "modules")).filter((entry) => entry.isDirectory())) {
    there.push(...gitOrders(join(store, "modules", name)).there);
  }
  return { there, absent: kind === "none" ? [hooks] : [] };
}

/** Guarded names below the root: as deep and as many as a glance may cost. */
function nested(
  root: string,
  isHeld: (path: string) => boolean,
): { readonly readOnly: string[]; readonly stores: string[] } {
  const readOnly: string[] = [];
  const stores: string[] = [];
  let level = [root];
  let left = mostFolders;
  for (let depth = 0; depth < mostDepth && level.length > 0; depth += 1) {
    const next: string[] = [];
    for (const folder of level) {
      if ((left -= 1) < 0) return { readOnly, stores };
      for (const entry of entriesOf(folder)) {
        const path = join(folder, entry.name);
        if (entry.isSymbolicLink() || isHeld(path)) continue;
        if (guarded.has(entry.name)) readOnly.push(path);
        else if (entry.name === ".git" && entry.isDirectory()) stores.push(path);
        else if (entry.name === ".git") readOnly.push(path);
        else if (entry.isDirectory() && !notLookedInto.has(entry.name)) next.push(path);
      }
    }
    level = next;
  }
  return { readOnly, stores };
}

/**
 * Looks at what there is now. Names that are links cannot be guarded: what they lead to outside is read-only anyway.
 * @param isHeld whether a path is one of our own placeholders, that is, absent
 */
export function findGuarded(root: string, isHeld: (path: string) => boolean): Guarded {
  const { readOnly, stores } = nested(root, isHeld);
  const absent = [...alwaysGuarded, ".git"]
    .map((name) => join(root, name))
    .filter((path) => isHeld(path) || kindOf(path) === "none");
  for (const store of stores) {
    const orders = gitOrders(store);
    readOnly.push(...orders.there.filter((path) => !isHeld(path)));
    absent.push(...orders.absent, ...orders.there.filter(isHeld));
  }
  return { readOnly, pinned: stores, absent };
}
