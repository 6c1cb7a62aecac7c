import path from "node:path";
import type { InlineConfig } from "vite";

/** The repository's folder. */
export const root = path.resolve(import.meta.dirname, "../..");

/** One program for a Node or Electron process, everything it needs bundled but the named packages. */
export interface NodeProgram {
  /** Output name without ending → source file. */
  readonly entries: Readonly<Record<string, string>>;
  readonly outDir: string;
  readonly format: "cjs" | "es";
  /** Vite's name for what must run it, such as `node18`. */
  readonly target: string;
  /** Packages that stay outside, because they hold programs of their own or are the runtime itself. */
  readonly external: readonly string[];
}

/** Vite's configuration for such a program. Stack traces keep their names: nothing is mangled. */
export function nodeProgram({ entries, outDir, format, target, external }: NodeProgram): InlineConfig {
  const ending = format === "cjs" ? "cjs" : "mjs";
  return {
    configFile: false,
    root,
    logLevel: "warn",
    publicDir: false,
    ssr: { noExternal: true, external: [...external], target: "node" },
    build: {
      ssr: true,
      outDir: path.join(root, outDir),
      emptyOutDir: false,
      target,
      minify: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: Object.fromEntries(
          Object.entries(entries).map(([name, file]) => [name, path.join(root, file)]),
        ),
        external: [...external, /^node:/],
        output: { format, entryFileNames: `[name].${ending}`, chunkFileNames: `[name].${ending}` },
      },
    },
  };
}
