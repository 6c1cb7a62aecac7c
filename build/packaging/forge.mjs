import path from "node:path";
import { requireNode24 } from "../ready/node24.mjs";
import { root, toolEnv } from "../ready/paths.mjs";
import { SetupFailure } from "../ready/report.mjs";
import { run } from "../ready/run.mjs";

const cli = path.join(root, "node_modules/@electron-forge/cli/dist/electron-forge.js");

/**
 * Runs electron-forge with this project's configuration.
 * @param {readonly string[]} args
 * @param {string} what what fails where it fails, as a sentence
 * @param {string | undefined} zipDir folder with Electron's zip, for the packager
 */
export async function forge(args, what, zipDir) {
  const env = { ...toolEnv(), ...(zipDir === undefined ? {} : { LOOPWRIGHT_ELECTRON_ZIP_DIR: zipDir }) };
  const done = await run(await requireNode24(), [cli, ...args], { cwd: root, env });
  if (done.code === 0) return;
  process.stderr.write(done.output);
  throw new SetupFailure(
    what,
    "electron-forge gave up; its words stand above",
    "Remove what they name and run the same command again.",
  );
}
