import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { ensureBuilt } from "./ready/app.mjs";
import { hasDisplay, startVirtualDisplay } from "./ready/display.mjs";
import { readyElectron } from "./ready/electron.mjs";
import { ensureInstalled } from "./ready/install.mjs";
import { requireNode24 } from "./ready/node24.mjs";
import { root, toolEnv } from "./ready/paths.mjs";
import { runMain, say } from "./ready/report.mjs";
import { runInForeground } from "./ready/run.mjs";
import { ensureSystem } from "./ready/system.mjs";

/**
 * `npm start`: readies everything and opens the app. Arguments after `--` go to the app. Where there is no display it
 * plays the demo story in a real window on a virtual one.
 */
await runMain(async () => {
  await ensureInstalled();
  const electron = await readyElectron();
  const isVisible = await hasDisplay();
  await ensureSystem(electron.executable, { display: !isVisible });
  await ensureBuilt();
  return isVisible ? openApp(electron) : playStory();
});

/**
 * @param {import("./ready/electron.mjs").ElectronRuntime} electron
 * @returns {Promise<number>}
 */
function openApp({ executable, dist }) {
  const args = process.argv.slice(2);
  const why = noSandboxReason(dist);
  if (why !== undefined && !args.includes("--no-sandbox")) {
    say(`Starting without Chromium's sandbox: ${why}`);
    args.unshift("--no-sandbox");
  }
  return runInForeground(executable, [root, ...args], { cwd: root, env: toolEnv() });
}

/**
 * Why Chromium's sandbox cannot work for an Electron that is run out of this folder, where it cannot: as root it
 * refuses to start at all, and some Linux systems let only installed programs make the namespaces it needs.
 * @param {string} dist
 * @returns {string | undefined}
 */
function noSandboxReason(dist) {
  if (process.platform !== "linux") return undefined;
  if (process.getuid?.() === 0) return "it does not run as root; use an account of your own for daily work.";
  const helper = path.join(dist, "chrome-sandbox");
  const mode = statSync(helper, { throwIfNoEntry: false });
  const isHelperReady = mode?.uid === 0 && (mode.mode & 0o4000) !== 0;
  if (isHelperReady || !isNamespaceForbidden()) return undefined;
  return `this system does not allow it here. To have it: sudo chown root ${helper} && sudo chmod 4755 ${helper}`;
}

function isNamespaceForbidden() {
  return (
    readSetting("/proc/sys/kernel/apparmor_restrict_unprivileged_userns") === "1" ||
    readSetting("/proc/sys/kernel/unprivileged_userns_clone") === "0" ||
    readSetting("/proc/sys/user/max_user_namespaces") === "0"
  );
}

/** @param {string} file */
function readSetting(file) {
  try {
    return readFileSync(file, "utf8").trim();
  } catch {
    return undefined; // kernels without this setting do not restrict
  }
}

/** @returns {Promise<number>} */
async function playStory() {
  say(
    "No display here, so no window can be shown to you: playing the demo story on a virtual display instead.",
  );
  const display = await startVirtualDisplay();
  try {
    const env = { ...toolEnv(), DISPLAY: display.name };
    return await runInForeground(await requireNode24(), ["test/story/play.ts"], { cwd: root, env });
  } finally {
    await display.stop();
  }
}
