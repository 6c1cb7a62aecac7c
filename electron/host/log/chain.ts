import { hash } from "node:crypto";

/** The hash before a session's first event. */
export const CHAIN_START = "0".repeat(64);

/** What of a row its hash covers: everything but the row's place in the file. */
export interface ChainedRow {
  readonly sessionId: string;
  readonly seq: number;
  readonly at: number;
  readonly type: string;
  /** Canonical JSON as stored: the body, or its preview when `blob` is set. */
  readonly body: string;
  readonly bytes: number;
  /** `sha256` in hex of the whole body's canonical JSON when that lies in a blob. */
  readonly blob: string | null;
  readonly isRepaired: boolean;
}

/**
 * The row as canonical JSON (RFC 8785), composed by hand because `body` is canonical text already and the key order is known:
 * `at`, `blob`?, `body`, `bytes`, `repaired`?, `seq`, `sessionId`, `type`. The two with `?` are there only when set.
 */
export const chainText = (row: ChainedRow): string =>
  `{"at":${row.at}${row.blob === null ? "" : `,"blob":"${row.blob}"`},"body":${row.body},"bytes":${row.bytes}${
    row.isRepaired ? ',"repaired":true' : ""
  },"seq":${row.seq},"sessionId":${JSON.stringify(row.sessionId)},"type":"${row.type}"}`;

/** The chain's value at a row: SHA-256 over the value before it, in hex, followed by {@link chainText}. */
export const chainHash = (previous: string, row: ChainedRow): string =>
  hash("sha256", previous + chainText(row), "hex");
