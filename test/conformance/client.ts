/**
 * The client that MCP's official conformance suite drives: the product's own server manager with a scripted person in
 * front of it (mcp.md §2.5). The suite gives the scenario's name and secrets in the environment and the server's
 * address as the last argument.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServerManager, type ServerAsks } from "../../electron/host/mcp/index.ts";
import { randomId, systemClock } from "../../electron/host/ports.ts";
import type { JsonObject, ServerId, WorkspaceId } from "../../shared/contract/index.ts";
import { openAuditedCalls, type AuditedCalls } from "../fakes/auditedCalls.ts";
import { asksOfBrowser } from "../fakes/browser.ts";
import { mutations, onTheWay, type Mutation } from "./mutations.ts";
import { oauthOf, type Context } from "./oauthOf.ts";

const HARD_STOP_MS = 25_000;
/** How a call ends that its server answered: with an error of the tool or a refusal. */
const ANSWERED: ReadonlySet<string> = new Set(["toolError", "invalidInput"]);
const WORKSPACE = "ws_none" as WorkspaceId;
const say = (text: string): void => {
  process.stderr.write(`[client] ${text}\n`);
};

/** `--control=NAME`: a run that must fail, see {@link mutations}. */
const control = process.argv.find((argument) => argument.startsWith("--control="))?.split("=")[1];
const mutation: Mutation = control === undefined ? {} : (mutations[control] ?? {});
let pages = 0;

/** A person's browser: follows redirects by hand, up to the product's own way back. False when they refuse the page. */
const browse = async (url: string): Promise<boolean> => {
  const page = mutation.page?.(new URL(url), pages++) ?? (mutation.page === undefined ? new URL(url) : null);
  if (page === null) return false;
  let at = page.href;
  for (let hop = 0; hop < 10; hop++) {
    const response = await fetch(at, { redirect: "manual" });
    const location = response.headers.get("location");
    await response.body?.cancel();
    if (location === null) {
      if (!response.ok) throw new Error(`the browser was answered HTTP ${response.status} at ${at}`);
      return true;
    }
    const next = new URL(location, at);
    at = (mutation.wayBack?.(next, page) ?? next).href;
  }
  return true;
};

/** Says yes to everything, with forms as they are prefilled. */
const person: ServerAsks = {
  ...asksOfBrowser(browse),
  elicit: () =>
    Promise.resolve(mutation.form ?? { kind: "answered", result: { action: "accept", content: {} } }),
  sample: () => Promise.resolve({ kind: "refused", reason: "no model here" }),
};

/** The arguments of the suite's tools. */
const argumentsFor = (tool: string, schemas: ReadonlyMap<string, JsonObject>): JsonObject => {
  if (tool === "add_numbers") return { a: 5, b: 3 };
  if (tool === "json_schema_echo") return { schema: schemas.get("json_schema_2020_12_tool") ?? {} };
  return {};
};

const dataDir = mkdtempSync(join(tmpdir(), "loopwright-conformance-"));
const stored = new Map<string, unknown>();
const secrets = new Map<string, string>();
const manager = createServerManager({
  dataDir,
  version: "0.0.0-conformance",
  store: { get: (name) => stored.get(name), set: (name, value) => stored.set(name, value) },
  secrets: {
    put: (name, value) => Promise.resolve(value === null ? secrets.delete(name) : secrets.set(name, value)),
    get: (name) => Promise.resolve(secrets.get(name) ?? null),
  },
  children: { started: () => undefined, ended: () => undefined },
  clock: systemClock,
  newId: randomId,
  resources: { nodePath: process.execPath, workspaceServer: { command: process.execPath, args: () => [] } },
  pathEnv: () => Promise.resolve(process.env["PATH"] ?? ""),
  onEvent: (type, body) => say(`${type} ${JSON.stringify(body)}`),
  asks: () => person,
  limits: { restartDelaysMs: [] },
});

/** A person gives up when a server sends them to the same page again and again. */
const MOST_SIGN_INS = 3;

const connect = async (serverId: ServerId): Promise<boolean> => {
  let reached = await manager.start(serverId);
  for (let tried = 0; !reached.ok; tried++) {
    say(`${reached.error.message} ${reached.error.detail ?? ""}`);
    if (
      !["serverSignInNeeded", "serverSignInOrKey"].includes(reached.error.key ?? "") ||
      tried === MOST_SIGN_INS
    )
      return false;
    reached = await manager.signIn(serverId);
  }
  return true;
};

/** The calls of one tool: those the suite names, or one with the arguments that fit. */
const callsOf = (
  tool: string,
  { toolCalls = [] }: Context,
  schemas: ReadonlyMap<string, JsonObject>,
): JsonObject[] => {
  const named = toolCalls.filter(({ name }) => name === tool).map((call) => call.arguments);
  return named.length > 0 ? named : [argumentsFor(tool, schemas)];
};

/** Calls every tool through the agent's own path. False where a call did not reach its server. */
const callAll = async (calls: AuditedCalls, context: Context): Promise<boolean> => {
  const tools = manager.tools(WORKSPACE);
  const schemas = new Map(tools.map(({ name, inputSchema }) => [name, inputSchema]));
  for (const tool of tools) {
    if (tool.name === "json_schema_2020_12_tool") continue;
    for (const args of callsOf(tool.name, context, schemas))
      await calls.run([{ name: tool.modelName, args }]);
  }
  const failed = calls.events().flatMap(({ type, body }) => (type === "call.failed" ? [body] : []));
  for (const { code, text } of failed) say(`${code}: ${text}`);
  // A server that says no has answered; whether it should have is for the suite to judge.
  return failed.every(({ outcome, code }) => outcome === "failed" && ANSWERED.has(code));
};

/** Requests of calls that went out, but those that answer what a server asked within a call (2026-07-28). */
const sentCalls = (serverId: ServerId): number => {
  const seen = manager.inspector.protocol(serverId, 0);
  if (!seen.ok) throw new Error(seen.error.message);
  const { entries, dropped } = seen.value;
  if (dropped > 0) throw new Error("the protocol log no longer holds every message");
  return entries.filter(
    ({ direction, kind, method, text }) =>
      direction === "out" &&
      kind === "request" &&
      method === "tools/call" &&
      !text.includes('"inputResponses"'),
  ).length;
};

/** What the log must hold: an intent and an outcome for each call that went out, and a whole chain (mcp.md §2.5). */
const isAudited = async (calls: AuditedCalls, serverId: ServerId): Promise<boolean> => {
  const count = (...types: readonly string[]): number =>
    calls.events().filter(({ type }) => types.includes(type)).length;
  const [sent, intents, outcomes] = [
    sentCalls(serverId),
    count("call.started"),
    count("call.completed", "call.failed"),
  ];
  say(`${sent} calls sent, ${intents} intents and ${outcomes} outcomes in the log`);
  return sent === intents && intents === outcomes && (await calls.isWhole());
};

const main = async (): Promise<number> => {
  const url = await onTheWay(process.argv.at(-1) ?? "", mutation);
  const context = JSON.parse(process.env["MCP_CONFORMANCE_CONTEXT"] ?? "{}") as Context;
  const added = manager.add({
    name: "under-test",
    transport: { kind: "http", url, oauth: oauthOf(context) },
  });
  if (!added.ok) {
    say(added.error.message);
    return 1;
  }
  const { serverId } = added.value;
  if (!(await connect(serverId))) {
    await manager.close();
    return 1;
  }
  const calls = await openAuditedCalls({
    dataDir,
    servers: manager,
    workspaceId: WORKSPACE,
    workspacePath: dataDir,
    // The suite asks for arguments that do not fit, to see what is made of them on the wire.
    checksArguments: false,
  });
  const isWell = await callAll(calls, context);
  const isWhole = await isAudited(calls, serverId);
  await manager.close();
  await calls.close();
  return isWell && isWhole ? 0 : 1;
};

setTimeout(() => process.exit(1), HARD_STOP_MS).unref();
main()
  .then(
    (code) => code,
    (error: unknown) => {
      say(String(error instanceof Error ? error.stack : error));
      return 1;
    },
  )
  .then((code) => {
    rmSync(dataDir, { recursive: true, force: true });
    process.exit(code);
  })
  .catch(() => process.exit(1));
