import { existsSync, realpathSync } from "node:fs";
import path from "node:path";
import { SetupFailure } from "./report.mjs";

/**
 * The file of npm's own program, so that it can be run on any Node without a shell: npm names it to its scripts;
 * elsewhere it is what `npm` on PATH points at, or lies beside the Node that is running.
 * @returns {string}
 * @throws {SetupFailure} where there is none
 */
export function findNpmCli() {
  const named = process.env["npm_execpath"];
  if (named !== undefined && path.basename(named) === "npm-cli.js" && existsSync(named)) return named;
  const onPath = (process.env["PATH"] ?? process.env["Path"] ?? "")
    .split(path.delimiter)
    .filter((dir) => dir !== "");
  const linked = onPath.map((dir) => path.join(dir, "npm")).filter((file) => existsSync(file));
  const folders = [...onPath, path.dirname(process.execPath)];
  const candidates = [
    ...linked.map((file) => realpathSync(file)),
    ...folders.flatMap((dir) => [
      path.join(dir, "node_modules/npm/bin/npm-cli.js"),
      path.join(dir, "../lib/node_modules/npm/bin/npm-cli.js"),
    ]),
  ];
  const found = candidates.find((file) => path.basename(file) === "npm-cli.js" && existsSync(file));
  if (found !== undefined) return found;
  throw new SetupFailure(
    "npm was not found, so the project's packages cannot be installed.",
    `there is no npm on PATH, and none beside ${process.execPath}`,
    "Install Node 20 or newer with npm from https://nodejs.org and run the same command again.",
  );
}

/** @typedef {{what: string, why: string, next: string}} Explained */

/** @type {readonly {sign: RegExp, why: string, next: string}[]} */
const causes = [
  {
    sign: /ENOSPC|no space left on device/i,
    why: "the disk is full",
    next: "Free about 3 GB (for example with: npm cache clean --force) and run the same command again.",
  },
  {
    sign: /EACCES|EPERM|EROFS/,
    why: "a file or folder may not be written",
    next: "Make sure that this folder and npm's cache belong to you, close programs that use them, and try again.",
  },
  {
    sign: /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT/,
    why: "the npm registry cannot be reached",
    next: "Check the network, or the proxy and registry in ~/.npmrc (npm config get registry), and try again.",
  },
  {
    sign: /SELF_SIGNED_CERT|UNABLE_TO_(GET_ISSUER_CERT|VERIFY)|CERT_/,
    why: "the registry's certificate is not trusted here",
    next: "Give npm your network's certificate: npm config set cafile FILE",
  },
  {
    sign: /EINTEGRITY/,
    why: "a downloaded package is not the one package-lock.json names",
    next: "Run: npm cache clean --force   then the same command again. If it stays, the mirror is not to be trusted.",
  },
  {
    sign: /EUSAGE|can only install packages when your package\.json and package-lock\.json/,
    why: "package.json and package-lock.json do not fit together",
    next: "Run: npm install --ignore-scripts   to bring the lock up to date, then the same command again.",
  },
];

/**
 * What an npm failure means and what to do about it, from npm's own output.
 * @param {string} what what we were doing
 * @param {string} output
 * @returns {Explained}
 */
export function explainNpm(what, output) {
  const found = causes.find(({ sign }) => sign.test(output));
  const detail = output.split("\n").filter((line) => /npm (error|ERR!)/.test(line));
  const tail = detail.slice(0, 3).map((line) => line.replace(/^.*npm (error|ERR!) ?/, "").trim());
  const said = tail.filter((line) => line !== "").join(" / ");
  return {
    what,
    why: [found?.why ?? "npm gave up", said].filter((part) => part !== "").join(": "),
    next: found?.next ?? "The lines above say what npm found; run the same command again once it is mended.",
  };
}
