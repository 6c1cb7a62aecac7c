import type { SessionState } from "../../shared/session/index.ts";

/**
 * How much of its tightest limit the last turn used, 0 to 1: steps, tokens or money, whichever is nearest its end.
 * `undefined` before the first turn.
 */
export const budgetShare = (session: SessionState): number | undefined => {
  const turn = session.turns.at(-1);
  if (turn === undefined) return undefined;
  const steps = session.steps.filter((step) => step.turnId === turn.turnId);
  const tokens = steps.reduce(
    (sum, step) => sum + (step.usage?.inputTokens ?? 0) + (step.usage?.outputTokens ?? 0),
    0,
  );
  const cost = steps.reduce((sum, step) => sum + (step.costUsd ?? 0), 0);
  const { maxSteps, maxTokens, maxCostUsd } = session.limits;
  return Math.min(
    1,
    Math.max(
      steps.length / maxSteps,
      maxTokens === null ? 0 : tokens / maxTokens,
      maxCostUsd === null ? 0 : cost / maxCostUsd,
    ),
  );
};
