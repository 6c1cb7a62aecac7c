import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "../ready/paths.mjs";

/**
 * Writes the licences of every package that ships, in the order of their names: what is bundled keeps its terms.
 * @param {string} file
 */
export function writeLicences(file) {
  const lock = JSON.parse(readFileSync(path.join(root, "package-lock.json"), "utf8"));
  /** @type {[string, {version: string, license?: string, dev?: boolean}][]} */
  const entries = Object.entries(lock.packages);
  const texts = entries
    .filter(
      ([place, { dev }]) =>
        place.startsWith("node_modules/") && dev !== true && existsSync(path.join(root, place)),
    )
    .sort(([a], [b]) => a.localeCompare(b, "en"))
    .map(([place, { version, license }]) => {
      const name = place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length);
      return `${name} ${version} (${license ?? "licence in its text"})\n\n${licenceText(path.join(root, place))}`;
    });
  const head = "Loopwright contains these works of others, under their own terms.\n";
  writeFileSync(file, [head, ...texts].join(`\n${"=".repeat(78)}\n\n`));
}

/** @param {string} folder */
function licenceText(folder) {
  const name = readdirSync(folder).find((file) => /^(licen[cs]e|copying)(\.|$|-)/i.test(file));
  return name === undefined
    ? "The package brings no licence text of its own; its terms are those named above.\n"
    : `${readFileSync(path.join(folder, name), "utf8").trim()}\n`;
}
