import path from "node:path";
import type { ServerId } from "../../../shared/contract/index.ts";
import type { TestHost } from "../../fakes/hostProcess.ts";
import { openLab, type Lab } from "../lab.ts";
import { addScripted } from "../mcp/caseServers.ts";
import { canSeeProcesses, processesIn } from "../processes.ts";
import { NotRun } from "../types.ts";
import type { Adapter } from "./observed.ts";
import type { Prepared } from "./ops.ts";

/** Longest a tree is waited for; a case asks for less. */
const mostMs = 10_000;

/** Ways in which servers end. After a kill the tree may live until the next start, which ends what is left. */
const ways: Readonly<Record<string, (lab: Lab, host: TestHost, serverId: ServerId) => Promise<unknown>>> = {
  disconnect: (_, host, serverId) => host.ask("server.stop", { serverId }),
  "remove server": (_, host, serverId) => host.ask("server.remove", { serverId }),
  "app quit": (lab) => lab.quit(),
  "main process killed with SIGKILL": async (lab) => {
    await lab.kill();
    await lab.host();
  },
};

const goneAfter = async (folder: string, from: number): Promise<number> => {
  while (processesIn(folder).length > 0) {
    if (performance.now() - from > mostMs) return Infinity;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return performance.now() - from;
};

/** `serverRegistry.{stop,quit}`: a server with its tree, in a host of its own for each way it ends. */
export const lifecycleAdapter = (root: string, prepared: Prepared): Adapter => {
  if (!canSeeProcesses) throw new NotRun("not built yet: looking at processes on this system");
  const folder = path.dirname(root);
  const labs: Lab[] = [];
  return {
    isPure: false,
    tryVector: async (vector) => {
      const way = ways[String(vector)];
      const [server] = prepared.servers;
      if (way === undefined || server === undefined) throw new NotRun(`not built yet: ${String(vector)}`);
      const lab = openLab();
      labs.push(lab);
      const host = await lab.host();
      const { serverId } = await addScripted(host, folder, server.name, server.behaviour);
      const before = processesIn(folder).length;
      const wanted = server.behaviour.spawnGrandchild === true ? 2 : 1;
      if (before < wanted)
        throw new Error(`${String(vector)}: only ${before} of ${wanted} processes ran before`);
      const from = performance.now();
      await way(lab, host, serverId);
      return { what: String(vector), goneMs: await goneAfter(folder, from) };
    },
    close: async () => {
      for (const lab of labs) await lab.close();
    },
  };
};
