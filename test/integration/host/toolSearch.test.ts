import { resolve } from "node:path";
import { describe, expect } from "vitest";
import type { CallId } from "../../../shared/contract/index.ts";
import { calls, says } from "../../fakes/modelServer.ts";
import { scriptedRun, type ScriptedRun } from "../../fakes/workspace.ts";
import { startRegistry } from "../servers/registryServer.ts";
import { verifies } from "../../verifies.ts";

const office = resolve(import.meta.dirname, "../../fixtures/servers/manyTools.ts");

const addOffice = async (run: ScriptedRun): Promise<void> => {
  const { serverId } = await run.host.ask("server.add", {
    name: "office",
    transport: { kind: "stdio", command: process.execPath, args: [office] },
  });
  await run.host.ask("server.start", { serverId });
};

const offered = (run: ScriptedRun, request: number): string[] =>
  (run.model.requests[request]?.body.tools ?? []).map((tool) => tool.function.name);

describe("many tools", () => {
  verifies(
    ["MCP-11", "CTX-03"],
    "one of 200 tools is found by search and called; the log tells what was offered at each step",
    async () => {
      await using run = await scriptedRun([
        calls("search_tools", { query: "approve a refund" }),
        calls("office__approve_refund", { number: "R-7" }),
        says("Done."),
      ]);
      await addOffice(run);
      await run.session.send("Approve refund R-7.");
      const card = await run.session.approval();
      await run.session.decide(card, "allow");
      const state = await run.session.ended();

      expect(state.calls).toMatchObject([
        { tool: "search_tools", state: "completed", severity: "L1", decidedBy: "policy" },
        { tool: "approve_refund", state: "completed", severity: "L3", decidedBy: "person" },
      ]);
      const first = offered(run, 0);
      expect(first).toContain("search_tools");
      expect(first.filter((name) => name.startsWith("office__"))).toEqual([]);
      const second = offered(run, 1);
      expect(second).toContain("office__approve_refund");
      expect(second.filter((name) => name.startsWith("office__"))).toHaveLength(8);
      const told = run.model.requests[1]?.body.messages.at(-1)?.content ?? "";
      expect(told).toContain("- office__approve_refund: Used to approve one refund of the office.");
      expect(run.model.requests[2]?.body.messages.at(-1)?.content).toContain("approve_refund done with R-7");

      for (const [at, step] of state.steps.entries()) {
        const prompt = await run.host.ask("step.prompt", {
          sessionId: run.session.sessionId,
          stepId: step.stepId,
        });
        expect(prompt.tools.map((tool) => tool["name"])).toEqual(offered(run, at));
      }
    },
  );

  verifies("CTX-03", "few tools are offered in full, without a search", async () => {
    await using run = await scriptedRun([says("Hello.")]);
    await run.session.send("hi");
    await run.session.ended();
    expect(offered(run, 0)).toContain("read_file");
    expect(offered(run, 0)).not.toContain("search_tools");
  });

  verifies(
    "MCP-05",
    "where no tool fits, servers that were seen in the registry are named; nothing is asked over the network, added or started",
    async () => {
      const server = (name: string, description: string) => ({
        name,
        description,
        version: "1.0.0",
        remotes: [{ type: "streamable-http", url: "https://mcp.example.com/x" }],
      });
      await using registry = await startRegistry([
        server("io.example/jira-issues", "Reads and writes issues of Jira."),
        server("io.example/weather", "Says the weather."),
      ]);
      await using run = await scriptedRun([
        calls("find_servers", { keyword: "jira", need: "Read the issues of a Jira project." }),
        says("I have no tool for Jira."),
      ]);
      await run.host.ask("settings.set", { registryUrl: registry.baseUrl });
      await run.host.ask("registry.search", {});
      const asked = [...registry.asked];
      await run.session.send("What is open in Jira?");
      const state = await run.session.ended();

      expect(state.calls).toMatchObject([{ tool: "find_servers", state: "completed", severity: "L1" }]);
      const told = run.model.requests[1]?.body.messages.at(-1)?.content ?? "";
      expect(told).toContain("Nothing was started or added.");
      expect(told).toContain("- io.example/jira-issues: Reads and writes issues of Jira.");
      expect(told).not.toContain("weather");
      const detail = await run.host.ask("call.read", {
        sessionId: run.session.sessionId,
        callId: state.calls[0]?.callId ?? ("" as CallId),
      });
      expect(detail.structured).toMatchObject({
        keyword: "jira",
        need: "Read the issues of a Jira project.",
        registry: new URL(registry.baseUrl).host,
        servers: [{ name: "io.example/jira-issues", version: "1.0.0" }],
      });
      expect(registry.asked).toEqual(asked);
      const servers = await run.host.ask("server.list", {});
      expect(servers.filter(({ transport }) => transport.kind !== "bundled")).toEqual([]);
    },
  );
});
