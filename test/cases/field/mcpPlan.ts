import type { ScriptedBehaviour } from "../../servers/behaviour.ts";
import { answersGet, forgetsSessions, wantsToken, type CaseHttp } from "../mcp/httpFakes.ts";
import { behaviourOf, checkUsual } from "../mcp/sentences.ts";
import { behaviourOfTools } from "../setup/caseTools.ts";
import { caseServer } from "../table.ts";
import { isObject, NotRun, textsOf, wordOf, type FieldCase, type Json } from "../types.ts";

/** A server that a case describes, before it is added. */
export interface PlannedServer {
  /** The case's word for it: `server`, `variant`, or what tells one variant from another. */
  readonly label: string;
  /** Its name in the host. */
  readonly name: string;
  readonly behaviour?: ScriptedBehaviour;
  readonly http?: () => Promise<CaseHttp>;
  /** Started by this command in the case's folder, in which `stubborn-server.js` serves the behaviour. */
  readonly command?: { readonly command: string; readonly args: readonly string[] };
}

const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);

const checkWords = (given: Json, known: readonly string[], what: string): void => {
  const odd = Object.keys(given).find((key) => !known.includes(key));
  if (odd !== undefined) throw new NotRun(`not built yet: ${what}.${odd}`);
};

/** The tools that the steps of a case call; `echo` gives its text back. */
const calledTools = (item: FieldCase): ScriptedBehaviour => {
  const steps = item.do.filter((step) => typeof step["tool"] === "string");
  const tools = new Map(
    steps.map((step) => {
      const args = isObject(step["args"]) ? Object.keys(step["args"]) : [];
      const properties = Object.fromEntries(args.map((name) => [name, { type: "string" }]));
      const name = String(step["tool"]);
      return [name, { name, description: name, inputSchema: { type: "object", properties } }] as const;
    }),
  );
  return { tools: [...tools.values()], results: { echo: { echo: true } } };
};

const nameOf = (label: string): string =>
  `case ${label.replaceAll(/[^A-Za-z0-9]+/g, " ").trim()}`.slice(0, 60);

const linesOf = (text: unknown): string[] => wordOf(text).split("\n").slice(0, -1);

const merged = (parts: readonly ScriptedBehaviour[]): ScriptedBehaviour =>
  parts.reduce((whole, part) => ({ ...whole, ...part }), {});

const stdioServers = (item: FieldCase, given: Json): PlannedServer[] => {
  checkWords(
    given,
    [
      "stdout_before",
      "stdout_between",
      "stderr",
      "split_writes",
      "crlf",
      "on_tool_call",
      "variant",
      "variants",
      "ignores",
    ],
    "setup.mcp_server",
  );
  const words = [given["split_writes"], given["on_tool_call"]].filter((word) => word !== undefined);
  const behaviour: ScriptedBehaviour = {
    ...calledTools(item),
    ...(given["stdout_before"] === undefined ? {} : { rawBeforeInit: linesOf(given["stdout_before"]) }),
    ...(given["stdout_between"] === undefined ? {} : { rawBetween: wordOf(given["stdout_between"]) }),
    ...(given["stderr"] === undefined ? {} : { stderr: wordOf(given["stderr"]) }),
    ...(given["crlf"] === true ? { crlf: true } : {}),
    ...merged([...words, ...textsOf(given["ignores"])].map(behaviourOf)),
  };
  const variants = listOf(given["variants"]).map((variant, at) => {
    checkWords(variant, ["pages"], "setup.mcp_server.variants");
    const label = `variant ${at + 1}`;
    return { label, name: nameOf(label), behaviour: behaviourOf(variant["pages"]) };
  });
  if (variants.length > 0) return variants;
  const main = { label: "server", name: nameOf("server"), behaviour };
  if (given["variant"] === undefined) return [main];
  const variant = { ...calledTools(item), ...behaviourOf(given["variant"]) };
  return [main, { label: "variant", name: nameOf("variant"), behaviour: variant }];
};

const httpServers = (given: Json): PlannedServer[] => {
  checkWords(
    given,
    [
      "POST",
      "GET_variants",
      "after_call_1",
      "unknown_session_variants",
      "tool_effect",
      "auth",
      "calls_in_parallel",
    ],
    "setup.mcp_http",
  );
  for (const key of ["POST", "after_call_1", "tool_effect", "auth"]) checkUsual(given[key]);
  const server = (said: unknown, http: () => Promise<CaseHttp>): PlannedServer => ({
    label: wordOf(said),
    name: nameOf(wordOf(said)),
    http,
  });
  if (given["auth"] !== undefined) return [server("server", wantsToken)];
  return [
    ...textsOf(given["GET_variants"]).map((said) => server(said, () => answersGet(said))),
    ...textsOf(given["unknown_session_variants"]).map((said) => server(said, () => forgetsSessions(said))),
  ];
};

/** The servers that a case describes in its setup. @throws NotRun for one that nobody here can play */
export const planServers = (item: FieldCase): PlannedServer[] => {
  const { mcp_server: stdio, mcp_http: http, mcp, tools } = item.setup;
  const brought = behaviourOfTools(listOf(tools));
  const own = brought === undefined ? [] : [{ label: caseServer, name: caseServer, behaviour: brought }];
  if (isObject(http)) return httpServers(http);
  if (!isObject(stdio)) return own;
  const servers = stdioServers(item, stdio);
  if (!isObject(mcp)) return servers;
  const command = { command: wordOf(mcp["command"]), args: textsOf(mcp["args"]) };
  return servers.map((server) => ({ ...server, command }));
};

/** True when the host must keep its keys over a restart. */
export const needsKeys = (item: FieldCase): boolean =>
  isObject(item.setup["mcp_http"]) && item.setup["mcp_http"]["auth"] !== undefined;
