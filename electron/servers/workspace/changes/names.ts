import { ChangeRecord } from "./record.ts";

/** Longest name of an entry, with room for the mark behind it: file systems end names at 255 bytes. */
const nameBytes = 238;

const hashPrefix = "sha256:";
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const form =
  /^(?<id>[0-9a-z]{9}-[0-9a-f]{8})=(?<at>[0-9a-z]+)=(?<pid>[0-9a-z]+)=(?<bytes>[0-9a-z]+)=(?<before>[\w-]{43})=(?<after>[\w-]{43})=(?<undoes>[0-9a-z-]*)=(?<request>[\w-]*)=(?<path>.+)=$/s;

/** Whether the name of an entry, without marks, is the whole record, so that the entry is what is kept. */
export function isLinkedName(name: string): boolean {
  return name.endsWith("=");
}

/** Whether an entry of the store is a change that is made: its bare id, or the whole record. */
export function isMade(name: string): boolean {
  return isLinkedName(name) || !name.includes(".");
}

/** The id at the start of an entry's name. */
export function idIn(name: string): string {
  return /^[0-9a-z]+-[0-9a-f]+/.exec(name)?.[0] ?? name;
}

const packed = (hash: string): string =>
  Buffer.from(hash.slice(hashPrefix.length), "hex").toString("base64url");
const unpacked = (text: string): string => hashPrefix + Buffer.from(text, "base64url").toString("hex");

function packedRequest(id: string | undefined): string | null {
  if (id === undefined) return "";
  return uuid.test(id) ? Buffer.from(id.replaceAll("-", ""), "hex").toString("base64url") : null;
}

function unpackedRequest(text: string): { requestId?: string } {
  if (text === "") return {};
  const hex = Buffer.from(text, "base64url").toString("hex");
  return { requestId: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5") };
}

/**
 * The record of a changed file as a name, or null for one that does not fit into a name. A second name of the earlier
 * file is then record and kept file in one: nothing else has to be made for a change.
 */
export function nameOf(record: ChangeRecord): string | null {
  const { id, at, pid, bytes, before, after, path, undoes = "", requestId } = record;
  const request = packedRequest(requestId);
  if (record.kind !== "changed" || before === null || after === null || request === null) return null;
  const numbers = [at, pid, bytes].map((number) => number.toString(36));
  const spelled = path.replaceAll(/[%,]/g, (one) => (one === "," ? "%2C" : "%25")).replaceAll("/", ",");
  const fields = [id, ...numbers, packed(before), packed(after), undoes, request, spelled];
  const name = `${fields.join("=")}=`;
  return Buffer.byteLength(name) <= nameBytes ? name : null;
}

/** What `nameOf` spelled; undefined for a name that is no record. */
export function recordIn(name: string): ChangeRecord | undefined {
  const found = form.exec(name)?.groups;
  if (found === undefined) return undefined;
  const {
    id,
    at = "",
    pid = "",
    bytes = "",
    before = "",
    after = "",
    undoes,
    request = "",
    path = "",
  } = found;
  const parsed = ChangeRecord.safeParse({
    id,
    at: Number.parseInt(at, 36),
    kind: "changed",
    path: path.replaceAll(",", "/").replaceAll("%2C", ",").replaceAll("%25", "%"),
    entry: "file",
    before: unpacked(before),
    after: unpacked(after),
    files: 1,
    bytes: Number.parseInt(bytes, 36),
    made: [],
    ...(undoes === "" ? {} : { undoes }),
    ...unpackedRequest(request),
    pid: Number.parseInt(pid, 36),
  });
  return parsed.success ? parsed.data : undefined;
}
