import type { Result, ServerDefinition, ServerId, WorkspaceServer } from "../../../shared/contract/index.ts";
import type { Decision } from "./decisions.ts";

type Standing = Pick<WorkspaceServer, "state" | "serverId" | "earlier">;

/**
 * Where a server of a folder's file stands, `hash` being what it is now. `definition` gives the person's servers that are
 * still there: one that was taken and removed since counts as refused.
 */
export const standingOf = (
  hash: string,
  decision: Decision | undefined,
  definition: (serverId: ServerId) => Result<ServerDefinition>,
): Standing => {
  if (decision === undefined) return { state: "new" };
  const { taken, refused } = decision;
  const made = taken === undefined ? undefined : definition(taken.serverId);
  if (taken !== undefined && made?.ok === true) {
    const { serverId } = taken;
    if (taken.hash === hash) return { state: "taken", serverId };
    return { state: refused.includes(hash) ? "refused" : "changed", serverId, earlier: made.value };
  }
  if (refused.includes(hash) || taken?.hash === hash) return { state: "refused" };
  return { state: "changed", earlier: decision.definition };
};

const MAX_NAME = 60;

/** A name that no other server has: the wanted one, else with the first number that is free. `taken` holds lower-case names. */
export const freeName = (wanted: string, taken: ReadonlySet<string>): string => {
  if (!taken.has(wanted.toLowerCase())) return wanted;
  for (let count = 2; ; count += 1) {
    const name = `${wanted.slice(0, MAX_NAME - 5).toWellFormed()} ${count}`;
    if (!taken.has(name.toLowerCase())) return name;
  }
};
