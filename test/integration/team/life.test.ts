import { describe, expect } from "vitest";
import { verifies } from "../../verifies.ts";
import { runningCommands, until } from "../workspace/workspaceServer.ts";
import { openTeam, post } from "./teamServer.ts";

const isRunning = (mark: string): boolean => runningCommands().some((line) => line.includes(mark));

describe("team mode's life", () => {
  verifies(["TOOL-10"], "says what it can do and who it is", async () => {
    await using team = await openTeam();
    const server = await team.start({ args: ["--instance", "blue"] });
    expect(server.id).toMatch(/^blue-[0-9a-f]{8}$/);
    const live = (await (await fetch(`${server.url}/healthz`)).json()) as Record<string, unknown>;
    expect(live).toMatchObject({ status: "live", instance: server.id });
    const ready = (await (await fetch(`${server.url}/readyz`)).json()) as Record<string, unknown>;
    expect(ready).toMatchObject({
      status: "ready",
      running: 0,
      queued: 0,
      policy: { state: "current", problems: [] },
    });
    expect(ready["version"]).toMatch(/^\d+\.\d+\.\d+$/);
    const ana = await team.connect(server, "shop", "ana");
    // Nothing can be pushed where no connection stays open: promising it would be a lie.
    expect(ana.client.getServerCapabilities()?.tools).toEqual({ listChanged: false });
    const { tools } = await ana.client.listTools();
    expect(tools.map(({ name }) => name)).toContain("edit_file");
    expect(server.log.some((line) => JSON.stringify(line).includes("Bearer"))).toBe(false);
  });

  verifies(["TOOL-10"], "keeps nothing between requests that another instance lacks", async () => {
    await using team = await openTeam();
    const [first, second] = await Promise.all([team.start(), team.start()]);
    const authorization = `Bearer ${await team.issuer.token("ana")}`;
    const start = {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "raw", version: "1" },
    };
    const at = ({ url }: { url: string }): string => `${url}/projects/shop/mcp`;
    const begun = await post(
      at(first),
      { jsonrpc: "2.0", id: 0, method: "initialize", params: start },
      { authorization },
    );
    const session = begun.headers.get("mcp-session-id") ?? "";
    expect(session).not.toBe("");
    const headers = { authorization, "mcp-session-id": session, "mcp-protocol-version": "2025-11-25" };
    const call = (id: number, name: string, args: object): object => ({
      jsonrpc: "2.0",
      id,
      method: "tools/call",
      params: { name, arguments: args },
    });
    const wrote = await post(
      at(second),
      call(1, "write_file", { path: "src/a.ts", content: "hi\n" }),
      headers,
    );
    expect([wrote.status, wrote.text.includes('"isError":true')]).toEqual([200, false]);
    const read = await post(at(first), call(2, "read_file", { path: "src/a.ts" }), headers);
    expect(read.text).toContain("hi");
  });

  verifies(["TOOL-10"], "names the instance that has a command in the background", async () => {
    await using team = await openTeam();
    const [first, second] = await Promise.all([team.start(), team.start()]);
    const here = await team.connect(first, "shop", "ana");
    const there = await team.connect(second, "shop", "ana");
    const started = await here.call("run_command", { command: "sleep 71.5", background: true });
    const id = String(started.data["id"]);
    for (const tool of ["command_output", "stop_command"]) {
      const answer = await there.call(tool, { id });
      expect(answer.code).toBe("notFound");
      expect(answer.text).toContain(
        `runs on instance ${first.id} of the team server; this call reached ${second.id}`,
      );
    }
    expect((await here.call("command_output", { id })).data).toMatchObject({ isRunning: true });
    first.child.kill("SIGKILL");
    await first.exited;
    expect((await there.call("command_output", { id })).text).toContain(`ran on instance ${first.id}`);
    // What a killed instance left running is ended by the next one that starts.
    expect(isRunning("sleep 71.5")).toBe(true);
    await team.start();
    await until(() => !isRunning("sleep 71.5"), "the orphan has ended", 20_000);
  });

  verifies(
    ["TOOL-10"],
    "on SIGTERM finishes what runs, refuses what comes, ends what is left, and exits with 0",
    async () => {
      await using team = await openTeam();
      const server = await team.start();
      const ana = await team.connect(server, "shop", "ana");
      await ana.call("run_command", { command: "sleep 72.5", background: true });
      expect(isRunning("sleep 72.5")).toBe(true);
      const command = "until test -e ../shop/go; do sleep 0.05; done; echo finished";
      const running = ana.call("run_command", { command });
      await expect
        .poll(async (): Promise<unknown> => await (await fetch(`${server.url}/readyz`)).json(), {
          timeout: 20_000,
        })
        .toMatchObject({ running: 1 });
      server.child.kill("SIGTERM");
      await server.logged("server.draining");
      await expect(fetch(`${server.url}/healthz`)).rejects.toThrow();
      team.put("shop", "go", "");
      expect((await running).text).toContain("finished");
      expect(await server.exited).toBe(0);
      expect(isRunning("sleep 72.5")).toBe(false);
      const second = await team.start();
      expect(second.id).not.toBe(server.id);
    },
  );

  verifies(["TOOL-10"], "does not wait for ever for a call at its end", async () => {
    await using team = await openTeam({ drainMs: 200 });
    const server = await team.start();
    const ana = await team.connect(server, "shop", "ana");
    const running = ana.call("run_command", { command: "sleep 73.5" }).catch(String);
    await until(() => isRunning("sleep 73.5"), "the command runs", 20_000);
    server.child.kill("SIGTERM");
    expect(await server.exited).toBe(0);
    await running;
    expect(isRunning("sleep 73.5")).toBe(false);
  });
});
