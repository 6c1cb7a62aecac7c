import { fail, type PolicyProblem, type Result } from "../../../shared/contract/index.ts";
import type { Ended } from "./process.ts";

/** What is asked about is not there. */
export const unknownTeam = (): Result<never> =>
  fail("notFound", "This team server does not exist any more. Load the list again.", { key: "teamUnknown" });

/** A policy that has problems is never put in force. */
export const brokenPolicy = (problems: readonly PolicyProblem[]): Result<never> => {
  const [first] = problems;
  const where = `line ${first?.line ?? 1}: ${first?.field ? `${first.field}: ` : ""}${first?.message ?? ""}`;
  return fail(
    "invalidInput",
    `The policy has problems (${problems.length}), so it does not count; the first: ${where}. Correct it on the policy's page.`,
    {
      key: "teamPolicyBroken",
      params: { count: problems.length, where },
      detail: problems.map(({ line, field, message }) => `line ${line}: ${field}: ${message}`).join("\n"),
    },
  );
};

/** Another program took the policy file in hand since it was read. */
export const stalePolicy = (file: string): Result<never> =>
  fail(
    "stale",
    `The policy file ${file} was changed outside since you opened it, so nothing was written. Load it again, then make your change anew.`,
    { key: "teamPolicyStale", params: { file } },
  );

/** It was told to stop before it was up. */
export const stoppedEarly = (name: string): Result<never> =>
  fail("denied", `The team server "${name}" was stopped while it was starting.`, {
    key: "teamStoppedEarly",
    params: { name },
  });

const howItEnded = ({ exitCode, signal, error }: Ended): string =>
  error ?? (signal === null ? `exit code ${exitCode ?? "unknown"}` : `signal ${signal}`);

const addressProblems = {
  EADDRINUSE: [
    "teamAddressTaken",
    "another program listens there already. Choose another port, or 0 for a free one",
  ],
  EACCES: ["teamAddressDenied", "you have no right to listen there. Choose a port above 1023"],
  EADDRNOTAVAIL: [
    "teamAddressForeign",
    "this computer has no such address. Use 127.0.0.1, or an address of this computer",
  ],
} as const;

/** Why it did not come up, by its last words. */
export const startFailed = ({
  name,
  address,
  ended,
  lastWords,
}: {
  readonly name: string;
  readonly address: string;
  readonly ended: Ended;
  readonly lastWords: string;
}): Result<never> => {
  const code = (Object.keys(addressProblems) as (keyof typeof addressProblems)[]).find((one) =>
    lastWords.includes(one),
  );
  const how = howItEnded(ended);
  if (code !== undefined) {
    const [key, why] = addressProblems[code];
    return fail("unreachable", `The team server "${name}" cannot listen at ${address}: ${why}.`, {
      key,
      params: { name, address },
      detail: lastWords,
    });
  }
  return fail(
    "internal",
    `The team server "${name}" ended while it was starting (${how}). Read its log for the cause, then start it again.`,
    { key: "teamStartFailed", params: { name, how }, detail: lastWords },
  );
};

/** It was up, and is gone without having been told to. */
export const crashed = (name: string, ended: Ended, lastWords: string): Result<never> => {
  const how = howItEnded(ended);
  return fail(
    "internal",
    `The team server "${name}" ended by itself (${how}). It is started again; read its log if that goes on.`,
    { key: "teamCrashed", params: { name, how }, detail: lastWords },
  );
};

/** It neither listens nor ends. */
export const startSilent = (name: string, seconds: number): Result<never> =>
  fail(
    "timedOut",
    `The team server "${name}" did not listen within ${seconds} s, so it was ended. Read its log, then start it again.`,
    { key: "teamStartSilent", params: { name, seconds } },
  );
