import { Refusal } from "../../outcome/index.ts";
import type { Database } from "./database.ts";
import type { Instances } from "./instances.ts";

const keptMs = 24 * 60 * 60 * 1_000;

/** Which instance has which work in the background: it lives in the process that started it, and only there. */
export interface BackgroundHomes {
  /** Notes that this instance has it. */
  note(id: string): void;
  /** A refusal that names the instance which has or had it, when that is another; else null. */
  elsewhere(id: string): Refusal | null;
}

/** @param scope key of the project and identity whose work it is */
export function createBackgroundHomes(
  database: Database,
  instances: Instances,
  scope: string,
): BackgroundHomes {
  return {
    note: (id) => {
      const now = Date.now();
      database.prepare("DELETE FROM background WHERE at < ?").run(now - keptMs);
      database
        .prepare("INSERT OR REPLACE INTO background VALUES (?, ?, ?, ?)")
        .run(scope, id, instances.id, now);
    },
    elsewhere: (id) => {
      const row = database
        .prepare("SELECT instance FROM background WHERE scope = ? AND id = ?")
        .get(scope, id);
      if (row === undefined || row["instance"] === instances.id) return null;
      const home = String(row["instance"]);
      const name = JSON.stringify(id);
      if (instances.isAlive(home)) {
        return new Refusal(
          "notFound",
          `${name} runs on instance ${home} of the team server; this call reached ${instances.id}.`,
          `Ask again until it reaches ${home}, or send this client's calls to that instance.`,
        );
      }
      return new Refusal(
        "notFound",
        `${name} ran on instance ${home} of the team server, which has ended; the command ended with it.`,
        "Start it again if its result is still needed.",
      );
    },
  };
}
