import { join } from "node:path";
import { build } from "vite";
import { nodeProgram, root } from "../../build/vite/nodeTarget.ts";

const outDir = ".vite/conformance";

/**
 * Makes one file of the entry and the product behind it, as the product ships too: a scenario starts it anew, and a file
 * starts in a third of the time. Gives its path.
 */
export const bundleClient = async (): Promise<string> => {
  await build(
    nodeProgram({
      entries: {
        client: "test/conformance/client.ts",
        schemaWorker: "electron/host/mcp/schema/worker.ts",
        logWorker: "electron/host/log/worker.ts",
      },
      outDir,
      format: "es",
      target: "node24",
      external: ["better-sqlite3", "@vscode/tree-sitter-wasm"],
    }),
  );
  return join(root, outDir, "client.mjs");
};
