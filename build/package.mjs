import { existsSync, rmSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { buildAll } from "./build.mjs";
import { gather } from "./gather.mjs";
import { electronZipDir } from "./packaging/electronZip.mjs";
import { forge } from "./packaging/forge.mjs";
import { readyElectron } from "./ready/electron.mjs";
import { root } from "./ready/paths.mjs";
import { runMain, say } from "./ready/report.mjs";

/** The packaged app of this system. */
export const packageDir = path.join(root, "out", `Loopwright-${process.platform}-${process.arch}`);

/**
 * Builds everything and puts the app together for this system.
 * @returns {Promise<string>} its folder
 */
export async function packageApp() {
  const zipDir = await electronZipDir(await readyElectron());
  say("Building the app …");
  await buildAll();
  gather();
  say("Packaging the app …");
  rmSync(packageDir, { recursive: true, force: true });
  await forge(["package"], "The app could not be packaged.", zipDir);
  return packageDir;
}

/** `npm run package`: the packaged app in `out/`; `-- --deb` or `-- --zip` also make an installer or archive of it. */
if (process.argv[1] === import.meta.filename) {
  await runMain(async () => {
    const { values } = parseArgs({
      options: { deb: { type: "boolean" }, zip: { type: "boolean" }, "keep-package": { type: "boolean" } },
    });
    const isKept = values["keep-package"] === true && existsSync(packageDir);
    process.stdout.write(`${isKept ? packageDir : await packageApp()}\n`);
    for (const kind of /** @type {const} */ (["deb", "zip"])) {
      if (values[kind] !== true) continue;
      say(`Making the ${kind} …`);
      await forge(["make", "--skip-package", "--targets", kind], `The ${kind} could not be made.`, undefined);
      process.stdout.write(`${path.join(root, "out/make")}\n`);
    }
    return 0;
  });
}
