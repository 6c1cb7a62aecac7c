import type { AskAnswer, ServerAsks } from "../asks.ts";

/** What a server waits for the person with. Its calls cannot go on meanwhile, so their time limits stand still. */
export class OpenAsks {
  #open = 0;

  get isAny(): boolean {
    return this.#open > 0;
  }

  /** The same asks, counted while they wait. */
  counting(asks: ServerAsks): ServerAsks {
    const counted = async (ask: Promise<AskAnswer>): Promise<AskAnswer> => {
      this.#open++;
      try {
        return await ask;
      } finally {
        this.#open--;
      }
    };
    return {
      ...asks,
      elicit: (params, signal) => counted(asks.elicit(params, signal)),
      sample: (params, signal) => counted(asks.sample(params, signal)),
    };
  }
}
