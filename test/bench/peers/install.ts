import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { findNpmCli } from "../../../build/ready/npm.mjs";
import { run } from "../../../build/ready/run.mjs";

const folder = path.resolve(import.meta.dirname, "../../../.cache/bench-peers");
const lockFile = "package-lock.json";
const installMs = 300_000;

/** Imports a module of one of the peers by its name. */
export type Load = (name: string) => Promise<Record<string, unknown>>;

const isThere = (): boolean => {
  const installed = path.join(folder, "installed");
  const wanted = readFileSync(path.join(import.meta.dirname, lockFile), "utf8");
  return existsSync(installed) && readFileSync(installed, "utf8") === wanted;
};

/**
 * Other MCP clients, installed outside the project's own packages when a bench asks for them, as their lock file says.
 * Rejects with npm's words where they cannot be had.
 */
export const loadPeers = async (): Promise<Load> => {
  if (!isThere()) {
    mkdirSync(folder, { recursive: true });
    for (const name of ["package.json", lockFile])
      copyFileSync(path.join(import.meta.dirname, name), path.join(folder, name));
    // The import has to stand in that folder: a module is looked for from where it is asked for.
    writeFileSync(path.join(folder, "load.mjs"), "export const load = (name) => import(name);\n");
    const args = [findNpmCli(), "ci", "--ignore-scripts", "--no-audit", "--no-fund"];
    const { code, output } = await run(process.execPath, args, { cwd: folder, timeoutMs: installMs });
    if (code !== 0)
      throw new Error(
        `The other MCP clients could not be installed, so there is nothing to measure against:\n${output}`,
      );
    copyFileSync(path.join(folder, lockFile), path.join(folder, "installed"));
  }
  const { load } = (await import(pathToFileURL(path.join(folder, "load.mjs")).href)) as { load: Load };
  return load;
};
