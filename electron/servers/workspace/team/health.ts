import type { Admission } from "./calls/index.ts";
import type { Answer } from "./http/answer.ts";
import type { PolicyStore } from "./policy/index.ts";
import { version } from "../version.ts";

/** What probes and people see of this instance. */
export interface Health {
  /** 200 as long as the process answers. */
  live(): Answer;
  /** 200 while it takes calls, 503 once it drains. */
  ready(): Answer;
  isDraining(): boolean;
  startDraining(): void;
}

/** Makes it. A broken edit of the policy shows here, but the instance stays ready with the last good one. */
export function createHealth(instance: string, policy: PolicyStore, admission: Admission): Health {
  let isDraining = false;
  return {
    live: () => ({ status: 200, body: { status: "live", instance, version } }),
    ready: () => {
      const { hash, loadedAt, problems } = policy.state();
      const state = problems.length === 0 ? "current" : "lastGood";
      return {
        status: isDraining ? 503 : 200,
        body: {
          status: isDraining ? "draining" : "ready",
          instance,
          version,
          policy: { state, hash, loadedAt, problems },
          ...admission.counts(),
        },
      };
    },
    isDraining: () => isDraining,
    startDraining: () => {
      isDraining = true;
    },
  };
}
