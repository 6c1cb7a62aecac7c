import { appendFileSync, mkdirSync } from "node:fs";
import { hash } from "node:crypto";
import path from "node:path";
import { errnoOf, Refusal } from "../outcome/index.ts";

/** One line of a project's audit. */
export interface AuditEntry {
  readonly event: "call.admitted" | "call.ended" | "request.denied";
  readonly project: string;
  readonly identity: string;
  /** Of this one try of a call; a repeat has its own. */
  readonly callId?: string;
  readonly requestId?: string | null;
  readonly tool?: string;
  readonly argumentsHash?: string;
  /** `admitted` before it runs; then `allowed`, `denied` by the policy, or `refused` for want of room. */
  readonly decision: "admitted" | "allowed" | "denied" | "refused";
  readonly reason?: string;
  /** `ok`, or the code of the failure. */
  readonly outcome?: string;
  readonly durationMs?: number;
}

/** Appends to the audit. @throws Refusal `full` when it cannot be written: a call that leaves no trace is not made */
export type Audit = (entry: AuditEntry) => void;

/** Text of a value in which the order of an object's fields does not matter. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([key, one]) => `${JSON.stringify(key)}:${canonical(one)}`).join(",")}}`;
}

/** What a call was asked to do, as a hash: the audit proves it without holding file contents. */
export function argumentsHash(input: unknown): string {
  return `sha256:${hash("sha256", canonical(input ?? {}), "hex")}`;
}

/**
 * One file a project below `folder`, a line of JSON for each entry. The file is opened for each line, so that it may be
 * moved away at any time.
 */
export function createAudit(folder: string, instance: string): Audit {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return (entry) => {
    const line = `${JSON.stringify({ at: Date.now(), instance, ...entry })}\n`;
    try {
      appendFileSync(path.join(folder, `${entry.project}.ndjson`), line, { mode: 0o600 });
    } catch (error) {
      const errno = errnoOf(error);
      const why = errno === "ENOSPC" ? "no space is left on its disk" : "its state folder cannot be written";
      throw new Refusal(
        "full",
        `The team server's audit cannot be written (${why}), so the call was not made.`,
        "Ask the administrator of the team server to free space or look at its state folder, then try again.",
        error,
      );
    }
  };
}
