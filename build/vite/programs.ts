import { nodeProgram } from "./nodeTarget.ts";

/** The main process. `node18` is what the oldest Electron it still runs on brings (runtime.md). */
export const main = nodeProgram({
  entries: { main: "electron/main/main.ts" },
  outDir: ".vite/build",
  format: "cjs",
  target: "node18",
  external: ["electron"],
});

/** The preload script: one file, because a sandboxed page can load no second. */
export const preload = nodeProgram({
  entries: { preload: "electron/preload/preload.ts" },
  outDir: ".vite/build",
  format: "cjs",
  target: "node18",
  external: ["electron"],
});

/** The host and its workers, as they ship beside the package's archive, on the shipped Node. */
export const host = nodeProgram({
  entries: {
    host: "electron/host/main.ts",
    logWorker: "electron/host/log/worker.ts",
    schemaWorker: "electron/host/mcp/schema/worker.ts",
  },
  outDir: ".vite/host",
  format: "es",
  target: "node24",
  external: ["better-sqlite3", "@vscode/tree-sitter-wasm"],
});

/** The bundled workspace server: a program of its own, so that its folder can be taken out and run alone. */
export const workspaceServer = nodeProgram({
  entries: { main: "electron/servers/workspace/main.ts" },
  outDir: ".vite/host/servers/workspace",
  format: "es",
  target: "node24",
  external: ["@vscode/ripgrep"],
});

/** Packages with programs of their own: whoever installs the server's package gets them beside it. */
export const serverExternals = ["@vscode/ripgrep", "@anthropic-ai/sandbox-runtime"] as const;

/** The workspace server as a package of its own, for people who use it without the app. */
export const workspacePackage = nodeProgram({
  entries: { main: "electron/servers/workspace/main.ts" },
  outDir: ".vite/server-package",
  format: "es",
  target: "node24",
  external: serverExternals,
});
