import { existsSync } from "node:fs";
import path from "node:path";
import { lastLines, say, SetupFailure } from "./report.mjs";
import { run } from "./run.mjs";

/**
 * Something of the system's that is needed, and the packages that bring it. A Debian name may be followed by the one
 * newer releases use.
 * @typedef {object} Need
 * @property {RegExp} sign matches the missing library's or program's name
 * @property {string[]} apt the names to try, in this order
 * @property {string} dnf
 * @property {string} pacman
 * @property {string} zypper
 */

/** @type {readonly Need[]} */
const needs = [
  need(/^zip$/, ["zip"], "zip", "zip", "zip"),
  need(/^fakeroot$/, ["fakeroot"], "fakeroot", "fakeroot", "fakeroot"),
  need(/^dpkg-deb$/, ["dpkg"], "dpkg", "dpkg", "dpkg"),
  need(/^bwrap$/, ["bubblewrap"], "bubblewrap", "bubblewrap", "bubblewrap"),
  need(/^Xvfb$/, ["xvfb"], "xorg-x11-server-Xvfb", "xorg-server-xvfb", "xvfb-run"),
  need(
    /^cjkFont$/,
    ["fonts-noto-cjk"],
    "google-noto-sans-cjk-fonts",
    "noto-fonts-cjk",
    "noto-sans-cjk-fonts",
  ),
  need(/^lib(nss3|nssutil3|smime3|nspr4)\.so/, ["libnss3"], "nss", "nss", "mozilla-nss"),
  need(/^libasound\.so/, ["libasound2", "libasound2t64"], "alsa-lib", "alsa-lib", "libasound2"),
  need(/^libgbm\.so/, ["libgbm1"], "mesa-libgbm", "mesa", "libgbm1"),
  need(/^libdrm\.so/, ["libdrm2"], "libdrm", "libdrm", "libdrm2"),
  need(/^libcups\.so/, ["libcups2", "libcups2t64"], "cups-libs", "libcups", "libcups2"),
  need(/^libxkbcommon\.so/, ["libxkbcommon0"], "libxkbcommon", "libxkbcommon", "libxkbcommon0"),
  need(/^libdbus-1\.so/, ["libdbus-1-3"], "dbus-libs", "dbus", "libdbus-1-3"),
  // GTK brings ATK, Pango, Cairo, GLib and the X client libraries along.
  need(/^lib.*\.so/, ["libgtk-3-0", "libgtk-3-0t64"], "gtk3", "gtk3", "gtk3"),
];

/**
 * @param {RegExp} sign @param {string[]} apt @param {string} dnf @param {string} pacman @param {string} zypper
 * @returns {Need}
 */
function need(sign, apt, dnf, pacman, zypper) {
  return { sign, apt, dnf, pacman, zypper };
}

/**
 * The needs behind missing names, each once.
 * @param {readonly string[]} missing names of libraries and programs, `cjkFont` for a font with Chinese
 * @returns {Need[]}
 */
export function needsOf(missing) {
  const found = missing.map((name) => needs.find(({ sign }) => sign.test(name)));
  return [...new Set(found)].filter((entry) => entry !== undefined);
}

/**
 * The names of libraries that `ldd` could not find.
 * @param {string} output
 */
export function missingLibraries(output) {
  return [...output.matchAll(/^\s*(\S+) => not found/gm)].map((match) => match[1] ?? "");
}

/**
 * Makes sure that Linux has what Electron links to, and with `display` also what a virtual display needs. As root on
 * Debian and Ubuntu the packages are installed; elsewhere the exact command is named. Nothing runs where nothing is
 * missing.
 * @param {string} executable Electron's
 * @param {{display: boolean, programs?: readonly string[]}} options `programs` must be on the PATH too
 * @throws {SetupFailure} where something is missing and cannot be installed from here
 */
export async function ensureSystem(executable, { display, programs = [] }) {
  if (process.platform !== "linux") return;
  const missing = await findMissing(executable, display, programs);
  if (missing.length === 0) return;
  const isDebian = onPath("apt-get");
  if (!isDebian || process.getuid?.() !== 0) throw cannotInstall(missing, isDebian ? "apt" : undefined);
  say(`Installing what the system lacks (${missing.join(", ")}) …`);
  await aptInstall(missing);
  const left = (await findMissing(executable, display, programs)).filter((name) => name !== "cjkFont");
  if (left.length > 0) throw cannotInstall(left, "apt");
}

/**
 * @param {string} executable
 * @param {boolean} display
 * @param {readonly string[]} programs
 */
async function findMissing(executable, display, programs) {
  const linked = await run("ldd", [executable], {
    env: { ...process.env, LD_LIBRARY_PATH: path.dirname(executable) },
  });
  const missing = [...missingLibraries(linked.output), ...programs.filter((name) => !onPath(name))];
  if (!display) return missing;
  if (!onPath("Xvfb")) missing.push("Xvfb");
  const fonts = await run("fc-list", [":lang=zh", "file"]);
  if (fonts.code !== 0 || fonts.stdout.trim() === "") missing.push("cjkFont");
  return missing;
}

/** @param {string} program */
function onPath(program) {
  const dirs = [...(process.env["PATH"] ?? "").split(path.delimiter), "/usr/bin", "/usr/sbin"];
  return dirs.some((dir) => dir !== "" && existsSync(path.join(dir, program)));
}

/** @param {readonly string[]} missing */
async function aptInstall(missing) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const updated = await run("apt-get", ["update", "-q"], { env, timeoutMs: 300_000 });
  const packages = await Promise.all(needsOf(missing).map(({ apt }) => knownToApt(apt)));
  const args = [
    "install",
    "-y",
    "-q",
    "--no-install-recommends",
    "-o",
    "DPkg::Lock::Timeout=120",
    ...packages,
  ];
  const installed = await run("apt-get", args, { env, timeoutMs: 900_000 });
  if (installed.code === 0) return;
  const isFull = /no space/i.test(installed.output);
  throw new SetupFailure(
    `The system packages ${packages.join(", ")} could not be installed.`,
    lastLines(updated.code === 0 ? installed.output : updated.output + installed.output),
    isFull
      ? "Free some room and run the same command again."
      : `Try it by hand:\n    apt-get ${args.join(" ")}`,
  );
}

/**
 * The first of some names that apt can install: newer releases renamed packages and keep the old name as a virtual
 * one, which cannot be installed by itself.
 * @param {readonly string[]} names
 * @returns {Promise<string>}
 */
async function knownToApt(names) {
  for (const name of names) {
    const { stdout } = await run("apt-cache", ["policy", name]);
    if (/Candidate: (?!\(none\))/.test(stdout)) return name;
  }
  return names[0] ?? "";
}

/**
 * @param {readonly string[]} missing
 * @param {"apt" | undefined} known the package manager, where it is known already
 */
function cannotInstall(missing, known) {
  const wanted = needsOf(missing);
  const why = `this system lacks ${missing.join(", ").replace("cjkFont", "a font with Chinese characters")}`;
  return new SetupFailure("This system is not ready for Loopwright.", why, installCommandFor(wanted, known));
}

/**
 * The command that installs some needs with the package manager of this system.
 * @param {readonly Need[]} wanted
 * @param {"apt" | undefined} known
 */
export function installCommandFor(wanted, known) {
  if (known === "apt") {
    // apt takes patterns: the t64 name where there is one, else the old one.
    const names = wanted.map(({ apt }) => (apt.length === 1 ? apt[0] : `"^${apt[0]}(t64)?$"`));
    return `Run this, then the same command again:\n    sudo apt-get update && sudo apt-get install -y ${names.join(" ")}`;
  }
  /** @type {["dnf" | "pacman" | "zypper", string][]} */
  const managers = [
    ["dnf", "dnf install -y"],
    ["pacman", "pacman -S --needed"],
    ["zypper", "zypper install -y"],
  ];
  const found = managers.find(([name]) => onPath(name));
  if (found === undefined) {
    return `Install, with your system's package manager, what ${wanted.map(({ apt }) => apt[0]).join(", ")} hold on Debian.`;
  }
  const [name, command] = found;
  return `Run this, then the same command again:\n    sudo ${command} ${wanted.map((entry) => entry[name]).join(" ")}`;
}
