import type { Failure, ServerHistoryItem, ServerState } from "../../../../shared/contract/index.ts";

/** States that are kept; older ones stand in the audit log. */
const MAX_ITEMS = 100;

/** What a server went through since the app started, newest last. */
export class StateHistory {
  readonly #items: ServerHistoryItem[] = [];

  add(state: ServerState, at: number, cause: ServerHistoryItem["cause"], error: Failure | null): void {
    this.#items.push({ state, at, cause, ...(error === null ? {} : { error }) });
    if (this.#items.length > MAX_ITEMS) this.#items.shift();
  }

  get items(): ServerHistoryItem[] {
    return [...this.#items];
  }
}
