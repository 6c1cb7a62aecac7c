import type { Remark } from "../../../../shared/contract/index.ts";

/** What was odd about a result, each thing once however often it came. */
export class Warnings {
  readonly #byText = new Map<string, Remark>();

  get all(): readonly Remark[] {
    return [...this.#byText.values()];
  }

  /** Returns what was added, so that it can be said in the result too. */
  add(what: Remark): Remark {
    this.#byText.set(what.text, what);
    return what;
  }
}
