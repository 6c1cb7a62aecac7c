import { isDeepStrictEqual } from "node:util";
import type { ServerDefinition, ServerId } from "../../../shared/contract/index.ts";
import { secretsOf, type Definitions, type ServerSecrets } from "./definitions/index.ts";
import type { Agreements } from "./agreements.ts";

/** What follows from an edit of the definitions outside the app. */
export interface RereadPorts {
  readonly definitions: Definitions;
  readonly secrets: ServerSecrets;
  readonly agreements: Agreements;
  /** Stops what runs of a server and forgets it; with `isGone` for good. */
  readonly end: (serverId: ServerId, isGone: boolean) => Promise<void>;
  /** Takes a definition up, not started. */
  readonly take: (serverId: ServerId, definition: ServerDefinition) => void;
}

const takeOver = async (
  { secrets, agreements, definitions, end, take }: RereadPorts,
  serverId: ServerId,
  definition: ServerDefinition,
  before: ServerDefinition | undefined,
): Promise<void> => {
  const values = secretsOf(definition);
  const hasValues = Object.values(values).some((value) => value !== "");
  if (before !== undefined && !hasValues && isDeepStrictEqual(before, definition)) return;
  await end(serverId, false);
  secrets.save(serverId, values, before ? Object.keys(secretsOf(before)) : []);
  if (hasValues) {
    // A value is part of no hash and may do anything, so it is agreed to anew; and it is taken out of the file.
    agreements.end(serverId);
    definitions.put(serverId, definition);
  }
  take(serverId, definition);
};

/**
 * Takes the definitions as they stand in their store after an edit from outside (MCP-09): what changed is stopped, nothing is
 * started, and what is not as it was agreed to waits for consent.
 */
export const reread = async (ports: RereadPorts): Promise<void> => {
  const { definitions, end } = ports;
  const before = new Map(definitions.all().map((one) => [one.serverId, one.definition]));
  definitions.read();
  const after = definitions.all();
  const kept = new Set(after.map(({ serverId }) => serverId));
  for (const serverId of before.keys()) if (!kept.has(serverId)) await end(serverId, true);
  for (const { serverId, definition } of after)
    await takeOver(ports, serverId, definition, before.get(serverId));
};
