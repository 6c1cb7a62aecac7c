import path from "node:path";
import react from "@vitejs/plugin-react";
import type { InlineConfig, Plugin } from "vite";
import { root } from "./nodeTarget.ts";

/**
 * Puts the start's stylesheet into `index.html` itself: the first paint waits for no second answer then. The page's policy
 * allows inline styles (Monaco needs them); a file that the sheet named by a relative address would not be found, so none may.
 */
const inlineFirstStyles = (): Plugin => ({
  name: "loopwright:inline-first-styles",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler: (html, { bundle }) =>
      html.replace(/<link rel="stylesheet"[^>]*? href="\.\/([^"]+)">/g, (_link, file: string) => {
        const sheet = bundle?.[file];
        if (sheet?.type !== "asset")
          throw new Error(`index.html names ${file}, which is no file of the page`);
        const text = String(sheet.source);
        if (/url\(|<\//.test(text))
          throw new Error(`${file} cannot stand in index.html: it names other files`);
        return `<style>${text}</style>`;
      }),
  },
});

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
  plugins: [react(), inlineFirstStyles()],
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
