import type { Limits } from "./values.ts";

/**
 * The defaults of LOOP-05: 25 steps, the same call three times in a row, five failures in a row, no budgets. Apart from its schema so that the page, which
 * folds sessions but parses nothing, loads no zod.
 */
export const defaultLimits: Limits = {
  maxSteps: 25,
  maxTokens: null,
  maxCostUsd: null,
  maxWallMs: null,
  maxRepeats: 3,
  maxFailures: 5,
};
