import type { Limits, StopReason } from "../../../shared/contract/index.ts";

/** What a turn has used so far, taken before the next model call. */
export interface TurnUse {
  readonly steps: number;
  readonly tokens: number;
  readonly costUsd: number;
  /** Working time in milliseconds: waiting for a person does not count. */
  readonly wallMs: number;
  readonly repeats: number;
  readonly failures: number;
  /** Our estimate for the prompt about to be sent, so that a hard budget stops before the call that would pass it. */
  readonly nextTokens: number;
  readonly nextCostUsd: number;
}

/** Which limit forbids the next model call, or null (LOOP-05). */
export const limitReached = (limits: Limits, use: TurnUse): StopReason | null => {
  if (use.repeats >= limits.maxRepeats) return "repeatedCall";
  if (use.failures >= limits.maxFailures) return "tooManyFailures";
  if (use.steps >= limits.maxSteps) return "maxSteps";
  if (limits.maxTokens !== null && use.tokens + use.nextTokens > limits.maxTokens) return "tokenBudget";
  if (limits.maxCostUsd !== null && use.costUsd + use.nextCostUsd > limits.maxCostUsd) return "costBudget";
  if (limits.maxWallMs !== null && use.wallMs >= limits.maxWallMs) return "timeBudget";
  return null;
};

/** Counts the same call in a row (name and canonical arguments, by hash) and failures in a row. */
export interface Streaks {
  /** Tells of a call that was asked for, in order. */
  asked(key: string): void;
  ended(isFailure: boolean): void;
  readonly repeats: number;
  readonly failures: number;
}

/** Starts both counts at zero. */
export const createStreaks = (): Streaks => {
  let lastKey = "";
  let repeats = 0;
  let failures = 0;
  return {
    asked: (key) => {
      repeats = key === lastKey ? repeats + 1 : 1;
      lastKey = key;
    },
    ended: (isFailure) => {
      failures = isFailure ? failures + 1 : 0;
    },
    get repeats() {
      return repeats;
    },
    get failures() {
      return failures;
    },
  };
};
