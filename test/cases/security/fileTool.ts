import type { Json } from "../types.ts";
import { isObject, NotRun } from "../types.ts";
import { openChat, type CallResult } from "../chat.ts";
import type { Lab } from "../lab.ts";
import { childrenOf, internetSockets, watchMemory } from "../processes.ts";
import { argsToModel, toModel } from "../table.ts";
import { oneLine } from "../verdicts.ts";
import type { Adapter, Observed } from "./observed.ts";
import { doOp, type Prepared } from "./ops.ts";

const verbsOf = (adapter: string): string[] =>
  (
    /^fileTool\.(?:\{(?<many>[^}]+)\}|(?<one>\w+))/.exec(adapter)?.groups?.["many"] ??
    adapter.slice("fileTool.".length)
  ).split(",");

const observed = (what: string, path: unknown, result: CallResult): Observed => {
  const { structured, call, text } = result;
  const data: Json = isObject(structured) ? structured : {};
  const isCut = data["isCut"] === true || typeof data["nextOffset"] === "number";
  return {
    what,
    ...(typeof path === "string" ? { path } : {}),
    isError: !result.isOk,
    ...(call.errorCode === undefined ? {} : { errorCode: call.errorCode }),
    text: `${text}\n${JSON.stringify(structured ?? null)}`,
    isEmpty: data["total"] === 0,
    isTruncated: isCut,
    ms: result.ms,
    decision: result.approvals.length > 0 ? "ask" : result.isOk ? "allow" : "deny",
  };
};

/** Puts vectors to the workspace tools as the model would: `fileTool.read`, `fileTool.{read,write}`. */
export const fileToolAdapter = async (
  lab: Lab,
  adapter: string,
  root: string,
  prepared: Prepared,
): Promise<Adapter> => {
  const host = await lab.host();
  const hooks = [...prepared.whileApprovalIsOpen];
  const chat = await openChat(host, root, {
    onApproval: () => {
      for (const op of hooks.splice(0)) doOp(op, prepared);
    },
  });
  const serverPids = (): number[] =>
    childrenOf(host.pid).flatMap(({ pid, command }) => (command.includes("servers/workspace") ? [pid] : []));
  const memory = watchMemory(() => [host.pid, ...serverPids()]);
  const [firstVerb = ""] = verbsOf(adapter);
  let sockets = 0;
  let growth = 0;
  return {
    isPure: false,
    chat,
    host,
    tryVector: async (vector) => {
      const given: Json = isObject(vector) ? vector : { path: vector };
      const { do: verb = firstVerb, approve: _, ...args } = given;
      const name = `fileTool.${String(verb)}`;
      if (!verbsOf(adapter).includes(String(verb))) throw new NotRun(`not built yet: ${name}`);
      const result = await chat.call(toModel(name), argsToModel(name, args));
      sockets += serverPids().reduce((sum, pid) => sum + internetSockets(pid), 0);
      return observed(`${String(verb)} ${oneLine(JSON.stringify(args), 80)}`, args["path"], result);
    },
    socketsSeen: () => sockets,
    growthMb: () => (growth = Math.max(growth, memory.stop())),
    close: async () => {
      memory.stop();
      await chat.close();
    },
  };
};
