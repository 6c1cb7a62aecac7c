import { z } from "zod";

/**
 * One change as it is kept, so that it can be taken back. Written before the change is made; its name loses the mark
 * of an open change once it is made. Paths are relative to the root with `/`, links on the way resolved.
 */
export const ChangeRecord = z.strictObject({
  /** Sorts by time. */
  id: z.string().regex(/^[0-9a-z]{9}-[0-9a-f]{8}$/),
  /** Epoch milliseconds. */
  at: z.int(),
  kind: z.enum(["changed", "created", "deleted", "moved"]),
  /** Where the entry is after the change; of a deleted one where it was. */
  path: z.string(),
  /** Of a moved entry: where it was. */
  from: z.string().optional(),
  entry: z.enum(["file", "folder", "link", "other"]),
  /** Print of the entry before (null: there was none) and after the change (null: there is none). */
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** What is kept for the way back: regular files and bytes. */
  files: z.int(),
  bytes: z.int(),
  /** Folders that the change makes on the way, outermost first. */
  made: z.array(z.string()),
  /** The change that this one takes back. */
  undoes: z.string().optional(),
  /** The change whose kept entry this one puts back. */
  source: z.string().optional(),
  /** The request id of the call that made it. */
  requestId: z.string().optional(),
  /** Process that makes it: tells a change on its way from one that was cut off. */
  pid: z.int(),
});
export type ChangeRecord = z.infer<typeof ChangeRecord>;

/** Every path that the change touched. */
export function pathsOf(record: ChangeRecord): string[] {
  return record.from === undefined ? [record.path] : [record.path, record.from];
}

/** True when `path` is `folder` or lies in it. */
export function isWithin(folder: string, path: string): boolean {
  return folder === "." || path === folder || path.startsWith(`${folder}/`);
}

/** True when the change touched `path`, something in it, or as a whole a folder around it. */
export function touches(record: ChangeRecord, path: string): boolean {
  return pathsOf(record).some(
    (one) => isWithin(path, one) || (record.entry === "folder" && isWithin(one, path)),
  );
}
