import { readFile } from "node:fs/promises";
import path from "node:path";
import type { PolicyProblem, TeamCall, TeamHealth } from "../../../shared/contract/index.ts";
import { auditStamp, readCalls } from "./calls.ts";
import { checkPolicy } from "./checkPolicy.ts";
import { askHealth } from "./health.ts";
import { policyHash, stampOf, type TeamFolders } from "./policyFile.ts";

/** What was last seen of a team server from outside its process. */
interface Seen {
  readonly hash: string | null;
  readonly problems: readonly PolicyProblem[];
  readonly projects: readonly string[];
  readonly drainMs: number;
  readonly calls: readonly TeamCall[];
  readonly health: TeamHealth | undefined;
}

/** Looks at the policy file, the audit and the health of one team server; reads only what has changed. */
export class TeamWatch {
  readonly #folders: TeamFolders;
  #policyStamp: string | null = null;
  #auditStamp: string | null = null;
  #seen: Seen = {
    hash: null,
    problems: [],
    projects: [],
    drainMs: 20_000,
    calls: [],
    health: undefined,
  };

  constructor(folders: TeamFolders) {
    this.#folders = folders;
  }

  get seen(): Seen {
    return this.#seen;
  }

  /** @param url of the running server, and since when it runs; null while it does not */
  async look(running: { readonly url: string; readonly since: number } | null, now: number): Promise<void> {
    await this.#lookAtPolicy();
    const { state } = this.#folders;
    const stamp = `${running?.since ?? ""} ${await auditStamp(state)}`;
    const calls =
      stamp === this.#auditStamp ? this.#seen.calls : await readCalls(state, running?.since ?? null);
    this.#auditStamp = stamp;
    const health = running === null ? undefined : await askHealth(running.url, now);
    this.#seen = { ...this.#seen, calls, health };
  }

  async #lookAtPolicy(): Promise<void> {
    const { policyFile, state } = this.#folders;
    const stamp = await stampOf(policyFile);
    if (stamp === this.#policyStamp) return;
    this.#policyStamp = stamp;
    try {
      const text = await readFile(policyFile, "utf8");
      const checked = await checkPolicy(text, path.dirname(policyFile), state);
      this.#seen = { ...this.#seen, ...checked, hash: policyHash(text) };
    } catch (error) {
      const problem = { line: 1, field: "", message: `the file cannot be read: ${String(error)}` };
      this.#seen = { ...this.#seen, hash: null, problems: [problem], projects: [] };
    }
  }
}
