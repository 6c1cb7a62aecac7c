import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { writeLicences } from "./packaging/licences.mjs";
import { pinnedVersion, root } from "./ready/paths.mjs";
import { runMain, say, SetupFailure } from "./ready/report.mjs";

/** The folder that ships beside the app's archive: plain Node cannot read an archive (runtime.md). */
export const runtimeDir = path.join(root, ".vite/runtime");

const packages = path.join(root, "node_modules");
const platform = process.platform;
const target = `${platform}-${process.arch}`;

/**
 * Gathers what the host and the servers need at run time: Node itself, their bundles, the native parts for this system
 * alone, the sample workspace, the licences. Needs the bundles of `npm run build`.
 */
export function gather() {
  rmSync(runtimeDir, { recursive: true, force: true });
  mkdirSync(runtimeDir, { recursive: true });
  copy(".vite/host", ".");
  copy("build/resources/sample", "sample");
  gatherNode();
  gatherSqlite();
  gatherRipgrep();
  gatherGrammars();
  const { version } = readJson(path.join(root, "package.json"));
  writeJson("package.json", { name: "loopwright-runtime", version, private: true, type: "module" });
  gatherServerManifest();
  writeLicences(path.join(runtimeDir, "THIRD-PARTY-LICENCES.txt"));
}

function gatherNode() {
  const name = platform === "win32" ? "node.exe" : "node";
  const folder = path.dirname(
    createRequire(path.join(packages, "node/package.json")).resolve(`node-${nodeTarget()}/package.json`),
  );
  const binary = [path.join(folder, "bin", name), path.join(folder, name)].find((file) => existsSync(file));
  if (binary === undefined) throw missing(`Node ${pinnedVersion("node")} for ${target}`);
  cpSync(binary, path.join(runtimeDir, name));
  chmodSync(path.join(runtimeDir, name), 0o755);
  cpSync(path.join(folder, "LICENSE"), path.join(runtimeDir, "LICENSE.node"));
}

/** How the `node` package names its parts. */
function nodeTarget() {
  return `${platform === "win32" ? "win" : platform}-${process.arch}`;
}

function gatherSqlite() {
  const from = "node_modules/better-sqlite3";
  const binary = `${from}/prebuilds/${target}.node`;
  if (!existsSync(path.join(root, binary))) throw missing(`better-sqlite3's binary for ${target}`);
  for (const file of ["package.json", "LICENSE", "lib"]) copy(`${from}/${file}`, `${from}/${file}`);
  copy(binary, binary);
}

function gatherRipgrep() {
  const from = "node_modules/@vscode/ripgrep";
  for (const file of ["package.json", "LICENSE", "lib"]) copy(`${from}/${file}`, `${from}/${file}`);
  if (!existsSync(path.join(root, `${from}-${target}`))) throw missing(`ripgrep's binary for ${target}`);
  copy(`${from}-${target}`, `${from}-${target}`);
}

/** Of all grammars only those that commands are read with. */
function gatherGrammars() {
  const from = "node_modules/@vscode/tree-sitter-wasm";
  const files = [
    "package.json",
    "LICENSE",
    "wasm/tree-sitter.js",
    "wasm/tree-sitter.wasm",
    "wasm/tree-sitter-bash.wasm",
  ];
  for (const file of files) copy(`${from}/${file}`, `${from}/${file}`);
}

/** The server's own manifest, pointing at its bundle. */
function gatherServerManifest() {
  const manifest = readJson(path.join(root, "electron/servers/workspace/package.json"));
  writeJson("servers/workspace/package.json", {
    ...manifest,
    main: "main.mjs",
    bin: { "loopwright-workspace": "main.mjs" },
  });
}

/**
 * @param {string} from relative to the repository
 * @param {string} to relative to the runtime folder
 */
function copy(from, to) {
  cpSync(path.join(root, from), path.join(runtimeDir, to), { recursive: true, dereference: true });
}

/** @param {string} what */
function missing(what) {
  return new SetupFailure(
    "The package cannot be put together.",
    `${what} is not installed`,
    "npm ci --ignore-scripts && npm rebuild node",
  );
}

/** @param {string} file */
function readJson(file) {
  return JSON.parse(readFileSync(file, "utf8"));
}

/**
 * @param {string} name
 * @param {unknown} value
 */
function writeJson(name, value) {
  writeFileSync(path.join(runtimeDir, name), `${JSON.stringify(value, null, 2)}\n`);
}

if (process.argv[1] === import.meta.filename) {
  await runMain(async () => {
    gather();
    say(`Gathered what ships beside the app in ${runtimeDir}.`);
    return 0;
  });
}
