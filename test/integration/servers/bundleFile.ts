import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { zipOf, type ZipEntry } from "../../fakes/zip.ts";

const plainServer = path.resolve(import.meta.dirname, "../../fixtures/servers/bundled.mjs");

/** A manifest that is in order; `more` replaces whole fields, `server` single ones of its server. */
export const manifestOf = (more: object = {}, server: object = {}): object => ({
  manifest_version: "0.3",
  name: "plain-bundle",
  version: "1.0.0",
  description: "A bundle for tests.",
  author: { name: "Somebody" },
  server: {
    type: "node",
    entry_point: "server/index.mjs",
    mcp_config: { command: "node", args: ["${__dirname}/server/index.mjs"] },
    ...server,
  },
  ...more,
});

/** Writes a bundle with a server that works, and the given entries beside it. */
export const writeBundle = (
  file: string,
  manifest: object = manifestOf(),
  more: readonly ZipEntry[] = [],
): string => {
  const entries = [
    { name: "manifest.json", content: JSON.stringify(manifest) },
    { name: "server/index.mjs", content: readFileSync(plainServer), isDeflated: true },
    ...more,
  ];
  writeFileSync(file, zipOf(entries));
  return file;
};
