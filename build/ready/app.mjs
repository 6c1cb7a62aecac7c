import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { readyElectron } from "./electron.mjs";
import { ensureInstalled } from "./install.mjs";
import { requireNode24 } from "./node24.mjs";
import { cacheDir, root, toolEnv } from "./paths.mjs";
import { lastLines, runMain, say, SetupFailure } from "./report.mjs";
import { run } from "./run.mjs";

const buildTimeoutMs = 600_000;

/** What the built app is made of. */
const inputs = [
  "build/build.mjs",
  "build/vite",
  "electron",
  "renderer",
  "shared",
  "package.json",
  "package-lock.json",
];
/** Without these there is no app, whatever the stamp says. */
const outputs = [".vite/build/main.cjs", ".vite/build/preload.cjs"];

/**
 * Builds the app unless it is built from exactly these sources already.
 * @returns {Promise<boolean>} whether it was built now
 * @throws {SetupFailure} where the build fails
 */
export async function ensureBuilt() {
  const stampFile = path.join(cacheDir, "build.stamp");
  const stamp = fingerprint();
  const isThere = outputs.every((file) => existsSync(path.join(root, file)));
  if (isThere && existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp) return false;
  say("Building the app …");
  const node = await requireNode24();
  const done = await run(node, ["build/build.mjs"], { cwd: root, env: toolEnv(), timeoutMs: buildTimeoutMs });
  if (done.code !== 0) {
    process.stderr.write(done.output);
    const why = done.isTimedOut
      ? `no end within ${buildTimeoutMs / 60_000} minutes`
      : lastLines(done.output, 1);
    throw new SetupFailure(
      "The app could not be built.",
      why,
      "The lines above say where; npm run check finds more.",
    );
  }
  mkdirSync(cacheDir, { recursive: true });
  writeFileSync(stampFile, stamp);
  return true;
}

/** Names, sizes and contents of all inputs but tests, as one hash. */
function fingerprint() {
  const hash = createHash("sha256");
  for (const input of inputs) {
    const place = path.join(root, input);
    if (!existsSync(place)) continue;
    for (const file of filesIn(place).sort()) {
      hash
        .update(`${path.relative(root, file)}\n`)
        .update(readFileSync(file))
        .update("\n");
    }
  }
  return hash.digest("hex");
}

/**
 * @param {string} place
 * @returns {string[]}
 */
function filesIn(place) {
  if (statSync(place).isFile()) return [place];
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !file.includes(`${path.sep}node_modules${path.sep}`));
}

/**
 * Everything but the system's part: packages, Electron, the built app.
 * @returns {Promise<import("./electron.mjs").ElectronRuntime>}
 */
export async function readyApp() {
  await ensureInstalled();
  const electron = await readyElectron();
  await ensureBuilt();
  return electron;
}

if (process.argv[1] === import.meta.filename) {
  await runMain(async () => {
    await readyApp();
    return 0;
  });
}
