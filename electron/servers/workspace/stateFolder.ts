import { createHash } from "node:crypto";
import { homedir } from "node:os";
import path from "node:path";

function stateHome(environment: NodeJS.ProcessEnv): string {
  const home = homedir();
  switch (process.platform) {
    case "win32":
      return environment["LOCALAPPDATA"] ?? path.join(home, "AppData", "Local");
    case "darwin":
      return path.join(home, "Library", "Application Support");
    default: {
      // The specification of base directories says that a relative path is to be ignored.
      const given = environment["XDG_STATE_HOME"] ?? "";
      return path.isAbsolute(given) ? given : path.join(home, ".local", "state");
    }
  }
}

/**
 * Where a server that was given no `--state` keeps what must outlive it (deleted files that can be restored, earlier
 * contents): one folder for each workspace, in the user's own place for such data. It is not created here.
 * @param realRoot real path of the workspace root
 */
export function defaultStateFolder(realRoot: string, environment: NodeJS.ProcessEnv = process.env): string {
  const name = createHash("sha256").update(realRoot).digest("hex").slice(0, 20);
  return path.join(stateHome(environment), "loopwright-workspace", name);
}
