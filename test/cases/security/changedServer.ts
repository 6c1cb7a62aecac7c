import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { ServerId } from "../../../shared/contract/index.ts";
import { startHost, tempDir, type TestHost } from "../../fakes/hostProcess.ts";
import { isObject, NotRun, textsOf, type Json } from "../types.ts";
import type { Adapter } from "./observed.ts";

const transportOf = (
  given: unknown,
): { kind: "stdio"; command: string; args: string[]; env?: Record<string, string> } => {
  const { command, args, env } = isObject(given) ? given : {};
  return {
    kind: "stdio",
    command: String(command),
    args: textsOf(args),
    ...(isObject(env)
      ? { env: Object.fromEntries(Object.entries(env).map(([name, one]) => [name, String(one)])) }
      : {}),
  };
};

/** The servers file with the definition that a case says stands on the disk now. */
const turn = (dataDir: string, serverId: ServerId, onDisk: unknown): void => {
  const file = path.join(dataDir, "servers.json");
  const text = readFileSync(file, "utf8");
  const servers = JSON.parse(text.replace(/^\s*\/\/.*$/gm, "")) as { servers: Record<string, Json> };
  servers.servers[serverId] = { ...servers.servers[serverId], transport: transportOf(onDisk) };
  writeFileSync(file, JSON.stringify(servers));
};

const vectors: Readonly<Record<string, (host: TestHost, serverId: ServerId) => Promise<unknown>>> = {
  "app start": async (host) => host.logged("server.configChanged"),
  "workspace open": async (host) => host.ask("workspace.openSample", {}),
  "reload config": async (host, serverId) => {
    const file = path.join(host.dataDir, "servers.json");
    writeFileSync(file, readFileSync(file, "utf8").replace('"servers"', '/* touched */ "servers"'));
    return host.request("server.start", { serverId });
  },
  "toggle off/on": async (host, serverId) => {
    await host.ask("server.stop", { serverId });
    return host.request("server.start", { serverId });
  },
};

/** `serverRegistry.start`: a server that was agreed to, then edited on the disk, met by a real host in each way of a case. */
export const changedServerAdapter = async (setup: readonly Json[]): Promise<Adapter> => {
  const config = setup.find((op) => op["op"] === "serverConfig");
  if (config === undefined) throw new NotRun("the case names no server");
  const dataDir = tempDir("changed");
  const first = await startHost({ dataDir });
  const transport = transportOf(config["consented"]);
  const { serverId } = await first.ask("server.add", { name: String(config["name"]), transport });
  await first.close();
  turn(dataDir, serverId, config["onDisk"]);
  const host = await startHost({ dataDir });
  return {
    isPure: false,
    host,
    tryVector: async (vector) => {
      const way = vectors[String(vector)];
      if (way === undefined) throw new NotRun(`not built yet: ${String(vector)}`);
      await way(host, serverId);
      const info = (await host.ask("server.list", {})).find((one) => one.serverId === serverId);
      const { consent } = info ?? {};
      return {
        what: String(vector),
        started: info?.pid !== undefined || info?.state === "ready",
        state: consent === undefined ? (info?.state ?? "gone") : "needs-consent",
        shown: [JSON.stringify(consent?.agreed?.transport), JSON.stringify(consent?.now.transport)].join(
          "\n",
        ),
      };
    },
    close: async () => {
      await host[Symbol.asyncDispose]();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};
