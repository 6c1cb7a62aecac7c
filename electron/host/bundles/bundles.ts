import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { copyFile, mkdir, mkdtemp, rename, rm, stat } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { fail, ok, type BundleInfo, type Result } from "../../../shared/contract/index.ts";
import { BadArchive, listArchive, unpackArchive } from "./archive.ts";
import { parseManifest } from "./manifest.ts";
import { optionOf } from "./option.ts";

/** Where bundles are unpacked to. */
export interface Bundles {
  readonly dataDir: string;
}

const MAX_ARCHIVE_BYTES = 500_000_000;
const MAX_MANIFEST_BYTES = 1_000_000;

const hashOf = async (file: string): Promise<string> => {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
};

/** The hash names the folder: nothing that a manifest says does. */
const folderOf = ({ dataDir }: Bundles, sha256: string): string =>
  path.join(dataDir, "bundles", sha256.slice(0, 32));

const refused = (file: string, why: string): Result<never> =>
  fail(
    "invalidInput",
    `The bundle ${path.basename(file)} was refused: ${why}. Nothing of it was unpacked; ask its maker for another one.`,
    { key: "bundleRefused", params: { file: path.basename(file), why } },
  );

const notRead = (file: string, error: unknown): Result<never> => {
  if (error instanceof BadArchive) return refused(file, error.message);
  const why = error instanceof Error ? error.message : String(error);
  return fail(
    "notFound",
    `The bundle ${file} could not be read or unpacked: ${why}. Check the file and the free space.`,
    {
      key: "bundleNotRead",
      params: { file },
      detail: why,
    },
  );
};

const checkFile = async (file: string): Promise<void> => {
  const found = await stat(file);
  if (!found.isFile()) throw new BadArchive("it is no file");
  if (found.size > MAX_ARCHIVE_BYTES)
    throw new BadArchive(`it is larger than ${MAX_ARCHIVE_BYTES / 1_000_000} MB`);
};

/** Reads a bundle without unpacking it: what it would start and what it asks for. Never rejects. */
export const readBundle = async (bundles: Bundles, file: string): Promise<Result<BundleInfo>> => {
  try {
    await checkFile(file);
    const sha256 = await hashOf(file);
    const { content, names, files, bytes } = await listArchive(file, "manifest.json", MAX_MANIFEST_BYTES);
    const manifest = parseManifest(content);
    const option = optionOf(manifest, names, {
      folder: folderOf(bundles, sha256),
      home: homedir(),
      platform: process.platform,
    });
    const { name, version, description, author } = manifest;
    return ok({ path: file, sha256, name, version, description, author: author.name, files, bytes, option });
  } catch (error) {
    return notRead(file, error);
  }
};

const isThere = async (folder: string): Promise<boolean> => {
  try {
    return (await stat(folder)).isDirectory();
  } catch {
    return false;
  }
};

/**
 * Unpacks a bundle into its folder: first a copy whose hash must be the one that was shown, then beside its place, then there
 * as a whole. Whatever fails leaves nothing behind. Never rejects.
 */
export const installBundle = async (
  bundles: Bundles,
  file: string,
  sha256: string,
): Promise<Result<{ readonly isNew: boolean }>> => {
  const folder = folderOf(bundles, sha256);
  let staging: string | undefined;
  try {
    if (await isThere(folder)) return ok({ isNew: false });
    await mkdir(path.dirname(folder), { recursive: true, mode: 0o700 });
    staging = await mkdtemp(path.join(path.dirname(folder), ".staging-"));
    const copy = path.join(staging, "bundle.mcpb");
    await copyFile(file, copy);
    if ((await hashOf(copy)) !== sha256) throw new BadArchive("it changed while it was read");
    const whole = path.join(staging, "whole");
    await mkdir(whole, { mode: 0o700 });
    await unpackArchive(copy, whole);
    await rename(whole, folder);
    return ok({ isNew: true });
  } catch (error) {
    return notRead(file, error);
  } finally {
    if (staging !== undefined) await rm(staging, { recursive: true, force: true });
  }
};

/**
 * Takes away the folder of a bundle whose server was removed, unless another server works in it. A folder that is none of
 * ours is left alone. Never rejects: what cannot be deleted lies there and harms nobody.
 */
export const removeUnused = async (
  { dataDir }: Bundles,
  folder: string | undefined,
  inUse: readonly (string | undefined)[],
): Promise<void> => {
  if (folder === undefined || inUse.includes(folder)) return;
  const isOurs =
    path.dirname(folder) === path.join(dataDir, "bundles") && /^[0-9a-f]{32}$/.test(path.basename(folder));
  if (!isOurs) return;
  try {
    await rm(folder, { recursive: true, force: true });
  } catch (error) {
    console.error(`The folder of a removed bundle could not be deleted: ${String(error)}`);
  }
};

/** Takes an unpacked bundle away again. */
export const removeBundle = async (bundles: Bundles, sha256: string): Promise<void> => {
  await rm(folderOf(bundles, sha256), { recursive: true, force: true });
};
