import { z } from "zod";
import type { TeamHealth } from "../../../shared/contract/index.ts";

const ANSWER_MS = 2000;

const Said = z.object({
  status: z.enum(["ready", "draining"]),
  running: z.int().nonnegative(),
  queued: z.int().nonnegative(),
  policy: z.object({ state: z.enum(["current", "lastGood"]) }),
});

/** Asks a team server how it is; one that does not answer in time is `silent`. Never rejects. */
export const askHealth = async (url: string, at: number): Promise<TeamHealth> => {
  try {
    const answer = await fetch(new URL("/readyz", url), { signal: AbortSignal.timeout(ANSWER_MS) });
    const { status, running, queued, policy } = Said.parse(await answer.json());
    return { at, status, running, queued, policy: policy.state };
  } catch {
    return { at, status: "silent", running: 0, queued: 0, policy: "current" };
  }
};
