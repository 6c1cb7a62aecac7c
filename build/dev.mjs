import { createServer } from "vite";
import { readyElectron } from "./ready/electron.mjs";
import { root, toolEnv } from "./ready/paths.mjs";
import { runMain, say } from "./ready/report.mjs";
import { runInForeground } from "./ready/run.mjs";
import { buildParts } from "./build.mjs";
import { main, preload } from "./vite/programs.ts";
import { renderer } from "./vite/renderer.ts";

/**
 * `npm run dev`: the app with its page from Vite's server, which reloads what is changed. For developers of Loopwright:
 * the page runs without the strict policy there. A change of main or preload needs a new start; the host can be started
 * again from the Help menu. Arguments after `--` go to the app.
 */
await runMain(async () => {
  const { executable } = await readyElectron();
  await buildParts([main, preload]);
  const server = await createServer({
    ...renderer,
    server: { host: "localhost", port: 0, strictPort: false },
  });
  await server.listen();
  const address = server.httpServer?.address();
  if (address === null || address === undefined || typeof address === "string") {
    throw new Error("Vite's server has no port");
  }
  const origin = `http://localhost:${address.port}`;
  say(`The page comes from ${origin}.`);
  const isRoot = process.platform === "linux" && process.getuid?.() === 0;
  const args = [root, ...(isRoot ? ["--no-sandbox"] : []), ...process.argv.slice(2)];
  try {
    return await runInForeground(executable, args, {
      cwd: root,
      env: { ...toolEnv(), LOOPWRIGHT_DEV_SERVER: origin },
    });
  } finally {
    await server.close();
  }
});
