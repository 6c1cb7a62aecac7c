import { asLogError } from "./errors.ts";
import type { ReadDb } from "./handles.ts";
import type { ConfigStore } from "./types.ts";

/** The settings table as a store. Throws LogError only; on a read-only folder `set` and `remove` throw `readOnly`. */
export const configStore = (db: ReadDb, now: () => number): ConfigStore => {
  const select = db.prepare<[string], string>("SELECT value FROM config WHERE name = ?").pluck();
  const list = db.prepare<[string, string], { name: string; value: string }>(
    "SELECT name, value FROM config WHERE substr(name, 1, length(?)) = ? ORDER BY name",
  );
  const guarded = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw asLogError(error);
    }
  };
  return {
    get: (name) =>
      guarded(() => {
        const value = select.get(name);
        return value === undefined ? undefined : (JSON.parse(value) as unknown);
      }),
    set: (name, value) =>
      guarded(() => {
        db.prepare(
          "INSERT INTO config (name, value, changedAt) VALUES (?, ?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value, changedAt = excluded.changedAt",
        ).run(name, JSON.stringify(value), now());
      }),
    remove: (name) =>
      guarded(() => {
        db.prepare("DELETE FROM config WHERE name = ?").run(name);
      }),
    entries: (prefix) =>
      guarded(() =>
        list.all(prefix, prefix).map(({ name, value }) => [name, JSON.parse(value) as unknown] as const),
      ),
  };
};
