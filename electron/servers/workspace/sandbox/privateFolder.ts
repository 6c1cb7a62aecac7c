import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isAlive } from "../isAlive.ts";

const prefix = "loopwright-sandbox-";

/** Folders that only one scope's commands write to; they end with the scope. */
export interface PrivateFolder {
  readonly path: string;
  /** What commands see as `/tmp`. */
  readonly temp: string;
  /** What commands see in place of the home folder: caches they fill stay until the scope ends. */
  readonly home: string;
  /** Stands where nothing may come to be. */
  readonly empty: string;
  /** Deletes it all. Never throws. */
  remove(): void;
}

function removeQuietly(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true, maxRetries: 2 });
  } catch {
    // Something still holds it, or it is another user's; the system clears its folder for temporary files by itself.
  }
}

/** Deletes what servers that were killed left behind. */
function removeStale(base: string): void {
  for (const name of readdirSync(base)) {
    const pid = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) removeQuietly(join(base, name));
  }
}

/** Makes it in the system's folder for temporary files, for its owner alone. */
export function makePrivateFolder(): PrivateFolder {
  const base = realpathSync(tmpdir());
  removeStale(base);
  const path = mkdtempSync(join(base, `${prefix}${process.pid}-`));
  const [temp, home, empty] = [join(path, "tmp"), join(path, "home"), join(path, "empty")];
  mkdirSync(temp, { mode: 0o700 });
  mkdirSync(home, { mode: 0o700 });
  mkdirSync(empty, { mode: 0o555 });
  return { path, temp, home, empty, remove: () => removeQuietly(path) };
}
