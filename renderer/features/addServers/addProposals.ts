import type { Failure, Result, ServerId } from "../../../shared/contract/index.ts";
import { bridge } from "../../bridge/index.ts";
import { refreshServers, selectServer, startServer } from "../servers/index.ts";
import type { Proposal } from "../addWays/index.ts";

const addOne = ({ definition, bundle }: Proposal): Promise<Result<{ serverId: ServerId }>> =>
  bundle === undefined
    ? // Disabled until a person starts it: it is not to come up by itself with the next start of the app.
      bridge.request("server.add", { ...definition, isEnabled: false })
    : bridge.request("bundle.install", { ...bundle, name: definition.name });

/** How adding went: what could not be added stays, with why. */
export interface Added {
  readonly left: readonly Proposal[];
  readonly failures: readonly Failure[];
}

/** Adds servers one after the other and, where the person said so, starts each. Never rejects for a refused one. */
export const addProposals = async (proposals: readonly Proposal[], isStarting: boolean): Promise<Added> => {
  const left: Proposal[] = [];
  const failures: Failure[] = [];
  const added: ServerId[] = [];
  for (const proposal of proposals) {
    const answer = await addOne(proposal);
    if (answer.ok) added.push(answer.value.serverId);
    else {
      left.push(proposal);
      failures.push(answer.error);
    }
  }
  await refreshServers();
  if (added.length === 1 && left.length === 0) selectServer(added[0]);
  if (isStarting)
    for (const serverId of added)
      // How a start goes shows as the server's own state.
      startServer(serverId).catch((cause: unknown) => console.error("server.start failed", cause));
  return { left, failures };
};
