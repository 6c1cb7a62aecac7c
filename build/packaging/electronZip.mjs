import { cpSync, existsSync, mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { cacheDir, pinnedVersion } from "../ready/paths.mjs";
import { lastLines, say, SetupFailure } from "../ready/report.mjs";
import { run } from "../ready/run.mjs";

/**
 * Where Electron's official zip cannot be downloaded, makes one of the runtime at hand, under the name the packager looks
 * for. An official runtime needs none: its zip lies in Electron's own cache.
 * @param {import("../ready/electron.mjs").ElectronRuntime} runtime
 * @returns {Promise<string | undefined>} the folder that holds the zip
 */
export async function electronZipDir(runtime) {
  if (runtime.kind === "official") return undefined;
  const folder = path.join(cacheDir, `electron-zip-${runtime.version}`);
  const zip = path.join(
    folder,
    `electron-v${pinnedVersion("electron")}-${process.platform}-${process.arch}.zip`,
  );
  if (existsSync(zip)) return folder;
  say(`Packing Electron ${runtime.version} for the packager …`);
  const clean = path.join(folder, "dist");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  cpSync(runtime.dist, clean, { recursive: true, verbatimSymlinks: true });
  rmSync(path.join(clean, "resources/app"), { recursive: true, force: true });
  const done = await run("zip", ["-q", "-r", "-y", "-1", `${zip}.new`, "."], { cwd: clean });
  rmSync(clean, { recursive: true, force: true });
  if (done.code !== 0) {
    throw new SetupFailure(
      "The package cannot be put together.",
      `Electron could not be zipped: ${lastLines(done.output, 1)}`,
      "Install zip (Debian: apt-get install zip) and run the same command again.",
    );
  }
  cpSync(`${zip}.new`, zip);
  rmSync(`${zip}.new`);
  return folder;
}
