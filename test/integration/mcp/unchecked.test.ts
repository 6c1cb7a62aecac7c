import path from "node:path";
import { describe, expect } from "vitest";
import type { CallId } from "../../../shared/contract/index.ts";
import { calls, says } from "../../fakes/modelServer.ts";
import { scriptedRun } from "../../fakes/workspace.ts";
import { verifies } from "../../verifies.ts";

const bombs = path.resolve(import.meta.dirname, "../../fixtures/servers/bombs.ts");
const long = `${"a".repeat(60)}!`;

describe("what could not be checked is said", () => {
  verifies(
    ["MCP-04", "LOOP-04"],
    "arguments and results that a slow pattern keeps from being checked: on the card, to the model, and in the call",
    async () => {
      const script = [
        calls("bombs__slow_in", { s: long }),
        calls("bombs__slow_out", { s: "x" }),
        calls("bombs__slow_both", { s: long }),
        says("done"),
      ];
      await using run = await scriptedRun(script);
      const { serverId } = await run.host.ask("server.add", {
        name: "bombs",
        transport: { kind: "stdio", command: process.execPath, args: [bombs] },
      });
      await run.host.ask("server.start", { serverId });
      await run.session.send("hi");
      const seen: CallId[] = [];
      const reasons: boolean[] = [];
      for (let n = 0; n < 3; n++) {
        const approval = await run.host.waitFor(
          "approval.requested",
          ({ call }) => !seen.includes(call.callId),
        );
        seen.push(approval.call.callId);
        reasons.push(approval.reasons.includes("argumentsUnchecked"));
        await run.host.ask("approval.decide", {
          callId: approval.call.callId,
          argsHash: approval.argsHash,
          decision: "allow",
        });
      }
      await run.session.ended();
      expect(reasons).toEqual([true, false, true]);
      const told = run.model.requests.slice(1).map(({ body }) => String(body.messages.at(-1)?.content));
      const input = (tool: string): RegExp =>
        new RegExp(
          `Note: The arguments could not be checked against the schema of "${tool}": it took too long`,
        );
      const output = (tool: string): RegExp =>
        new RegExp(
          `The result could not be checked against the output schema of "${tool}": it took too long`,
        );
      expect(told[0]).toMatch(input("slow_in"));
      expect(told[1]).toMatch(output("slow_out"));
      expect(told[1]).not.toMatch(/The arguments could not be checked/);
      expect(told[2]).toMatch(input("slow_both"));
      expect(told[2]).toMatch(output("slow_both"));
      for (const text of told) expect(text).toContain("ran");
      const detail = await run.host.ask("call.read", { sessionId: run.session.sessionId, callId: seen[0]! });
      expect(detail.warnings?.join(" ")).toMatch(/Only the server checked them\./);
    },
    120_000,
  );
});
