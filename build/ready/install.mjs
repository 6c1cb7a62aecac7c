import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { borrowNode24 } from "./node24.mjs";
import { explainNpm, findNpmCli } from "./npm.mjs";
import { installedNode, pinnedVersion, root } from "./paths.mjs";
import { runMain, say, SetupFailure } from "./report.mjs";
import { run } from "./run.mjs";

const installTimeoutMs = 900_000;
const neededBytes = 2_000_000_000;

/**
 * Installs the project's packages exactly as `package-lock.json` names them, when the lock changed since the last
 * time. Scripts of packages do not run, but for the one that puts Node 24 in place. Writes to stderr only.
 * @returns {Promise<boolean>} whether it installed
 * @throws {SetupFailure} where the packages cannot be had
 */
export async function ensureInstalled() {
  const dir = root;
  const stampFile = path.join(dir, "node_modules/.stamp");
  const wanted = stampFor(dir);
  const hasNode = existsSync(installedNode());
  if (hasNode && existsSync(stampFile) && readFileSync(stampFile, "utf8") === wanted) return false;
  if (hasNode && isInstalledAsLocked(dir)) {
    writeFileSync(stampFile, wanted); // somebody ran npm install by hand: nothing is missing
    return false;
  }
  checkDisk(dir);
  say("Installing the project's packages (about half a minute) …");
  const node = await borrowNode24();
  const cli = findNpmCli();
  rmSync(stampFile, { force: true });
  await npm(
    node,
    [cli, ...installCommand(), "--ignore-scripts"],
    dir,
    "The project's packages could not be installed.",
  );
  await npm(
    node,
    [cli, "rebuild", "node", "--ignore-scripts=false"],
    dir,
    "Node 24 could not be put in place.",
  );
  mkdirSync(path.dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, wanted);
  return true;
}

/** A running program cannot be replaced on Windows: there only what differs is touched. */
function installCommand() {
  const isOwnNode = process.execPath.startsWith(path.join(root, "node_modules") + path.sep);
  return process.platform === "win32" && isOwnNode ? ["install", "--no-save"] : ["ci"];
}

/**
 * @param {string} node
 * @param {string[]} args
 * @param {string} dir
 * @param {string} what the sentence for a failure
 */
async function npm(node, args, dir, what) {
  const quiet = ["--no-audit", "--no-fund", "--loglevel=error"];
  const patience = ["--fetch-retries=2", "--fetch-retry-mintimeout=2000", "--fetch-retry-maxtimeout=15000"];
  const done = await run(node, [...args, ...quiet, ...patience], { cwd: dir, timeoutMs: installTimeoutMs });
  if (done.code === 0) return;
  const explained = explainNpm(what, done.output);
  const why = done.isTimedOut ? `npm did not end within ${installTimeoutMs / 60_000} minutes` : explained.why;
  throw new SetupFailure(explained.what, why, explained.next);
}

/**
 * What an installed `node_modules` belongs to: the lock, the system, and the Node it is for.
 * @param {string} dir
 */
function stampFor(dir) {
  const lock = path.join(dir, "package-lock.json");
  if (!existsSync(lock)) {
    throw new SetupFailure(
      "The project's packages cannot be installed.",
      `there is no package-lock.json in ${dir}`,
      "Get the whole repository again (git checkout -- package-lock.json).",
    );
  }
  const hash = createHash("sha256").update(readFileSync(lock)).digest("hex");
  return `${hash} ${process.platform}-${process.arch} node ${pinnedVersion("node")}\n`;
}

/**
 * An entry of a lock, as far as it is read here.
 * @typedef {object} Locked
 * @property {string} [version]
 * @property {boolean} [link]
 * @property {boolean} [optional]
 * @property {string[]} [os]
 * @property {string[]} [cpu]
 * @property {string[]} [libc]
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [optionalDependencies]
 */

/**
 * Whether every package that the lock names for this system lies in node_modules in that version, by npm's own list.
 * An optional package may be missing only where no present one asks for it: npm on an old Node leaves some out.
 * @param {string} dir
 */
function isInstalledAsLocked(dir) {
  const listFile = path.join(dir, "node_modules/.package-lock.json");
  if (!existsSync(listFile)) return false;
  /** @type {Record<string, Locked>} */
  const present = JSON.parse(readFileSync(listFile, "utf8")).packages;
  /** @type {Record<string, Locked>} */
  const locked = JSON.parse(readFileSync(path.join(dir, "package-lock.json"), "utf8")).packages;
  const wanted = new Set(
    Object.values(present).flatMap((entry) =>
      Object.keys({ ...entry.dependencies, ...entry.optionalDependencies }),
    ),
  );
  return Object.entries(locked).every(([place, entry]) => {
    if (place === "" || entry.link === true || !isForThisSystem(entry)) return true;
    if (present[place]?.version === entry.version && existsSync(path.join(dir, place))) return true;
    return entry.optional === true && !wanted.has(place.slice(place.lastIndexOf("node_modules/") + 13));
  });
}

/** @param {Locked} entry */
function isForThisSystem({ os, cpu, libc }) {
  /** @param {string[] | undefined} list @param {string} here */
  const fits = (list, here) =>
    list === undefined ||
    ((list.includes(here) || list.some((name) => name.startsWith("!"))) && !list.includes(`!${here}`));
  const isMusl = libc !== undefined && !libc.includes("glibc");
  return fits(os, process.platform) && fits(cpu, process.arch) && !isMusl;
}

/** @param {string} dir */
function checkDisk(dir) {
  const { bavail, bsize } = statfsSync(dir);
  const free = bavail * bsize;
  if (free >= neededBytes) return;
  throw new SetupFailure(
    "There is too little room for the project's packages.",
    `${Math.round(free / 1e6)} MB are free on the disk of ${dir}; about ${neededBytes / 1e6} MB are needed`,
    "Free some room and run the same command again.",
  );
}

if (process.argv[1] === import.meta.filename) {
  await runMain(async () => {
    await ensureInstalled();
    return 0;
  });
}
