import type { ServerInfo } from "../../../shared/contract/index.ts";
import type { SceneServer } from "../field/mcpScene.ts";
import type { World } from "../field/world.ts";
import { infoOf } from "../mcp/caseServers.ts";
import { commandsIn } from "../processes.ts";
import { wordOf, type Check, type Verdict } from "../types.ts";
import { all, failed, held, holds, oneLine, unknown } from "../verdicts.ts";
import { isNamed, type CheckRule } from "./rule.ts";

const restartMs = 30_000;

/** States of a server, by a case's word. */
const states: Readonly<Record<string, ServerInfo["state"]>> = { connected: "ready", failed: "failed" };

/** The servers a check speaks of: of its `phase` or `variant`, else all. */
const serversOf = (check: Check, world: World): SceneServer[] => {
  const servers = world.scene?.servers ?? [];
  const { phase, variant } = check;
  // The phase before the variant belongs to the server of the case itself.
  if (phase !== undefined)
    return servers.filter(({ label }) => (phase === "variant") === (label === "variant"));
  return servers.filter(({ label }) => isNamed(label, variant));
};

const ofServers =
  (
    judge: (server: SceneServer, check: Check, world: World) => Verdict | Promise<Verdict>,
  ): CheckRule["run"] =>
  async (check, world) => {
    const servers = serversOf(check, world);
    if (servers.length === 0) return failed("the case has no such server");
    return all(await Promise.all(servers.map(async (server) => judge(server, check, world))));
  };

/** Starts the host again, as the app's next start, and waits until its servers have settled. */
const afterRestart = async (world: World): Promise<void> => {
  await world.lab.quit();
  const host = await world.lab.host();
  await host.ask("workspace.open", { path: world.root });
  for (const { serverId } of world.scene?.servers ?? [])
    await host.waitFor(
      "server.changed",
      ({ server }) => server?.serverId === serverId && ["ready", "failed"].includes(server.state),
      restartMs,
    );
};

const stateIs = async (server: SceneServer, check: Check, world: World): Promise<Verdict> => {
  const wanted = states[wordOf(check["is"])];
  if (wanted === undefined) return unknown(`not built yet: mcp_state ${wordOf(check["is"])}`);
  const info = await infoOf(await world.lab.host(), server.serverId);
  const within = check["within_ms"];
  return all([
    holds(
      info?.state === wanted,
      `${server.label} is ${info?.state ?? "gone"}: ${info?.lastError?.message ?? ""}`,
    ),
    holds(
      typeof within !== "number" || server.settledMs <= within,
      `${server.label} took ${Math.round(server.settledMs)} ms`,
    ),
  ]);
};

const state: CheckRule["run"] = async (check, world) => {
  if (check["after"] === "restart") await afterRestart(world);
  else if (check["after"] !== undefined)
    return unknown(`not built yet: mcp_state after ${wordOf(check["after"])}`);
  return ofServers(stateIs)(check, world);
};

/** Toasts are what the host tells the page as notices. */
const toasts: CheckRule["run"] = (check, world) => {
  const told = world.host.events.filter(
    ({ event, data }) => event === "app.notice" && (data as { at: number }).at >= world.startedAt,
  );
  return holds(told.length <= Number(check["max"]), `${told.length} toasts`);
};

const logHas = async (server: SceneServer, check: Check, world: World): Promise<Verdict> => {
  const host = await world.lab.host();
  const lines = await host.ask("server.log", { serverId: server.serverId });
  const text = lines.map((line) => line.text).join("\n");
  return holds(text.includes(wordOf(check["text"])), `the log says ${oneLine(text)}`);
};

const within = (count: number, check: Check, what: string): Verdict => {
  const most = typeof check["max"] === "number" ? check["max"] : Infinity;
  return holds(count <= most && (check["is"] === undefined || count === check["is"]), `${count} ${what}`);
};

/** Requests for tokens count from the moment the token expired: the sign-in before is the case's setup. */
const tokenRequests = ({ fake, label }: SceneServer, check: Check): Verdict => {
  const renewals = fake?.oauth?.tokenRequests.filter((one) => one.get("grant_type") === "refresh_token");
  if (renewals === undefined) return failed(`${label} has no sign-in`);
  // Each expiry has a refresh token of its own: so many requests for each of them.
  const used = renewals.map((one) => one.get("refresh_token") ?? "");
  const each = [...new Set(used)].map((token) => used.filter((one) => one === token).length);
  if (each.length === 0) return failed("no token was renewed");
  return all(each.map((count) => within(count, check, "requests with one refresh token")));
};

const httpCount = (server: SceneServer, check: Check): Verdict => {
  const { method, rpc, path } = check;
  if (path === "/token") return tokenRequests(server, check);
  if (path !== undefined) return unknown(`not built yet: http_count ${wordOf(path)}`);
  const seen = (server.http?.seen ?? []).filter(
    ({ http, message, path: at }) =>
      !at.startsWith("/.well-known/") &&
      (method === undefined || http === method) &&
      (rpc === undefined || message?.method === rpc),
  );
  return within(seen.length, check, `${server.label}: ${wordOf(rpc ?? method)} requests`);
};

const processCount = async (check: Check, world: World): Promise<Verdict> => {
  const marker = wordOf(check["marker"]);
  const programs = (): string[] =>
    commandsIn(world.folder)
      .filter((argv) => argv.some((part) => part.split(/[\\/]/).at(-1)?.startsWith(`${marker}.`)))
      .map((argv) => argv.join(" "));
  const deadline = performance.now() + Number(check["after_ms"] ?? 0);
  while (within(programs().length, check, "").kind === "failed" && performance.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 50));
  const left = programs();
  const verdict = within(left.length, check, `processes of ${marker}: ${left.join(" | ")}`);
  return verdict.kind === "failed" ? verdict : held;
};

/** Checks of servers and of what they were sent. */
export const mcpChecks: Readonly<Record<string, CheckRule>> = {
  mcp_state: { words: ["is", "each", "within_ms", "after"], run: state },
  toasts: { words: ["max"], run: toasts },
  server_log_has: { words: ["text"], run: ofServers(logHas) },
  http_count: { words: ["method", "rpc", "path", "is", "max", "each"], run: ofServers(httpCount) },
  rpc_count: {
    words: ["method", "max", "is", "phase"],
    run: ofServers((server, check) => {
      const count = server.received().filter(({ method }) => method === check["method"]).length;
      return within(count, check, `${server.label}: ${wordOf(check["method"])} requests`);
    }),
  },
  server_counter: {
    words: ["is"],
    run: ofServers(({ fake, label }, check) =>
      within(fake?.counter() ?? 0, check, `calls took effect on ${label}`),
    ),
  },
  process_count: { words: ["marker", "is", "max", "after_ms"], run: processCount },
};
