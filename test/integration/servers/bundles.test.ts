import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startHost, tempDir, type TestHost } from "../../fakes/hostProcess.ts";
import { zipOf, type ZipEntry } from "../../fakes/zip.ts";
import { verifies } from "../../verifies.ts";
import { manifestOf, writeBundle } from "./bundleFile.ts";
import { filesHolding } from "./places.ts";

let host: TestHost;
let folder: string;
let file: string;

beforeAll(async () => {
  folder = tempDir("bundles");
  file = path.join(folder, "some.mcpb");
  host = await startHost();
});
afterAll(async () => {
  await host[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

const inBundles = (): string[] => {
  const at = path.join(host.dataDir, "bundles");
  return existsSync(at) ? readdirSync(at) : [];
};

/** A bundle that must be refused, with nothing left of it anywhere. */
const refused = async (why: RegExp): Promise<void> => {
  const before = inBundles();
  const read = await host.request("bundle.read", { path: file });
  expect(read).toMatchObject({ ok: false, error: { key: "bundleRefused" } });
  expect(read.ok ? "" : read.error.message).toMatch(why);
  const values = {};
  const installed = await host.request("bundle.install", {
    path: file,
    sha256: "0".repeat(64),
    name: "evil",
    values,
  });
  expect(installed.ok).toBe(false);
  expect(inBundles()).toEqual(before);
  expect(readdirSync(folder)).toEqual(["some.mcpb"]);
};

const badEntries: [string, ZipEntry[]][] = [
  ["climbing", [{ name: "../canary" }]],
  ["absolute", [{ name: "/abs-canary" }]],
  ["climbing later", [{ name: "sub/../../canary" }]],
  ["backslashes", [{ name: "a\\..\\..\\canary" }]],
  ["a drive", [{ name: "C:/canary" }]],
  ["a drive without a slash", [{ name: "C:canary" }]],
  ["dots first", [{ name: "./././../canary" }]],
  ["backslash first", [{ name: "..\\canary" }]],
  ["a dot within", [{ name: "ok/./file.js" }]],
  ["a device", [{ name: "sub/CON.txt" }]],
  ["another stream", [{ name: "file.txt:stream" }]],
  ["a dot at the end", [{ name: "folder./file" }]],
  ["a space at the end", [{ name: "file " }]],
  ["one file by case", [{ name: "Server/Index.mjs" }]],
  ["one file twice", [{ name: "server/index.mjs" }]],
  ["a file as a folder", [{ name: "server/index.mjs/more" }]],
  ["a link", [{ name: "link", content: "/etc/passwd", mode: 0o120777 }]],
  ["a pipe", [{ name: "pipe", mode: 0o010644 }]],
  ["a bomb", [{ name: "bomb", content: Buffer.alloc(30_000_000), isDeflated: true }]],
];

describe("bundles that must not be unpacked", () => {
  for (const [what, more] of badEntries)
    verifies("MCP-05", `SEC-BUNDLE-01: ${what} refuses the whole bundle and leaves nothing`, async () => {
      writeBundle(file, manifestOf(), more);
      await refused(/was refused: /);
    });

  const badManifests: [string, object][] = [
    ["an entry point outside", manifestOf({}, { entry_point: "../../canary.js" })],
    ["an absolute entry point", manifestOf({}, { entry_point: "/bin/sh" })],
    ["an entry point that is not there", manifestOf({}, { entry_point: "server/other.mjs" })],
    ["a name that climbs", manifestOf({ name: "../evil" })],
    ["a name that is a prototype", manifestOf({ name: "__proto__" })],
    [
      "a secret as an argument",
      manifestOf(
        { user_config: { key: { type: "string", sensitive: true } } },
        {
          mcp_config: {
            command: "node",
            args: ["${__dirname}/server/index.mjs", "--key=${user_config.key}"],
          },
        },
      ),
    ],
  ];
  for (const [what, manifest] of badManifests)
    it(`SEC-BUNDLE-01: ${what} refuses the bundle`, async () => {
      writeBundle(file, manifest);
      await refused(/was refused: /);
    });

  it("refuses what is no archive, one without manifest, and says so of a file that is not there", async () => {
    writeFileSync(file, "no archive");
    await refused(/was refused/);
    writeFileSync(file, zipOf([{ name: "readme.txt", content: "x" }]));
    await refused(/no manifest\.json/);
    expect(await host.request("bundle.read", { path: path.join(folder, "none.mcpb") })).toMatchObject({
      ok: false,
      error: { key: "bundleNotRead" },
    });
  });
});

describe("bundles", () => {
  verifies(
    "MCP-05",
    "SEC-BUNDLE-01: another program than its own shows as the exact command and is not started",
    async () => {
      const canary = path.join(folder, "canary");
      writeBundle(
        file,
        manifestOf(
          {
            icon: "http://127.0.0.1:9/i.png",
            user_config: { x: { type: "string", default: `a; touch ${canary}` } },
          },
          { mcp_config: { command: "sh", args: ["-c", "echo", "${user_config.x}"] } },
        ),
      );
      const { option } = await host.ask("bundle.read", { path: file });
      expect(option.base.transport).toMatchObject({ kind: "stdio", command: "sh" });
      expect(option.args.flatMap(({ parts }) => parts)).toEqual(["-c", "echo", "${input:x}"]);
      expect(existsSync(canary)).toBe(false);
      expect((await host.ask("server.list", {})).filter((one) => !one.isBundled)).toEqual([]);
    },
  );

  verifies(
    "MCP-05",
    "one is read, filled in, unpacked once, and its server runs on our own Node with its secret in the key store only",
    async () => {
      writeBundle(
        file,
        manifestOf(
          {
            user_config: {
              key: { type: "string", title: "Key", sensitive: true, required: true },
              folders: { type: "directory", multiple: true, default: ["${HOME}/a", "b"] },
              quiet: { type: "boolean", default: false },
            },
          },
          {
            mcp_config: {
              command: "node",
              args: [
                "${__dirname}/server/index.mjs",
                "${user_config.folders}",
                "--quiet=${user_config.quiet}",
              ],
              env: { BUNDLE_KEY: "${user_config.key}" },
            },
          },
        ),
        [{ name: "data/a..b/file..js", content: "ok" }],
      );
      const read = await host.ask("bundle.read", { path: file });
      expect(read).toMatchObject({ name: "plain-bundle", files: 3, author: "Somebody" });
      expect(inBundles()).toEqual([]);
      const wanted = { path: file, sha256: read.sha256, name: "From a bundle" };
      const missing = await host.request("bundle.install", { ...wanted, values: {} });
      expect(missing).toMatchObject({ ok: false, error: { key: "bundleNeeds", params: { names: "Key" } } });
      expect(inBundles()).toEqual([]);
      const values = { key: "bundle-secret-value", folders: ["one", "two; touch x"] };
      const { serverId } = await host.ask("bundle.install", { ...wanted, values });
      const [only, ...others] = inBundles();
      expect(others).toEqual([]);
      const unpacked = path.join(host.dataDir, "bundles", only ?? "");
      expect(readFileSync(path.join(unpacked, "data/a..b/file..js"), "utf8")).toBe("ok");
      const added = (await host.ask("server.list", {})).find((one) => one.serverId === serverId);
      expect(added).toMatchObject({ state: "stopped", origin: { kind: "bundle" } });
      await host.ask("server.start", { serverId });
      const { sessionId, callId } = await host.ask("server.callTool", {
        serverId,
        tool: "given",
        arguments: {},
      });
      const approval = await host.waitFor("approval.requested", (one) => one.call.callId === callId);
      await host.ask("approval.decide", { callId, argsHash: approval.argsHash, decision: "allow" });
      await host.logged("call.completed", (event) => event.sessionId === sessionId);
      const { text = "" } = await host.ask("call.read", { sessionId, callId });
      expect(text).toContain(`"exec":"${process.execPath}"`);
      expect(text).toContain('"args":["one","two; touch x","--quiet=false"]');
      expect(filesHolding(host.dataDir, "plain-bundle").length).toBeGreaterThan(0);
      expect(filesHolding(host.dataDir, "bundle-secret-value")).toEqual([]);
      const again = await host.request("bundle.install", { ...wanted, sha256: "0".repeat(64), values });
      expect(again).toMatchObject({ ok: false, error: { code: "stale", key: "bundleChanged" } });
      const second = await host.ask("bundle.install", { ...wanted, name: "The same again", values });
      await host.ask("server.remove", { serverId });
      expect(existsSync(unpacked)).toBe(true);
      await host.ask("server.remove", { serverId: second.serverId });
      expect(inBundles()).toEqual([]);
    },
  );
});
