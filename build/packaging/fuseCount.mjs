import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { electronFile } from "../ready/electron.mjs";

const sentinel = Buffer.from("dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX", "latin1");

/**
 * How many fuses the Electron at hand has: an older one has fewer, and setting one it lacks fails. The wire stands in the
 * binary behind a fixed mark: one byte for its version, one for its length.
 * @returns {number} 0 where no Electron was readied yet
 */
export function fuseCount() {
  if (!existsSync(electronFile)) return 0;
  const { dist, executable } = JSON.parse(readFileSync(electronFile, "utf8"));
  const framework = path.join(
    dist,
    "Electron.app/Contents/Frameworks/Electron Framework.framework/Electron Framework",
  );
  const binary = readFileSync(process.platform === "darwin" ? framework : executable);
  const at = binary.indexOf(sentinel);
  return at === -1 ? 0 : (binary[at + sentinel.length + 1] ?? 0);
}
