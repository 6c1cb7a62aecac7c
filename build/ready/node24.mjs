import { copyFileSync, existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { explainNpm, findNpmCli } from "./npm.mjs";
import { cacheDir, installedNode, pinnedVersion } from "./paths.mjs";
import { say, SetupFailure } from "./report.mjs";
import { run } from "./run.mjs";

/**
 * Whether a file is a Node of the pinned version that runs here.
 * @param {string} file
 */
async function isPinnedNode(file) {
  if (!existsSync(file)) return false;
  const { code, stdout } = await run(file, ["--version"], { timeoutMs: 20_000 });
  return code === 0 && stdout.trim() === `v${pinnedVersion("node")}`;
}

/**
 * The Node that the project's packages bring.
 * @returns {Promise<string>} its path
 * @throws {SetupFailure} where the packages are not installed
 */
export async function requireNode24() {
  const file = installedNode();
  if (await isPinnedNode(file)) return file;
  throw new SetupFailure(
    `Node ${pinnedVersion("node")}, which the project brings, does not run.`,
    `${file} is missing or broken`,
    "Run: npm test   (it installs again what is missing). If it stays, delete node_modules first.",
  );
}

/**
 * A Node 24 to run npm itself on: npm on an older Node leaves out, in silence, optional packages that want a newer
 * one. It lies outside node_modules where that folder is about to be replaced and the system locks running programs.
 * @returns {Promise<string>} its path
 */
export async function borrowNode24() {
  const version = pinnedVersion("node");
  const name = process.platform === "win32" ? "node.exe" : "node";
  const kept = path.join(cacheDir, `node-${version}-${process.platform}-${process.arch}`, name);
  if (await isPinnedNode(kept)) return kept;
  const installed = installedNode();
  const isInstalled = await isPinnedNode(installed);
  const source = isInstalled ? installed : await fetchNode24(version);
  mkdirSync(path.dirname(kept), { recursive: true });
  copyFileSync(source, kept);
  return kept;
}

/**
 * @param {string} version
 * @returns {Promise<string>} where npm put it
 */
async function fetchNode24(version) {
  if (process.version === `v${version}`) return process.execPath;
  say(`Fetching Node ${version} …`);
  const cli = findNpmCli();
  const args = [
    "exec",
    "--yes",
    "--ignore-scripts=false",
    `--package=node@${version}`,
    "--",
    "node",
    "-p",
    "process.execPath",
  ];
  const done = await run(process.execPath, [cli, ...args], { timeoutMs: 300_000 });
  const file = done.stdout.trim().split("\n").at(-1) ?? "";
  if (done.code === 0 && (await isPinnedNode(file))) return file;
  const { what, why, next } = explainNpm(
    `Node ${version} could not be fetched from the npm registry.`,
    done.output,
  );
  throw new SetupFailure(what, why, next);
}
