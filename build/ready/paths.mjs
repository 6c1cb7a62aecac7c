import { readFileSync } from "node:fs";
import path from "node:path";

const here = import.meta.dirname;
if (typeof here !== "string") {
  process.stderr.write(
    `[loopwright] This Node is too old.\n  Why:  it is ${process.version}; the set-up needs 20.11 or newer\n` +
      "  Next: Install a current Node with npm from https://nodejs.org and run the same command again.\n",
  );
  process.exit(1);
}

/** The repository's folder. */
export const root = path.resolve(here, "../..");

/** What may be deleted at any time: runtimes, stamps, type information. */
export const cacheDir = path.join(root, ".cache");

/**
 * The exact version `package.json` pins for a dependency.
 * @param {string} name
 * @returns {string}
 */
export function pinnedVersion(name) {
  const manifest = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
  const version = manifest.devDependencies?.[name] ?? manifest.dependencies?.[name];
  if (typeof version !== "string") throw new Error(`package.json pins no version of ${name}`);
  return version;
}

/** Node 24 as the `node` package brings it: what every tool, the host and the servers run on. */
export function installedNode() {
  return path.join(root, "node_modules/node/bin", process.platform === "win32" ? "node.exe" : "node");
}

/**
 * The environment for the tools of this project: `node_modules/.bin` first on PATH, so that `node` is Node 24.
 * @returns {NodeJS.ProcessEnv}
 */
export function toolEnv() {
  const name = Object.keys(process.env).find((key) => key.toLowerCase() === "path") ?? "PATH";
  const bin = path.join(root, "node_modules", ".bin");
  const rest = (process.env[name] ?? "").split(path.delimiter).filter((entry) => entry !== bin);
  return { ...process.env, [name]: [bin, ...rest].join(path.delimiter) };
}
