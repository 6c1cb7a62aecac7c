/**
 * The client that MCP's official conformance suite drives: the product's own server manager with a scripted person in
 * front of it (mcp.md §2.5). The suite gives the scenario's name and secrets in the environment and the server's
 * address as the last argument.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServerManager, type AskAnswer, type ServerAsks } from "../../electron/host/mcp/index.ts";
import { randomId, systemClock } from "../../electron/host/ports.ts";
import type { JsonObject, ServerId, WorkspaceId } from "../../shared/contract/index.ts";
import { oauthOf, type Context } from "./oauthOf.ts";

const HARD_STOP_MS = 25_000;
const say = (text: string): void => {
  process.stderr.write(`[client] ${text}\n`);
};

/** A person's browser: follows redirects by hand, up to the product's own way back. */
const browse = async (url: string): Promise<void> => {
  let at = url;
  for (let hop = 0; hop < 10; hop++) {
    const response = await fetch(at, { redirect: "manual" });
    const location = response.headers.get("location");
    await response.body?.cancel();
    if (location === null) {
      if (!response.ok) throw new Error(`the browser was answered HTTP ${response.status} at ${at}`);
      return;
    }
    at = new URL(location, at).href;
  }
};

/** Says yes to everything, with forms as they are prefilled. */
const person: ServerAsks = {
  elicit: () => Promise.resolve({ kind: "answered", result: { action: "accept", content: {} } }),
  sample: () => Promise.resolve({ kind: "refused", reason: "no model here" }),
  signIn: async (url, signal) => {
    await browse(url);
    return new Promise<AskAnswer>((resolve) => {
      const over = (): void => resolve({ kind: "answered", result: {} });
      if (signal.aborted) over();
      else signal.addEventListener("abort", over, { once: true });
    });
  },
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

const connect = async (serverId: ServerId): Promise<boolean> => {
  const started = await manager.start(serverId);
  if (started.ok) return true;
  say(started.error.message);
  if (started.error.key !== "serverSignInNeeded") return false;
  const signedIn = await manager.signIn(serverId);
  if (!signedIn.ok) say(`${signedIn.error.message} ${signedIn.error.detail ?? ""}`);
  return signedIn.ok;
};

const callAll = async (): Promise<boolean> => {
  const tools = manager.tools("none" as WorkspaceId);
  const schemas = new Map(tools.map(({ name, inputSchema }) => [name, inputSchema]));
  let isWell = true;
  for (const tool of tools) {
    if (tool.name === "json_schema_2020_12_tool") continue;
    const options = { signal: new AbortController().signal, timeoutMs: 15_000 };
    const result = await manager.call(tool, argumentsFor(tool.name, schemas), options);
    if (!result.ok) say(`${tool.name}: ${result.error.message}`);
    isWell &&= result.ok;
  }
  return isWell;
};

const main = async (): Promise<number> => {
  const url = process.argv.at(-1) ?? "";
  const context = JSON.parse(process.env["MCP_CONFORMANCE_CONTEXT"] ?? "{}") as Context;
  const added = manager.add({
    name: "under-test",
    transport: { kind: "http", url, oauth: oauthOf(context) },
  });
  if (!added.ok) {
    say(added.error.message);
    return 1;
  }
  const isWell = (await connect(added.value.serverId)) && (await callAll());
  await manager.close();
  return isWell ? 0 : 1;
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
