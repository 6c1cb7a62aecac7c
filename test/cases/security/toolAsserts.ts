import { usableTools } from "../mcp/caseServers.ts";
import { textsOf, wordOf, type Verdict } from "../types.ts";
import { failed, holds, oneLine, unknown } from "../verdicts.ts";
import type { Tried } from "./observed.ts";

/** How one kind of assertion is judged. */
export type Rule = (wanted: unknown, tried: Tried) => Verdict | Promise<Verdict>;

/** An assertion on something that it names first. */
export const pair = (wanted: unknown): [string, unknown] =>
  Array.isArray(wanted) ? (wanted as [string, unknown]) : ["", undefined];

const infoOf = async (
  { adapter }: Tried,
  name: string,
): Promise<
  | {
      state: string;
      tools: readonly { name: string; isChanged?: boolean | undefined; problem?: string | undefined }[];
    }
  | undefined
> => {
  const serverId = adapter.servers?.find((server) => server.name === name)?.serverId;
  return (await adapter.host?.ask("server.list", {}))?.find((server) => server.serverId === serverId);
};

const toolState: Rule = async (wanted, tried) => {
  const [name, state] = pair(wanted);
  const [server = "", tool = ""] = name.split("/");
  if (state !== "changed") return unknown(`not built yet: toolState ${wordOf(state)}`);
  const info = (await infoOf(tried, server))?.tools.find((one) => one.name === tool);
  return holds(
    info?.isChanged === true,
    `${name} is ${info === undefined ? "gone" : "not marked as changed"}`,
  );
};

const connected: Rule = async (wanted, tried) => {
  const states = await Promise.all(
    (tried.adapter.servers ?? []).map(async ({ name }) => (await infoOf(tried, name))?.state ?? "gone"),
  );
  return holds(
    states.length > 0 && states.every((state) => (state === "ready") === wanted),
    `servers are ${states.join(", ")}`,
  );
};

const usable: Rule = async (wanted, { adapter }) => {
  const { host, servers = [] } = adapter;
  if (!host) return unknown("not built yet: usable of this adapter");
  const offered = await Promise.all(
    servers.map(async ({ name, serverId }) =>
      (await usableTools(host, serverId)).map((tool) => `${name}/${tool.name}`),
    ),
  );
  const missing = textsOf(wanted).filter((name) => !offered.flat().includes(name));
  return holds(missing.length === 0, `not offered: ${missing.join(", ")}`);
};

const quarantined: Rule = async (wanted, tried) => {
  const infos = await Promise.all((tried.adapter.servers ?? []).map(({ name }) => infoOf(tried, name)));
  const off = infos.flatMap((info) => info?.tools ?? []).filter(({ problem }) => problem !== undefined);
  const loose = textsOf(wanted).filter((name) => !off.some((tool) => tool.name === name));
  return holds(loose.length === 0, `not switched off with a reason: ${loose.join(", ")}`);
};

const sentToModel = ({ adapter }: Tried): string =>
  (adapter.chat?.requests ?? []).map(({ body }) => JSON.stringify(body)).join("\n");

const modelContextLacks: Rule = (wanted, tried) => {
  const sent = sentToModel(tried);
  const at = sent.indexOf(wordOf(wanted));
  return sent === ""
    ? failed("the model was asked nothing")
    : holds(at === -1, `the model was sent: …${oneLine(sent.slice(Math.max(0, at - 80), at + 80))}…`);
};

const modelToolNamesUnique: Rule = (_, { adapter }) => {
  const lists = (adapter.chat?.requests ?? []).map(({ body }) =>
    (body.tools ?? []).map(({ function: tool }) => tool.name),
  );
  const doubled = lists.flatMap((names) => names.filter((name, at) => names.indexOf(name) !== at));
  return holds(lists.length > 0 && doubled.length === 0, `offered twice: ${doubled.join(", ")}`);
};

/** Assertions on tools: how they stand in the host, and what a model was told of them. */
export const toolAsserts: Readonly<Record<string, Rule>> = {
  toolState,
  connected,
  usable,
  quarantined,
  modelContextLacks,
  modelToolNamesUnique,
};
