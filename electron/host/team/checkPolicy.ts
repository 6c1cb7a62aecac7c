import type { PolicyProblem } from "../../../shared/contract/index.ts";

/** A policy's text, looked at by the team server's own reader, so that both always agree. */
interface CheckedPolicy {
  readonly problems: readonly PolicyProblem[];
  readonly projects: readonly string[];
  /** How long a stop may wait for running calls, in milliseconds. */
  readonly drainMs: number;
}

const sentence = /^line (\d+): (?:([A-Za-z][\w.@ -]*): )?([\s\S]*)$/;
const usualDrainMs = 20_000;

const problemOf = (said: string): PolicyProblem => {
  const [, line = "1", field = "", message = said] = sentence.exec(said) ?? [];
  return { line: Math.max(1, Number(line)), field, message };
};

/**
 * Says what is wrong with a policy, each by line and field.
 * @param folder of the policy file: relative roots are taken from there
 * @param stateFolder no project may hold it
 */
export const checkPolicy = async (
  text: string,
  folder: string,
  stateFolder: string,
): Promise<CheckedPolicy> => {
  // Loaded when it is first needed: a host without a team server starts without it.
  const { parsePolicy } = await import("../../servers/workspace/team/policy/index.ts");
  const parsed = parsePolicy(text, folder, stateFolder);
  if (!parsed.isGood)
    return { problems: parsed.problems.map(problemOf), projects: [], drainMs: usualDrainMs };
  const { projects, limits } = parsed.policy;
  return { problems: [], projects: Object.keys(projects), drainMs: limits.drainMs };
};
