import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { startHost } from "../../fakes/hostProcess.ts";
import { zipOf } from "../../fakes/zip.ts";
import { isObject, NotRun, textsOf, type Json } from "../types.ts";
import { oneLine } from "../verdicts.ts";
import type { Adapter } from "./observed.ts";

const server = { type: "node", entry_point: "server/index.js" };
const sound: Json = {
  manifest_version: "0.3",
  name: "case-bundle",
  version: "1.0.0",
  description: "A bundle of a case.",
  author: { name: "case" },
};

/** A case's manifest: what it names replaces what is sound, and a bare default becomes a field of the form. */
const manifestOf = (given: Json): Json => {
  const { entry_point: entry, mcp_config: config, user_config: asked, ...rest } = given;
  const fields = Object.entries(isObject(asked) ? asked : {}).map(([key, preset]) => [
    key,
    { type: "string", default: String(preset) },
  ]);
  return {
    ...sound,
    ...rest,
    server: {
      ...server,
      ...(entry === undefined ? {} : { entry_point: entry }),
      ...(config === undefined ? {} : { mcp_config: config }),
    },
    ...(fields.length > 0 ? { user_config: Object.fromEntries(fields) as Json } : {}),
  };
};

const bundleOf = (vector: unknown): { manifest: Json; entry: string | null } => {
  if (typeof vector === "string")
    return { manifest: manifestOf({}), entry: /entry (\S+)/.exec(vector)?.[1] ?? vector };
  if (isObject(vector)) return { manifest: manifestOf(vector), entry: null };
  throw new NotRun("not built yet: a bundle given in another way");
};

/** What a case lists as entries and manifests, one bundle each. */
export const bundleVectors = (input: Json): unknown[] => [
  ...textsOf(input["entries"]),
  ...(Array.isArray(input["manifests"]) ? (input["manifests"] as unknown[]) : []),
];

/** `bundle.install`: each bundle is read and, where that is not refused, unpacked and added by the real host; nothing starts. */
export const bundleAdapter = async (root: string): Promise<Adapter> => {
  const host = await startHost();
  const folder = path.join(root, "bundle");
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, "case.mcpb");
  const unpacked = path.join(host.dataDir, "bundles");
  const kept = (): string[] => (existsSync(unpacked) ? readdirSync(unpacked) : []);
  let count = 0;
  return {
    isPure: false,
    host,
    tryVector: async (vector) => {
      const { manifest, entry } = bundleOf(vector);
      writeFileSync(
        file,
        zipOf([
          { name: "manifest.json", content: JSON.stringify(manifest) },
          { name: "server/index.js", content: "process.exit(0)" },
          ...(entry === null ? [] : [{ name: entry, content: "x" }]),
        ]),
      );
      const what = oneLine(JSON.stringify(vector), 80);
      const before = kept();
      const read = await host.request("bundle.read", { path: file });
      if (!read.ok)
        return { what, isError: true, bundle: kept().length === before.length ? "rejected" : "left" };
      const { sha256 } = read.value;
      const name = `case ${++count}`;
      const done = await host.request("bundle.install", { path: file, sha256, name, values: {} });
      const servers = (await host.ask("server.list", {})).filter((one) => !one.isBundled);
      const isStarted = servers.some((one) => one.pid !== undefined || one.state !== "stopped");
      const isOutside = readdirSync(folder).length !== 1 || kept().some((one) => one.startsWith("."));
      return { what, isError: !done.ok, bundle: isStarted || isOutside ? "left" : "shown" };
    },
    close: async () => {
      await host[Symbol.asyncDispose]();
    },
  };
};
