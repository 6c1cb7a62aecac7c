import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

/** What the host of a run did towards the outside, as its watcher noted it (watchNetwork.ts). */
export interface Noted {
  readonly at: number;
  readonly kind: "connect" | "spawn";
  readonly host?: string;
  readonly port?: number;
  readonly argv?: readonly string[];
}

/** The environment that loads the watcher into a host. */
export const watchedEnv = (file: string): NodeJS.ProcessEnv => ({
  NODE_OPTIONS: `--import=${path.join(import.meta.dirname, "watchNetwork.ts")}`,
  LOOPWRIGHT_CASE_WATCH: file,
});

/** Everything noted since a moment, in milliseconds since the epoch. */
export const notedIn = (file: string, since = 0): Noted[] =>
  existsSync(file)
    ? readFileSync(file, "utf8")
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line) as Noted)
        .filter(({ at }) => at >= since)
    : [];
