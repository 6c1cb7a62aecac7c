import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { build } from "vite";
import { writeLicences } from "./packaging/licences.mjs";
import { requireNode24 } from "./ready/node24.mjs";
import { findNpmCli } from "./ready/npm.mjs";
import { root, toolEnv } from "./ready/paths.mjs";
import { lastLines, runMain, say, SetupFailure } from "./ready/report.mjs";
import { run } from "./ready/run.mjs";
import { serverExternals, workspacePackage } from "./vite/programs.ts";

const packTimeoutMs = 120_000;
const source = path.join(root, "electron/servers/workspace");
const name = "loopwright-workspace";

/**
 * Bundles the workspace server and packs it as npm would publish it.
 * @param {string} folder where the package is put together; emptied first
 * @param {string} target where the tarball goes
 * @returns {Promise<string>} the tarball
 * @throws {SetupFailure}
 */
export async function packServer(folder, target) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  await build({
    ...workspacePackage,
    build: { ...workspacePackage.build, outDir: path.join(folder, "dist") },
  });
  chmodSync(path.join(folder, "dist/main.mjs"), 0o755);
  const manifest = publishedManifest();
  writeFileSync(path.join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  writeFileSync(path.join(folder, "README.md"), readme);
  writeLicences(path.join(folder, "THIRD-PARTY-LICENCES.txt"));
  const args = [findNpmCli(), "pack", "--offline", "--ignore-scripts", "--pack-destination", target];
  const done = await run(await requireNode24(), args, {
    cwd: folder,
    env: toolEnv(),
    timeoutMs: packTimeoutMs,
  });
  if (done.code !== 0)
    throw new SetupFailure(
      "The server's package could not be packed.",
      lastLines(done.output),
      "npm pack in the folder named above says more.",
    );
  return path.join(target, `${name}-${manifest.version}.tgz`);
}

/** The server's manifest as it is published: what is bundled is no dependency any more. */
function publishedManifest() {
  const {
    private: _private,
    main: _main,
    dependencies,
    ...manifest
  } = readJson(path.join(source, "package.json"));
  return {
    ...manifest,
    bin: { [name]: "dist/main.mjs" },
    files: ["dist", "THIRD-PARTY-LICENCES.txt"],
    dependencies: Object.fromEntries(serverExternals.map((external) => [external, dependencies[external]])),
  };
}

const readme = `# loopwright-workspace

An MCP server with tools for one folder: read, list, search, edit, run.

    npx loopwright-workspace --root FOLDER

serves one client over stdio. For a team:

    npx loopwright-workspace --http --policy policy.json --state FOLDER --port 8080

serves the projects of a policy file over Streamable HTTP at /projects/NAME/mcp, to bearers of a JSON Web Token.
Needs Node 24 or newer.
`;

/** @param {string} file */
function readJson(file) {
  return JSON.parse(readFileSync(file, "utf8"));
}

/** `npm run pack:server`: the tarball in `out/`, or where `-- --to FOLDER` says. */
if (process.argv[1] === import.meta.filename) {
  await runMain(async () => {
    const { values } = parseArgs({ options: { to: { type: "string" } } });
    const target = path.resolve(values.to ?? path.join(root, "out"));
    say("Packing the workspace server …");
    const tarball = await packServer(path.join(target, "server-package"), target);
    process.stdout.write(`${tarball}\n`);
    return 0;
  });
}
