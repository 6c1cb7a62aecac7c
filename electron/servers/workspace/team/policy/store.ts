import { readFileSync, statSync } from "node:fs";
import { hash } from "node:crypto";
import path from "node:path";
import { parsePolicy, type ParsedPolicy } from "./parse.ts";
import type { Policy } from "./schema.ts";

/** The file is looked at again when it was not within this time. */
const freshMs = 250;

/** How the policy stands, for health and log. */
export interface PolicyState {
  readonly hash: string;
  readonly loadedAt: number;
  /** What is wrong with a later edit, which does not count; empty when the file counts as it is. */
  readonly problems: readonly string[];
}

/** The policy that counts now. */
export interface PolicyStore {
  /** The last good one. */
  current(): Policy;
  state(): PolicyState;
  /** Calls `listener` after the file changed, for good or bad. */
  onChanged(listener: () => void): void;
  close(): void;
}

/** Its problems, one a line. */
export class BadPolicy extends Error {
  constructor(problems: readonly string[]) {
    super(problems.join("\n"));
    this.name = "BadPolicy";
  }
}

function stampOf(file: string): string {
  try {
    const { mtimeNs, ctimeNs, size, ino } = statSync(file, { bigint: true });
    return [mtimeNs, ctimeNs, size, ino].join(" ");
  } catch {
    return "";
  }
}

function read(file: string, stateFolder: string): { readonly parsed: ParsedPolicy; readonly hash: string } {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { parsed: { isGood: false, problems: [`it cannot be read: ${why}`] }, hash: "" };
  }
  return {
    parsed: parsePolicy(text, path.dirname(file), stateFolder),
    hash: hash("sha256", text, "hex").slice(0, 16),
  };
}

/**
 * Opens the policy file and keeps up with it without a restart. A broken edit leaves the last good policy in force.
 * @throws BadPolicy when there is no good one to start with
 */
export function openPolicy(given: string, stateFolder: string): PolicyStore {
  const file = path.resolve(given);
  let stamp = stampOf(file);
  const first = read(file, stateFolder);
  if (!first.parsed.isGood) throw new BadPolicy(first.parsed.problems);
  let policy = first.parsed.policy;
  let state: PolicyState = { hash: first.hash, loadedAt: Date.now(), problems: [] };
  let lookedAt = Date.now();
  const listeners: (() => void)[] = [];

  const look = (): void => {
    lookedAt = Date.now();
    const found = stampOf(file);
    if (found === stamp) return;
    stamp = found;
    const { parsed, hash } = read(file, stateFolder);
    if (parsed.isGood) {
      policy = parsed.policy;
      state = { hash, loadedAt: Date.now(), problems: [] };
    } else state = { ...state, problems: parsed.problems };
    for (const listener of listeners) listener();
  };
  const lookIfStale = (): void => {
    if (Date.now() - lookedAt >= freshMs) look();
  };
  // Also without calls: what a person must not do any more has to end now, not at the next call.
  const timer = setInterval(look, 1_000);
  timer.unref();
  return {
    current: () => {
      lookIfStale();
      return policy;
    },
    state: () => {
      lookIfStale();
      return state;
    },
    onChanged: (listener) => {
      listeners.push(listener);
    },
    close: () => clearInterval(timer),
  };
}
