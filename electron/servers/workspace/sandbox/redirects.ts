import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";

/**
 * A repository with a file `commondir` takes its settings, and with them programs to run, from where that leads. Git's own
 * work trees have one; the store of a main work tree never does. No placeholder can stand for it (git would stop working),
 * so one that a command made is taken away when the command ends.
 * @param stores `.git` folders of the workspace, as they are before the command
 * @returns takes away those that have come to be since. Never throws.
 */
export function watchRedirects(stores: readonly string[]): () => void {
  const absent = stores.map((store) => join(store, "commondir")).filter((path) => !existsSync(path));
  return () => {
    for (const path of absent) {
      try {
        rmSync(path, { recursive: true, force: true });
      } catch {
        // The folder has become read-only meanwhile; git itself says what it makes of the file.
      }
    }
  };
}
