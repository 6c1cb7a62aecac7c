import { existsSync } from "node:fs";
import path from "node:path";

/** Where the files lie that ship with the app and that the host starts or copies. */
export interface Resources {
  /** The Node that runs the host: the shipped one. Bundled servers run on it too. */
  readonly nodePath: string;
  readonly workspaceServer: string;
  readonly sample: string;
}

/**
 * Finds the resources: in a package they lie bundled in one folder (`--resources`), in the repository the sources run as they are.
 * Throws with the missing path when something is not there.
 */
export const findResources = (folder: string | undefined): Resources => {
  const root = folder ?? path.resolve(import.meta.dirname, "../..");
  const firstOf = (...candidates: string[]): string => {
    const found = candidates.map((item) => path.join(root, item)).find((item) => existsSync(item));
    if (found === undefined)
      throw new Error(`part of the installation is missing: ${path.join(root, candidates[0] ?? "")}`);
    return found;
  };
  return {
    nodePath: process.execPath,
    workspaceServer: firstOf("servers/workspace/main.mjs", "electron/servers/workspace/main.ts"),
    sample: firstOf("sample", "build/resources/sample"),
  };
};
