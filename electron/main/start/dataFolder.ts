import { accessSync, constants, mkdirSync } from "node:fs";
import path from "node:path";
import { app } from "electron";

/** Where everything of this person's is kept, and why that cannot be, where it cannot. */
export interface DataFolder {
  readonly folder: string;
  readonly problem: string | undefined;
}

/**
 * Settles on the data folder: `--user-data-dir`, or the system's place for it. Must run before the single-instance lock,
 * which is one per folder. Never throws.
 */
export function useDataFolder(): DataFolder {
  const asked = app.commandLine.getSwitchValue("user-data-dir");
  const folder = asked === "" ? app.getPath("userData") : path.resolve(asked);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK | constants.X_OK);
    if (asked !== "") app.setPath("userData", folder);
    return { folder, problem: undefined };
  } catch (error) {
    return {
      folder,
      problem: error instanceof Error && "code" in error ? String(error.code) : String(error),
    };
  }
}
