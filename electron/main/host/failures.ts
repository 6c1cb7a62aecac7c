import type { Failure } from "../../../shared/contract/index.ts";

/** A request that was with the host when it died. */
export const hostRestarted = (method: string): Failure => ({
  code: "unreachable",
  message: `The host restarted while "${method}" was under way. What it did until then is in the log: look there, then try again.`,
  key: "hostRestarted",
  params: { method },
});

/** A request for a host that is gone for good, or that is being ended. */
export const hostGone = (method: string): Failure => ({
  code: "unreachable",
  message: `"${method}" was not done: the host is not running. Restart it from the status bar, or restart Loopwright.`,
  key: "hostGone",
  params: { method },
});

/** The host died too often. `how` is what was seen last; the host's own words are in `logFile`. */
export const hostKeepsDying = (how: string, logFile: string): Failure => ({
  code: "unreachable",
  message: `The host, which runs the agents, stopped three times within a minute and was not started again. Look at ${logFile}, then restart it.`,
  key: "hostKeepsDying",
  params: { file: logFile },
  detail: how,
});
