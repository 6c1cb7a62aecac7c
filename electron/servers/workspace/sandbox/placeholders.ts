import { mkdirSync, rmdirSync } from "node:fs";
import { isPlaceholder, markPlaceholder } from "../paths/index.ts";
import { heldBySandboxes } from "./endAll.ts";

/** Makes it, or takes over the one that another server has put there; false where neither is possible. */
function stand(path: string): boolean {
  try {
    mkdirSync(path);
    markPlaceholder(path);
    return true;
  } catch {
    // It came to be meanwhile, or the folder is read-only and nothing can come to be in it.
    return isPlaceholder(path);
  }
}

function removeUnused(paths: readonly string[]): void {
  if (paths.length === 0) return;
  const isUsed = heldBySandboxes();
  for (const path of paths) {
    if (isUsed(path)) continue;
    try {
      rmdirSync(path);
    } catch {
      // Somebody outside put something into it, or took it away: it is theirs now.
    }
  }
}

/**
 * Removes those of `paths` that a server left behind when it was killed. One that a sandbox still stands on stays.
 * Never throws.
 */
export function sweepPlaceholders(paths: readonly string[]): void {
  removeUnused(paths.filter((path) => isPlaceholder(path)));
}

/** Keeps empty folders in the place of what must not come to be, as long as a command runs. */
export interface Placeholders {
  isHeld(path: string): boolean;
  /**
   * Makes those of `paths` that are not there. A sandbox can only mount over what exists.
   * @returns those that are in place now
   */
  hold(paths: readonly string[]): readonly string[];
  /** Ends one `hold`; the last one of a path removes it. Never throws. */
  release(held: readonly string[]): void;
  /** Removes them all. Never throws. */
  releaseAll(): void;
}

/** Empty folders, because git does not see them. */
export function createPlaceholders(): Placeholders {
  const holders = new Map<string, number>();
  const holdOne = (path: string): boolean => {
    const count = holders.get(path) ?? 0;
    if (count === 0 && !stand(path)) return false;
    left.delete(path);
    holders.set(path, count + 1);
    return true;
  };
  /** Without a holder here, but another server's sandbox stood on them. */
  const left = new Set<string>();
  const remove = (paths: readonly string[]): void => {
    for (const path of paths) {
      holders.delete(path);
      left.add(path);
    }
    removeUnused([...left]);
    for (const path of left) if (!isPlaceholder(path)) left.delete(path);
  };
  return {
    isHeld: (path) => holders.has(path) || isPlaceholder(path),
    hold: (paths) => paths.filter(holdOne),
    release: (held) => {
      for (const path of held) holders.set(path, (holders.get(path) ?? 1) - 1);
      remove(held.filter((path) => (holders.get(path) ?? 0) <= 0));
    },
    releaseAll: () => remove([...holders.keys()]),
  };
}
