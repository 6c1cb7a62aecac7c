import { writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { TestHost } from "../../fakes/hostProcess.ts";
import {
  addHttp,
  addScripted,
  infoOf,
  removeNamed,
  startAndSettle,
  stdioDefinition,
} from "../mcp/caseServers.ts";
import type { CaseServer } from "../mcp/caseServers.ts";
import type { CaseHttp } from "../mcp/httpFakes.ts";
import { signInAs } from "../mcp/signIn.ts";
import { NotRun } from "../types.ts";
import type { PlannedServer } from "./mcpPlan.ts";

/** A server of a case that was added to the host. */
export interface SceneServer extends CaseServer {
  readonly label: string;
  readonly fake?: CaseHttp;
}

/** The servers of one case. */
export interface McpScene extends AsyncDisposable {
  /** Those added so far, in order. */
  readonly servers: readonly SceneServer[];
  /** Adds the planned servers that a word of a case means: a label, or `each variant`. */
  connect(host: TestHost, word: string): Promise<void>;
  /** Adds every planned server that is not there yet and that no word in `later` means. */
  connectRest(host: TestHost, later: readonly string[]): Promise<void>;
}

/** A program of this name in the case's folder that serves a behaviour, started by the case's own command. */
const addByCommand = async (host: TestHost, folder: string, plan: PlannedServer): Promise<CaseServer> => {
  const { args } = stdioDefinition(folder, plan.name, plan.behaviour ?? {});
  const [program = "", file = ""] = args;
  const load = `process.argv[2] = ${JSON.stringify(file)};\nimport(${JSON.stringify(pathToFileURL(program).href)});\n`;
  writeFileSync(path.join(folder, "stubborn-server.js"), load);
  const { command = "", args: given = [] } = plan.command ?? {};
  // The `node` of the command is to be the one that runs this.
  const env = { PATH: `${path.dirname(process.execPath)}${path.delimiter}${process.env["PATH"] ?? ""}` };
  await removeNamed(host, plan.name);
  const transport = { kind: "stdio" as const, command, args: [...given], cwd: folder, env };
  const { serverId } = await host.ask("server.add", { name: plan.name, transport });
  const settledMs = await startAndSettle(host, serverId);
  return { name: plan.name, serverId, settledMs, received: () => [] };
};

/** Signs in at one that wants a token, lets its calls run without a card, and then lets the token expire. */
const expireToken = async (host: TestHost, server: CaseServer, oauth: CaseHttp["oauth"]): Promise<void> => {
  if (!oauth) return;
  const { isOk, message } = await signInAs(host, server.serverId, () => true);
  if (!isOk) throw new Error(`the sign-in that the case begins with failed: ${message}`);
  await startAndSettle(host, server.serverId);
  // Calls of L1 run side by side; others of a foreign server wait for each other.
  for (const { name, definitionHash } of (await infoOf(host, server.serverId))?.tools ?? [])
    await host.ask("server.setTool", {
      serverId: server.serverId,
      tool: name,
      definitionHash,
      severity: "L1",
    });
  oauth.good.clear();
};

const add = async (host: TestHost, folder: string, plan: PlannedServer): Promise<SceneServer> => {
  const { label } = plan;
  if (plan.http) {
    const fake = await plan.http();
    const server = await addHttp(host, plan.name, fake.http);
    await expireToken(host, server, fake.oauth);
    return { ...server, label, fake };
  }
  if (plan.command) return { ...(await addByCommand(host, folder, plan)), label };
  return { ...(await addScripted(host, folder, plan.name, plan.behaviour ?? {})), label };
};

/** Opens the scene of a case; nothing is started yet. @param current the host that runs when the case ends */
export const openScene = (
  folder: string,
  planned: readonly PlannedServer[],
  current: () => Promise<TestHost>,
): McpScene => {
  const servers: SceneServer[] = [];
  const fits = (plan: PlannedServer, word: string): boolean => word === "each variant" || plan.label === word;
  const addAll = async (host: TestHost, wanted: readonly PlannedServer[]): Promise<void> => {
    for (const plan of wanted)
      if (!servers.some(({ label }) => label === plan.label)) servers.push(await add(host, folder, plan));
  };
  return {
    servers,
    connect: async (host, word) => {
      const wanted = planned.filter((plan) => fits(plan, word));
      if (wanted.length === 0) throw new NotRun(`not built yet: connect ${word}`);
      await addAll(host, wanted);
    },
    connectRest: (host, later) =>
      addAll(
        host,
        planned.filter((plan) => !later.some((word) => fits(plan, word))),
      ),
    [Symbol.asyncDispose]: async () => {
      const host = await current();
      for (const { name } of servers) await removeNamed(host, name);
      for (const { fake } of servers) await fake?.[Symbol.asyncDispose]();
    },
  };
};
