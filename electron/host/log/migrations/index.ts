import { LogError } from "../errors.ts";
import type { WriteDb } from "../handles.ts";
import { events } from "./0001events.ts";
import { blobs } from "./0002blobs.ts";
import { config } from "./0003config.ts";

/** All steps in order; the database's `user_version` is how many of them it has had. Steps are only ever added. */
export const migrations: readonly string[] = [events, blobs, config];

/**
 * Brings a database up to `to` steps, each in a transaction of its own with its version, so that a crash leaves a whole step.
 * Throws LogError `conflict` for a database of a newer program: its rows may mean what this one does not know.
 */
export const migrate = (db: WriteDb, to: number = migrations.length): void => {
  const from = db.pragma("user_version", { simple: true }) as number;
  if (from > migrations.length)
    throw new LogError(
      "conflict",
      `The history was written by a newer version of Loopwright (format ${from}, this one knows ${migrations.length}). Install the newer version again, or choose another data folder.`,
    );
  migrations.slice(from, to).forEach((step, at) => {
    db.transaction(() => {
      db.exec(step);
      db.pragma(`user_version = ${from + at + 1}`);
    }).immediate();
  });
};
