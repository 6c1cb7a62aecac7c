import { mkdirSync, rmdirSync } from "node:fs";

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
    try {
      if (count === 0) mkdirSync(path);
    } catch {
      // It came to be meanwhile, or the folder is read-only and nothing can come to be in it.
      return false;
    }
    holders.set(path, count + 1);
    return true;
  };
  const remove = (path: string): void => {
    holders.delete(path);
    try {
      rmdirSync(path);
    } catch {
      // Somebody outside put something into it, or took it away: it is theirs now.
    }
  };
  return {
    isHeld: (path) => holders.has(path),
    hold: (paths) => paths.filter(holdOne),
    release: (held) => {
      for (const path of held) {
        const count = (holders.get(path) ?? 1) - 1;
        if (count > 0) holders.set(path, count);
        else remove(path);
      }
    },
    releaseAll: () => {
      for (const path of [...holders.keys()]) remove(path);
    },
  };
}
