import path from "node:path";
import { openChat, type CallResult } from "../chat.ts";
import type { Lab } from "../lab.ts";
import { addScripted, infoOf, removeNamed, usableTools, type CaseServer } from "../mcp/caseServers.ts";
import { watchMemory } from "../processes.ts";
import { argsToModel, toModel } from "../table.ts";
import type { TestHost } from "../../fakes/hostProcess.ts";
import { isObject, NotRun, type Json } from "../types.ts";
import type { Adapter, Observed } from "./observed.ts";
import type { NamedServer, Prepared } from "./ops.ts";

const noticeMs = 10_000;

/** A call of a case: `["SERVER/TOOL", {…}]`. @throws NotRun for another form */
const callOf = (vector: unknown): { server: string; tool: string; args: Json } => {
  const [name, args] = Array.isArray(vector) ? (vector as unknown[]) : [];
  const [, server, tool] = /^([^/]+)\/(.+)$/.exec(String(name)) ?? [];
  if (server === undefined || tool === undefined) throw new NotRun("not built yet: a call in another form");
  return { server, tool, args: isObject(args) ? args : {} };
};

const modelNameOf = async (
  host: TestHost,
  servers: readonly CaseServer[],
  server: string,
  tool: string,
): Promise<string> => {
  if (server === "builtin") return toModel(tool);
  const serverId = servers.find(({ name }) => name === server)?.serverId;
  const tools = serverId === undefined ? [] : await usableTools(host, serverId);
  return tools.find(({ name }) => name === tool)?.modelName ?? `${server}__${tool}`;
};

const observed = (called: string, { call, approvals, isOk, text, structured, ms }: CallResult): Observed => ({
  what: called,
  called,
  isError: !isOk,
  ...(call.errorCode === undefined ? {} : { errorCode: call.errorCode }),
  text: `${text}\n${JSON.stringify(structured ?? null)}`,
  ms,
  decision: approvals.length > 0 ? "ask" : call.startedAt === undefined ? "deny" : "allow",
});

/** Waits until the host has seen that a server lists other definitions now, as long as it may take; asserts say whether it has. */
const changeSeen = async (host: TestHost, server: CaseServer, { behaviour }: NamedServer): Promise<void> => {
  const calls = server.received().filter(({ method }) => method === "tools/call").length;
  if (behaviour.thenTools === undefined || calls < (behaviour.afterCalls ?? 1)) return;
  await host
    .waitFor(
      "server.changed",
      ({ server: now }) =>
        now?.serverId === server.serverId && now.tools.some(({ isChanged }) => isChanged === true),
      noticeMs,
    )
    .catch(() => undefined);
};

/** Gives each granted tool the level at which it runs without a card, as a person does on the server's page. */
const grant = async (host: TestHost, servers: readonly CaseServer[], prepared: Prepared): Promise<void> => {
  for (const { server, tool } of prepared.grants) {
    const serverId = servers.find(({ name }) => name === server)?.serverId;
    const info = serverId === undefined ? undefined : await infoOf(host, serverId);
    const definitionHash = info?.tools.find(({ name }) => name === tool)?.definitionHash;
    if (serverId === undefined || definitionHash === undefined)
      throw new NotRun(`the case grants ${server}/${tool}, which is not there`);
    await host.ask("server.setTool", { serverId, tool, definitionHash, severity: "L1" });
  }
};

/** `mcpHost.call`, `.route`, `.connect`, `.list`: the case's servers in the real host, their tools called as a model would. */
export const mcpHostAdapter = async (
  lab: Lab,
  root: string,
  input: Json,
  prepared: Prepared,
): Promise<Adapter> => {
  const host = await lab.host();
  const servers: CaseServer[] = [];
  for (const { name, behaviour } of prepared.servers)
    servers.push(await addScripted(host, path.dirname(root), name, behaviour));
  await grant(host, servers, prepared);
  const chat = await openChat(host, root, { decision: input["approve"] === true ? "allow" : "deny" });
  const memory = watchMemory(() => [host.pid]);
  let growth = 0;
  return {
    isPure: false,
    chat,
    host,
    servers,
    logOf: async (name) => {
      const serverId = servers.find((one) => one.name === name)?.serverId;
      return serverId === undefined ? [] : host.ask("server.log", { serverId });
    },
    tryVector: async (vector) => {
      const { server, tool, args } = callOf(vector);
      const given = server === "builtin" ? argsToModel(tool, args) : args;
      const result = await chat.call(await modelNameOf(host, servers, server, tool), given);
      const at = servers.findIndex(({ name }) => name === server);
      const [called, named] = [servers[at], prepared.servers[at]];
      if (called && named) await changeSeen(host, called, named);
      return observed(`${server}/${tool}`, result);
    },
    growthMb: () => (growth = Math.max(growth, memory.stop())),
    close: async () => {
      memory.stop();
      await chat.close();
      for (const { name } of servers) await removeNamed(host, name);
    },
  };
};
