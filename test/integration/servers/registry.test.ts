import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fillOption } from "../../../shared/addServers/index.ts";
import type { OptionValues, RegistryEntry, RegistryPage } from "../../../shared/contract/index.ts";
import { startHost, type TestHost } from "../../fakes/hostProcess.ts";
import { verifies } from "../../verifies.ts";
import { startRegistry, type TestRegistry } from "./registryServer.ts";
import { chineseFailures } from "../mcp/chinese.ts";

const stdio = { type: "stdio" };
const listed = [
  {
    name: "io.example/weather",
    title: "Weather",
    description: "Says the weather.",
    version: "1.2.0",
    repository: { url: "https://git.example/weather", source: "github" },
    packages: [
      {
        registryType: "npm",
        identifier: "@example/weather",
        version: "1.2.0",
        transport: stdio,
        fileSha256: "ab12",
        runtimeArguments: [{ type: "named", name: "--yes" }],
        packageArguments: [
          { type: "positional", valueHint: "folder", isRequired: true, isRepeated: true, format: "filepath" },
          { type: "named", name: "--units", default: "metric", choices: ["metric", "imperial"] },
          { type: "named", name: "--log", description: "Log file" },
          { type: "named", name: "--verbose", format: "boolean" },
          {
            type: "named",
            name: "--host",
            value: "{host}.example.com:{unknown}",
            variables: { host: { isRequired: true } },
          },
        ],
        environmentVariables: [
          { name: "WEATHER_KEY", isRequired: true, isSecret: true, description: "Its key" },
          { name: "WEATHER_REGION" },
          { name: "FIXED", value: "yes" },
        ],
      },
      {
        registryType: "oci",
        identifier: "ghcr.io/example/weather",
        version: "1.2.0",
        transport: stdio,
        runtimeArguments: [
          { type: "positional", value: "-i" },
          { type: "named", name: "--network", value: "none" },
        ],
        environmentVariables: [
          { name: "WEATHER_KEY", isRequired: true, isSecret: true },
          { name: "OPTIONAL" },
        ],
      },
      { registryType: "npm", identifier: "@example/ranged", version: "^1.0.0", transport: stdio },
      { registryType: "npm", identifier: "--package=evil", version: "1.0.0", transport: stdio },
      {
        registryType: "npm",
        identifier: "served",
        version: "1.0.0",
        transport: { type: "streamable-http", url: "http://x" },
      },
      {
        registryType: "mcpb",
        identifier: "https://x/y.mcpb",
        version: "1.0.0",
        fileSha256: "ff",
        transport: stdio,
      },
    ],
    remotes: [
      {
        type: "streamable-http",
        url: "https://{tenant}.example.com/mcp",
        variables: { tenant: { default: "main", description: "Your tenant" } },
        headers: [
          {
            name: "Authorization",
            value: "Bearer {key}",
            variables: { key: { isRequired: true, isSecret: true } },
          },
        ],
      },
    ],
  },
  {
    name: "io.example/old",
    description: "Written by an older schema.",
    version: "0.1.0",
    packages: [
      {
        registry_type: "pypi",
        identifier: "old-server",
        version: "0.1.0",
        environment_variables: [{ name: "OLD_KEY", is_required: true, is_secret: true }],
        package_arguments: [{ type: "positional", value: "serve" }],
      },
    ],
  },
  ...Array.from({ length: 40 }, (_, at) => ({
    name: `io.example/many-${at}`,
    description: "One of many.",
    version: "1.0.0",
    remotes: [{ type: "sse", url: `https://many-${at}.example.com/sse` }],
  })),
];

let registry: TestRegistry;
let host: TestHost;

beforeEach(async () => {
  registry = await startRegistry(listed, ["io.example/old"]);
  host = await startHost();
  await host.ask("settings.set", { registryUrl: registry.baseUrl });
});
afterEach(async () => {
  await host[Symbol.asyncDispose]();
  await registry[Symbol.asyncDispose]();
});

const found = (page: RegistryPage, name: string): RegistryEntry => {
  const entry = page.entries.find((one) => one.name === name);
  if (entry === undefined) throw new Error(`${name} is not listed`);
  return entry;
};

const filled = (entry: RegistryEntry, at: number, values: OptionValues): unknown => {
  const option = entry.options[at];
  if (option === undefined) throw new Error(`no way ${at}`);
  const done = fillOption(option, values, option.base.name);
  return done.ok ? done.definition.transport : done.missing;
};

/** A port at which nothing listens: it was free a moment ago. */
const closedPort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
};

describe("the registry", () => {
  verifies(
    "MCP-05",
    "is searched and paged by the published interface; nothing is added or started",
    async () => {
      const first = await host.ask("registry.search", {});
      expect(first.entries).toHaveLength(30);
      expect(first.offline).toBeUndefined();
      const second = await host.ask("registry.search", { cursor: first.nextCursor });
      expect(second.entries).toHaveLength(12);
      expect(second.nextCursor).toBeUndefined();
      const some = await host.ask("registry.search", { search: "weather & co" });
      expect(some.entries).toEqual([]);
      expect(registry.asked).toEqual([
        "/v0.1/servers?limit=30&version=latest",
        "/v0.1/servers?limit=30&version=latest&cursor=30",
        "/v0.1/servers?limit=30&version=latest&search=weather+%26+co",
      ]);
      expect(found(first, "io.example/old")).toMatchObject({
        status: "deprecated",
        statusMessage: "Use the other one.",
      });
      expect((await host.ask("server.list", {})).filter((one) => !one.isBundled)).toEqual([]);
    },
  );

  verifies("MCP-05", "a server.json becomes one way per package and address, with its form", async () => {
    const weather = found(await host.ask("registry.search", { search: "weather" }), "io.example/weather");
    expect(weather.options.map(({ label }) => label)).toEqual([
      "npm @example/weather 1.2.0",
      "oci ghcr.io/example/weather 1.2.0",
      "https://{tenant}.example.com/mcp",
    ]);
    expect(weather.problems).toHaveLength(4);
    expect(filled(weather, 0, {})).toEqual(["WEATHER_KEY", "folder", "host"]);
    const typed = {
      "env.WEATHER_KEY": "k",
      "argument.0": ["/a", "/b; touch x"],
      "argument.4.host": "h",
      "argument.3": "true",
    };
    expect(filled(weather, 0, typed)).toEqual({
      kind: "stdio",
      command: "npx",
      args: [
        ...["--yes", "@example/weather@1.2.0", "/a", "/b; touch x", "--units", "metric", "--verbose"],
        ...["--host", "h.example.com:{unknown}"],
      ],
      env: { WEATHER_KEY: "k", FIXED: "yes" },
    });
    expect(filled(weather, 1, { "env.WEATHER_KEY": "k" })).toEqual({
      kind: "stdio",
      command: "docker",
      args: ["run", "-i", "--rm", "-e", "WEATHER_KEY", "--network", "none", "ghcr.io/example/weather:1.2.0"],
      env: { WEATHER_KEY: "k" },
    });
    expect(filled(weather, 2, { "header.Authorization.key": "k" })).toEqual({
      kind: "http",
      url: "https://main.example.com/mcp",
      headers: { Authorization: "Bearer k" },
    });
    expect(weather.options[0]?.fields[0]).toMatchObject({
      isSecret: true,
      isRequired: true,
      description: "Its key",
    });
    expect(weather.options[0]?.notes).toMatchObject([{ key: "packageHash", params: { hash: "ab12" } }]);
    const old = found(await host.ask("registry.search", { search: "old" }), "io.example/old");
    expect(filled(old, 0, { "env.OLD_KEY": "k" })).toEqual({
      kind: "stdio",
      command: "uvx",
      args: ["old-server==0.1.0", "serve"],
      env: { OLD_KEY: "k" },
    });
  });

  verifies(
    "MCP-05",
    "without it the answers that were kept are searched, and it says since when and why",
    async () => {
      const online = await host.ask("registry.search", {});
      registry.instead = { status: 503, body: "busy" };
      const same = await host.ask("registry.search", {});
      expect(same).toMatchObject({
        readAt: online.readAt,
        offline: { key: "registryUnreachable", params: { why: "HTTP 503" } },
      });
      expect(same.entries).toEqual(online.entries);
      const searched = await host.ask("registry.search", { search: "WEATHER" });
      expect(searched.entries.map(({ name }) => name)).toEqual(["io.example/weather"]);
      await host.close();
      await using later = await startHost({ dataDir: host.dataDir });
      await registry[Symbol.asyncDispose]();
      expect((await later.ask("registry.search", { search: "old" })).entries.map(({ name }) => name)).toEqual(
        ["io.example/old"],
      );
    },
  );

  it("says what came instead of a registry", async () => {
    const said = async (): Promise<string> => {
      const answer = await host.request("registry.search", { search: "never asked before" });
      return answer.ok ? "ok" : answer.error.message;
    };
    const chinese = await chineseFailures();
    const saidInChinese = async (): Promise<string> => {
      const answer = await host.request("registry.search", { search: "never asked before" });
      return answer.ok ? "ok" : chinese(answer.error);
    };
    registry.instead = { status: 200, body: "<html>Sign in</html>" };
    expect(await said()).toMatch(/a web page came back/);
    expect(await saidInChinese()).toMatch(/返回的是网页/);
    registry.instead = { status: 200, body: "{" };
    expect(await said()).toMatch(/not JSON/);
    registry.instead = { status: 200, body: '{"packages":[]}' };
    expect(await said()).toMatch(/not as a registry/);
    await host.ask("settings.set", { registryUrl: `http://127.0.0.1:${await closedPort()}` });
    expect(await said()).toMatch(/nothing listens there \(ECONNREFUSED\)/);
    expect(await saidInChinese()).toMatch(/那里没有程序在监听（ECONNREFUSED）/);
    await host.ask("settings.set", { registryUrl: "ftp://x" });
    expect(await said()).toMatch(/no address of a registry/);
  });

  verifies(
    "MCP-05",
    "a server is written as server.json for a registry of one's own, without any value",
    async () => {
      const { serverId } = await host.ask("server.add", {
        name: "My files",
        transport: {
          kind: "stdio",
          command: "npx",
          args: ["-y", "@x/files@2.0.1", "/data"],
          env: { FILES_KEY: "secret-value" },
        },
      });
      const { text, problems } = await host.ask("server.exportDefinition", { serverId });
      expect(JSON.parse(text)).toMatchObject({
        name: "local/my-files",
        packages: [
          {
            registryType: "npm",
            identifier: "@x/files",
            version: "2.0.1",
            runtimeArguments: [{ type: "positional", value: "-y" }],
            packageArguments: [{ type: "positional", value: "/data" }],
            environmentVariables: [{ name: "FILES_KEY", isRequired: true, isSecret: true }],
            transport: { type: "stdio" },
          },
        ],
      });
      expect(text).not.toContain("secret-value");
      expect(problems).toHaveLength(1);
    },
  );
});
