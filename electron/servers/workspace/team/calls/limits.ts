import type { Policy } from "../policy/index.ts";
import type { AdmissionLimits } from "./admission.ts";

/** True when the rules can be about one single person alone, who then needs to leave no room for others. */
function isForOne(policy: Policy): boolean {
  const [only, ...rest] = policy.identities;
  return only !== undefined && rest.length === 0 && "subject" in only.match;
}

/** The policy's limits; unless it says otherwise, one identity leaves an eighth of the room to the others. */
export function limitsOf(policy: Policy): AdmissionLimits {
  const { atOnce, perIdentityAtOnce, queued, queueMs } = policy.limits;
  const shared = isForOne(policy) ? atOnce : Math.max(1, atOnce - Math.ceil(atOnce / 8));
  return { atOnce, queued, queueMs, perIdentityAtOnce: Math.min(atOnce, perIdentityAtOnce ?? shared) };
}
