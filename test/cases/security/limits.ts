import path from "node:path";
import type { ServerId } from "../../../shared/contract/index.ts";
import { startManager, textOf } from "../../integration/mcp/support.ts";
import { linesOf, stdioDefinition, type CaseServer } from "../mcp/caseServers.ts";
import { isObject, NotRun, textsOf, type Json } from "../types.ts";
import type { Adapter } from "./observed.ts";
import type { Prepared } from "./ops.ts";

/**
 * `mcpHost.{call,list}` under limits of a case: the host's own server manager on real server processes. The total limit of a call is
 * a parameter of the manager and no setting of a person's, so that a whole host cannot be given 1.5 s; the number of pages of a list
 * is fixed, and a list that does not end is read as far as that.
 */
export const limitsAdapter = async (root: string, input: Json, prepared: Prepared): Promise<Adapter> => {
  const { totalMs, listPages: _, ...odd } = isObject(input["limits"]) ? input["limits"] : {};
  const [oddLimit] = Object.keys(odd);
  if (typeof totalMs !== "number" || oddLimit !== undefined)
    throw new NotRun(`not built yet: limits with ${oddLimit ?? "no totalMs"}`);
  const at = startManager();
  const servers: CaseServer[] = [];
  for (const { name, behaviour } of prepared.servers) {
    const { command, args, record } = stdioDefinition(path.dirname(root), name, behaviour);
    const added = at.manager.add({ name, transport: { kind: "stdio", command, args } });
    if (!added.ok) throw new Error(added.error.message);
    const { serverId } = added.value;
    const from = performance.now();
    const started = await at.manager.start(serverId);
    if (!started.ok) throw new Error(started.error.message);
    servers.push({ name, serverId, settledMs: performance.now() - from, received: () => linesOf(record) });
  }
  const idOf = (name: string): ServerId => {
    const found = servers.find((server) => server.name === name);
    if (!found) throw new NotRun(`the case has no server ${name}`);
    return found.serverId;
  };
  for (const name of textsOf(input["list"])) idOf(name);
  return {
    isPure: false,
    servers,
    logOf: async (name) => {
      const log = at.manager.log(idOf(name));
      return log.ok ? log.value : [];
    },
    tryVector: async (vector) => {
      const [called = "", args] = Array.isArray(vector) ? (vector as [string, unknown]) : [];
      const [server = "", tool = ""] = called.split("/");
      const from = performance.now();
      const limits = { timeoutMs: totalMs, maxTotalMs: totalMs };
      const done = await at.call(idOf(server), tool, isObject(args) ? { ...args } : {}, limits);
      const ms = performance.now() - from;
      const isError = !done.ok || done.value.isError;
      if (done.ok) return { what: called, called, isError, ms, text: textOf(done.value.content) };
      return { what: called, called, isError, ms, errorCode: done.error.code, text: done.error.message };
    },
    close: async () => at[Symbol.asyncDispose](),
  };
};
