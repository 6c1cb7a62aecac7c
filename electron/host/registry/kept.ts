import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";

/** An answer of a registry as it came. */
const Kept = z.object({ url: z.string(), readAt: z.number(), body: z.unknown() });
export type Kept = z.infer<typeof Kept>;

/** Answers that are kept for use without the network. Methods never reject: a cache that fails is none. */
export interface KeptAnswers {
  get(url: string): Promise<Kept | null>;
  put(kept: Kept): Promise<void>;
  /** Everything kept, newest first. */
  all(): Promise<Kept[]>;
}

const MAX_FILES = 200;

const quietly = async <T>(work: () => Promise<T>, otherwise: T): Promise<T> => {
  try {
    return await work();
  } catch {
    return otherwise;
  }
};

/** Keeps answers as files in `folder`, the oldest dropped beyond 200. */
export const createKept = (folder: string): KeptAnswers => {
  const fileOf = (url: string): string =>
    path.join(folder, `${createHash("sha256").update(url).digest("hex").slice(0, 32)}.json`);
  const read = (file: string): Promise<Kept | null> =>
    quietly(async () => {
      const parsed = Kept.safeParse(JSON.parse(await readFile(file, "utf8")));
      return parsed.success ? parsed.data : null;
    }, null);
  const files = async (): Promise<{ file: string; at: number }[]> => {
    const names = (await readdir(folder)).filter((name) => name.endsWith(".json"));
    const found = await Promise.all(
      names.map(async (name) => {
        const file = path.join(folder, name);
        return { file, at: (await stat(file)).mtimeMs };
      }),
    );
    return found.sort((a, b) => b.at - a.at);
  };
  return {
    get: async (url) => {
      const kept = await read(fileOf(url));
      return kept?.url === url ? kept : null;
    },
    put: (kept) =>
      quietly(async () => {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const file = fileOf(kept.url);
        await writeFile(`${file}.new`, JSON.stringify(kept), { mode: 0o600 });
        await rename(`${file}.new`, file);
        for (const old of (await files()).slice(MAX_FILES)) await rm(old.file, { force: true });
      }, undefined),
    all: () =>
      quietly(async () => {
        const read_ = await Promise.all((await files()).map(({ file }) => read(file)));
        return read_.filter((one) => one !== null).sort((a, b) => b.readAt - a.readAt);
      }, []),
  };
};
