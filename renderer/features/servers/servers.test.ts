import { describe, expect, it } from "vitest";
import type { ServerId } from "../../../shared/contract/index.ts";
import { createFakeBridge } from "../../bridge/fake/fakeBridge.ts";
import { storyServers } from "../../bridge/fake/storyFacts.ts";
import { verifies } from "../../../test/verifies.ts";
import { hasConsent } from "./consent.ts";
import { commandLine, definitionOf, emptyFields, fieldErrors, fieldsOf } from "./definition.ts";
import { createServersStore } from "./store.ts";

describe("a server's form", () => {
  it("passes each argument line as it stands, spaces and quotes included", () => {
    const fields = {
      ...emptyFields,
      name: " files ",
      command: " npx ",
      argsText: '-y\r\n@scope/server\n\n--root "my folder"\n ',
      env: [
        { name: "TOKEN", value: " secret " },
        { name: "", value: "left out" },
      ],
      cwd: " ",
    };
    expect(definitionOf(fields)).toEqual({
      name: "files",
      transport: {
        kind: "stdio",
        command: "npx",
        args: ["-y", "@scope/server", '--root "my folder"', " "],
        env: { TOKEN: " secret " },
      },
      isTrusted: false,
    });
  });

  it("comes back from a stored server, values of variables unknown", () => {
    const github = storyServers(0)[1]!;
    expect(fieldsOf(github)).toEqual({
      ...emptyFields,
      name: "github",
      command: "npx",
      argsText: "-y\n@modelcontextprotocol/server-github",
      env: [{ name: "GITHUB_TOKEN", value: "" }],
      storedArgs: ["-y", "@modelcontextprotocol/server-github"],
    });
  });

  verifies(
    "MCP-09",
    "gives an untouched server back as it is: arguments with line breaks, none, its own time limit",
    () => {
      const args = ["-e", "one\ntwo", ""];
      const stored = {
        ...storyServers(0)[1]!,
        transport: { kind: "stdio" as const, command: "node", args },
        callTimeoutMs: 2500,
      };
      const fields = fieldsOf(stored);
      expect(definitionOf(fields)).toMatchObject({ transport: { args }, callTimeoutMs: 2500 });
      expect(definitionOf({ ...fields, argsText: "-e\nthree" }).transport).toMatchObject({
        args: ["-e", "three"],
      });
      expect(definitionOf({ ...fields, seconds: "" })).not.toHaveProperty("callTimeoutMs");
      expect(fieldErrors({ ...fields, seconds: "0.5" })).toEqual({ seconds: "badSeconds" });
      expect(fieldErrors({ ...fields, seconds: "3601" })).toEqual({ seconds: "badSeconds" });
      expect(fieldErrors({ ...fields, seconds: "90" })).toEqual({});
    },
  );

  it("says what is missing or wrong", () => {
    expect(fieldErrors(emptyFields)).toEqual({ name: "needed", command: "needed" });
    expect(
      fieldErrors({ ...emptyFields, name: "名", command: "x", env: [{ name: "1A", value: "" }] }),
    ).toEqual({
      name: "badName",
      env: "badEnv",
    });
  });

  it("takes an address with headers, and only that, when the server is reached by URL", () => {
    const fields = {
      ...emptyFields,
      name: "far",
      kind: "http" as const,
      command: "typed before",
      url: " https://example.com/mcp ",
      headers: [{ name: "Authorization ", value: "Bearer x" }],
    };
    expect(fieldErrors(fields)).toEqual({});
    expect(definitionOf(fields).transport).toEqual({
      kind: "http",
      url: "https://example.com/mcp",
      headers: { Authorization: "Bearer x" },
    });
    expect(fieldErrors({ ...fields, url: "example.com", headers: [{ name: "a b", value: "" }] })).toEqual({
      url: "badUrl",
      headers: "badHeader",
    });
    expect(fieldErrors({ ...fields, url: "" })).toEqual({ url: "needed" });
  });

  it("sets up a sign-in only where something was typed, and keeps what it does not show", () => {
    const fields = { ...emptyFields, name: "far", kind: "http" as const, url: "https://example.com/mcp" };
    expect(definitionOf(fields).transport).not.toHaveProperty("oauth");
    const signIn = { ...fields.signIn, grant: "client_credentials" as const, clientSecret: "s3" };
    expect(fieldErrors({ ...fields, signIn })).toEqual({ clientId: "needed" });
    const typed = { ...fields, signIn: { ...signIn, clientId: " me ", scope: "a b" }, sharesRoots: true };
    expect(definitionOf(typed)).toMatchObject({
      sharesRoots: true,
      transport: {
        oauth: { grant: "client_credentials", clientId: "me", scope: "a b", secrets: { clientSecret: "s3" } },
      },
    });
    const stored = {
      grant: "enterprise" as const,
      clientId: "me",
      idp: { clientId: "c", tokenEndpoint: "https://idp.example/token" },
      secrets: { idpToken: "" },
    };
    const server = {
      ...storyServers(0)[1]!,
      transport: { kind: "http" as const, url: "https://example.com/mcp", oauth: stored },
    };
    expect(definitionOf(fieldsOf(server)).transport).toMatchObject({ oauth: stored });
  });

  it("draws the ends of each argument", () => {
    expect(commandLine("node", ["a b", "--x=1", 'q"'])).toBe('node "a b" --x=1 "q\\""');
  });

  it("asks before the first start only", () => {
    const [bundled, failedBefore, never] = storyServers(0);
    expect([bundled, failedBefore, never].map((server) => hasConsent(server!))).toEqual([true, true, false]);
  });
});

verifies("MCP-06", "the page follows each server's state and its stderr as they change", async () => {
  const bridge = createFakeBridge();
  const servers = storyServers(0);
  bridge.on("server.list", () => servers);
  bridge.on("server.log", () => [{ at: 1, stream: "stderr", text: "one" }]);
  const store = createServersStore(bridge);
  await store.refresh();
  const id = "server-2" as ServerId;
  bridge.emit("server.logged", {
    serverId: id,
    lines: [{ at: 2, stream: "stderr", text: "not followed yet" }],
  });
  await store.followLog(id);
  bridge.emit("server.logged", { serverId: id, lines: [{ at: 3, stream: "stderr", text: "two" }] });
  bridge.emit("server.changed", { server: { ...servers[1]!, state: "ready" } });
  bridge.emit("server.changed", { removed: "server-3" as ServerId });
  expect(store.getState().logs[id]?.map((line) => line.text)).toEqual(["one", "two"]);
  expect(store.getState().items.map((item) => [item.serverId, item.state])).toEqual([
    ["server-1", "ready"],
    ["server-2", "ready"],
    ["server-4", "starting"],
  ]);
  store.close();
});
