import { existsSync } from "node:fs";
import path from "node:path";
import { packageApp, packageDir } from "./package.mjs";
import { requireNode24 } from "./ready/node24.mjs";
import { root, toolEnv } from "./ready/paths.mjs";
import { runMain, say } from "./ready/report.mjs";
import { runInForeground } from "./ready/run.mjs";

const platforms = /** @type {const} */ ({ darwin: "--mac", win32: "--win", linux: "--linux" });
const helpersHost = "https://github.com/";
const probeTimeoutMs = 8000;

/** Whether the programs that electron-builder makes installers with can be fetched. */
async function canFetchHelpers() {
  try {
    await fetch(helpersHost, { method: "HEAD", signal: AbortSignal.timeout(probeTimeoutMs) });
    return true;
  } catch {
    return false;
  }
}

/**
 * `npm run dist`: installers and update metadata out of the packaged app, which is made first where there is none.
 * Arguments after `--` go to electron-builder in place of the targets in its configuration. Where its helpers cannot be
 * fetched it only checks that configuration, and says so.
 */
await runMain(async () => {
  const given = process.argv.slice(2);
  if (!existsSync(packageDir)) await packageApp();
  const isReachable = given.length > 0 || (await canFetchHelpers());
  if (!isReachable) {
    say(
      "electron-builder's helpers cannot be fetched here: its configuration is checked, no installer is made.",
    );
  }
  const platform = platforms[/** @type {keyof typeof platforms} */ (process.platform)];
  const targets = given.length > 0 ? given : [platform, ...(isReachable ? [] : ["dir"])];
  const cli = path.join(root, "node_modules/electron-builder/cli.js");
  const args = [cli, "--prepackaged", packageDir, ...targets, "--publish", "never"];
  const code = await runInForeground(await requireNode24(), args, { cwd: root, env: toolEnv() });
  if (code === 0) say(isReachable ? "The installers are in dist/." : "The configuration holds.");
  return code;
});
