import { hash } from "node:crypto";
import { constants } from "node:fs";
import { open, realpath, type FileHandle } from "node:fs/promises";
import path from "node:path";
import type { Remark } from "../../../shared/contract/index.ts";
import { remark } from "../../../shared/remarks/index.ts";

const MAX_BYTES = 2_000_000;

/** A file of a folder: its text with the hash of the very bytes it was read from, or why it was not read. */
export type FolderFile = { readonly text: string; readonly sha256: string } | { readonly problem: Remark };

const contentOf = async (file: FileHandle): Promise<FolderFile> => {
  // A folder that somebody else made may hold a pipe of this name: reading it would never end.
  if (!(await file.stat()).isFile()) return { problem: remark("fileIrregular") };
  const buffer = Buffer.alloc(MAX_BYTES + 1);
  let length = 0;
  for (;;) {
    const { bytesRead } = await file.read(buffer, length, buffer.length - length, length);
    length += bytesRead;
    if (bytesRead === 0 || length === buffer.length) break;
  }
  if (length > MAX_BYTES) return { problem: remark("fileTooLarge") };
  const bytes = buffer.subarray(0, length);
  return { text: bytes.toString("utf8"), sha256: `sha256:${hash("sha256", bytes)}` };
};

const isInside = (folder: string, file: string): boolean => {
  const relative = path.relative(folder, file);
  return relative.split(path.sep)[0] !== ".." && !path.isAbsolute(relative);
};

/**
 * Reads a file of a folder whose real path is given; `name` is within it, with slashes. Null where there is none. A link that
 * leads out of the folder is not followed. Never rejects.
 */
export const readFolderFile = async (folder: string, name: string): Promise<FolderFile | null> => {
  try {
    const real = await realpath(path.join(folder, ...name.split("/")));
    if (!isInside(folder, real)) return { problem: remark("fileLeadsOut") };
    const file = await open(real, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      return await contentOf(file);
    } finally {
      await file.close();
    }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "";
    return ["ENOENT", "ENOTDIR"].includes(code) ? null : { problem: remark("fileUnreadable", { code }) };
  }
};
