import path from "node:path";
import react from "@vitejs/plugin-react";
import type { InlineConfig } from "vite";
import { root } from "./nodeTarget.ts";

/**
 * The page. Nothing is inlined as `data:`: the page's policy loads fonts and scripts from its own origin alone. Chunks
 * follow the dynamic imports: a group by name would drag shared modules into Monaco's chunk, and it into the start.
 */
export const renderer: InlineConfig = {
  configFile: false,
  root: path.join(root, "renderer"),
  base: "./",
  cacheDir: path.join(root, ".cache/vite"),
  logLevel: "warn",
  plugins: [react()],
  worker: { format: "es" },
  build: {
    outDir: path.join(root, ".vite/renderer/main_window"),
    emptyOutDir: true,
    target: "chrome114",
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 4000,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: path.join(root, "renderer/index.html") },
  },
};
