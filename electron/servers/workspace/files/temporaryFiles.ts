import { createHash, randomUUID } from "node:crypto";
import { lstatSync, readdirSync, unlinkSync, type Stats } from "node:fs";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { isAlive } from "../isAlive.ts";
import type { Root } from "../paths/index.ts";
import type { ParentFolder } from "./parentFolder.ts";

const ending = "loopwright-tmp";
/** A write takes seconds at most: a file this old belongs to none. */
const staleMs = 10 * 60_000;
const sweptAgainMs = 10 * 60_000;
/** A folder with more entries is not looked through: that would cost more than a forgotten file. */
const looksThrough = 20_000;

/** Marks this machine (a container counts as one), so that a process id means something. */
const machine = createHash("sha256").update(hostname()).digest("hex").slice(0, 8);
const pattern = new RegExp(`^\\.([0-9a-f]{8})-(\\d{1,10})-[0-9a-f]{12}\\.${ending}$`);

/** A fresh name for the temporary file of one write; it tells who made it. */
export function temporaryName(): string {
  return `.${machine}-${process.pid}-${randomUUID().slice(-12)}.${ending}`;
}

/** Whether `name` is a temporary file whose writer cannot be at work any more. */
function isStale(name: string, path: string): boolean {
  const [, where, pid] = pattern.exec(name) ?? [];
  if (where === undefined || pid === undefined || Number(pid) === process.pid) return false;
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined || !stat.isFile() || stat.nlink > 2) return false;
  if (where === machine && !isAlive(Number(pid))) return true;
  return Date.now() - stat.mtimeMs > staleMs;
}

const swept = new WeakMap<Root, Map<string, number>>();

function isDue(root: Root, folder: string): boolean {
  const times = swept.get(root) ?? new Map<string, number>();
  swept.set(root, times);
  const last = times.get(folder) ?? 0;
  if (Date.now() - last < sweptAgainMs) return false;
  times.set(folder, Date.now());
  return true;
}

/**
 * Removes what a writer that was killed left in a folder: at the first write there, then every ten minutes. Only files
 * with our own kind of name, whose process is gone or which are ten minutes old. Never throws: a leftover harms nobody.
 */
export function sweepTemporaries(root: Root, parent: ParentFolder, folder: string): void {
  if (!isDue(root, folder)) return;
  try {
    const names = readdirSync(parent.child("."));
    if (names.length > looksThrough) return;
    for (const name of names) {
      if (name.endsWith(`.${ending}`) && isStale(name, parent.child(name))) unlinkSync(parent.child(name));
    }
  } catch {
    // Not readable, or somebody else removed it: the write itself says what matters.
  }
}

/**
 * How many names a file has beside leftovers: a writer that was killed between giving a new file its name and dropping
 * the temporary one leaves two. The leftover is removed. Never throws.
 */
export function linksBesideLeftovers(real: string, stat: Stats): number {
  const folder = dirname(real);
  let links = stat.nlink;
  try {
    for (const name of readdirSync(folder)) {
      const path = join(folder, name);
      if (!name.endsWith(`.${ending}`) || !isStale(name, path) || lstatSync(path).ino !== stat.ino) continue;
      unlinkSync(path);
      links -= 1;
    }
  } catch {
    // Then the count stands as the system says it.
  }
  return links;
}
