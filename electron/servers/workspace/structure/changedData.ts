import type { Survey } from "../changes/index.ts";
import { hashInPrint } from "../changes/index.ts";
import type { Entry } from "./entry.ts";

/** One changed path as programs read it in a result; the host makes its `file.changed` of it. */
export interface ChangedPath {
  readonly path: string;
  readonly realPath: string;
  /** `sha256:…` of a file's bytes; null where there was or is none, for folders, links and very large files. */
  readonly beforeHash: string | null;
  readonly afterHash: string | null;
  readonly bytes: number;
  readonly linesAdded: number;
  readonly linesRemoved: number;
  readonly kind: "created" | "deleted" | "moved";
  readonly from?: string;
}

/** A whole entry that came, went or moved. */
export function changedEntry(
  kind: ChangedPath["kind"],
  entry: Pick<Entry, "rel" | "real">,
  found: Pick<Survey, "print" | "bytes">,
  from?: string,
): ChangedPath {
  const hash = hashInPrint(found.print);
  return {
    path: entry.rel,
    realPath: entry.real,
    beforeHash: kind === "created" ? null : hash,
    afterHash: kind === "deleted" ? null : hash,
    bytes: found.bytes,
    linesAdded: 0,
    linesRemoved: 0,
    kind,
    ...(from === undefined ? {} : { from }),
  };
}
