import type { Approval, JsonObject } from "../../../shared/contract/index.ts";

/** A background command that names no time is ended by the workspace's server after a day. */
const BACKGROUND_MS = 24 * 3_600_000;

/** What the time of a command call means: how long the call waits, or how long a background command may run. */
export const commandTime = (
  command: Pick<NonNullable<Approval["command"]>, "timeoutMs">,
  args: JsonObject,
): { readonly kind: "waits" | "background"; readonly ms: number } => {
  if (args["background"] !== true) return { kind: "waits", ms: command.timeoutMs };
  const isNamed = [args["timeout_ms"], args["timeoutMs"]].some((value) => typeof value === "number");
  return { kind: "background", ms: isNamed ? command.timeoutMs : BACKGROUND_MS };
};
