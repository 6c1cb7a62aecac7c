import { cpSync, rmSync } from "node:fs";
import path from "node:path";
import { build } from "vite";
import { root } from "./ready/paths.mjs";
import { runMain, say } from "./ready/report.mjs";
import { host, main, preload, workspaceServer } from "./vite/programs.ts";
import { renderer } from "./vite/renderer.ts";

const app = [main, preload, renderer];
const bundles = [host, workspaceServer];

/** Builds what the app in this repository opens: here the host and the servers run from their sources. */
export async function buildApp() {
  clear(".vite/build");
  await buildParts(app);
}

/** Builds what a package holds: the app, and the host and the servers as bundles. */
export async function buildAll() {
  clear(".vite/build");
  clear(".vite/host");
  await buildParts([...app, ...bundles]);
}

/** @param {string} folder */
function clear(folder) {
  rmSync(path.join(root, folder), { recursive: true, force: true });
}

/**
 * Builds some of it, and puts the window's icon beside it (on Linux it does not come from the executable).
 * @param {readonly import("vite").InlineConfig[]} configs
 */
export async function buildParts(configs) {
  await Promise.all(configs.map((config) => build(config)));
  cpSync(path.join(root, "build/icons/icon-256.png"), path.join(root, ".vite/build/icon.png"));
}

/** `npm run build`: the app into `.vite/`; `-- --all` also bundles what only a package needs. */
if (process.argv[1] === import.meta.filename) {
  await runMain(async () => {
    const startedAt = performance.now();
    await (process.argv.includes("--all") ? buildAll() : buildApp());
    say(`Built in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
    return 0;
  });
}
