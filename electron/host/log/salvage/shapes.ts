import type { EventRow } from "../rows.ts";
import type { Found } from "./records.ts";

const isHash = (value: unknown): value is string => typeof value === "string" && /^[0-9a-f]{64}$/.test(value);

/** An event, recognised by the shape of its record (migration 1), or undefined. */
export const asEvent = ({ kind, rowid, values }: Found): EventRow | undefined => {
  if (kind !== "table" || rowid === null || values.length !== 10) return undefined;
  const [, session, seq, at, type, body, bytes, blob, repaired, hash] = values;
  if (typeof session !== "number" || typeof seq !== "number" || typeof at !== "number") return undefined;
  if (typeof type !== "string" || typeof body !== "string" || typeof bytes !== "number") return undefined;
  if (!(blob === null || isHash(blob)) || typeof repaired !== "number" || !isHash(hash)) return undefined;
  return { id: rowid, session, seq, at, type, body, bytes, blob, repaired, hash };
};

/** A session's number, id and title. From the index over ids there is no title; both copies lie in pages of their own. */
export const asSession = ({
  kind,
  rowid,
  values,
}: Found): { no: number; id: string; title: string | undefined } | undefined => {
  if (kind === "table" && values.length === 6 && rowid !== null) {
    const [, id, title, headSeq] = values;
    return typeof id === "string" && typeof title === "string" && typeof headSeq === "number"
      ? { no: rowid, id, title }
      : undefined;
  }
  if (kind !== "index" || values.length !== 2) return undefined;
  const [id, no] = values;
  return typeof id === "string" && !isHash(id) && typeof no === "number"
    ? { no, id, title: undefined }
    : undefined;
};

/** A blob (migration 2). */
export const asBlob = ({
  kind,
  values,
}: Found): { hash: string; bytes: number; data: Buffer } | undefined => {
  const [hash, bytes, data] = values;
  return kind === "table" &&
    values.length === 3 &&
    isHash(hash) &&
    typeof bytes === "number" &&
    Buffer.isBuffer(data)
    ? { hash, bytes, data }
    : undefined;
};

/** A setting (migration 3); from its copy in the index the time is not known and is 0. */
export const asSetting = ({
  kind,
  values,
}: Found): { name: string; value: string; changedAt: number } | undefined => {
  const [name, value, last] = values;
  if (
    values.length !== 3 ||
    typeof name !== "string" ||
    typeof value !== "string" ||
    typeof last !== "number"
  )
    return undefined;
  return { name, value, changedAt: kind === "table" ? last : 0 };
};
