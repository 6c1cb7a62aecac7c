import { describe, expect } from "vitest";
import { remark } from "../../../../shared/remarks/index.ts";
import { verifies } from "../../../../test/verifies.ts";
import { checkArguments, createSchemaChecks } from "../schema/index.ts";
import { OutputChecks } from "./checkOutput.ts";

const pattern = (source: string): Record<string, unknown> => ({
  type: "object",
  properties: { s: { type: "string", pattern: source } },
});
const long = { s: `${"a".repeat(60)}!` };

describe("one server's checks", () => {
  verifies(
    ["MCP-04", "MCP-06"],
    "results and arguments that hang hold one thread together; another server's arguments and results are checked meanwhile",
    async () => {
      // A check may take as long as the test: what hangs is ended by closing alone.
      const checks = createSchemaChecks({ startMs: 120_000, makeMs: 120_000, checkMs: 120_000 });
      const outputsOf = (server: string, outputSchema: Record<string, unknown>): OutputChecks => {
        const outputs = new OutputChecks(server, checks);
        outputs.setTools([{ name: "t", raw: { outputSchema } }]);
        return outputs;
      };
      const resultOf = (structured: unknown) => ({ content: [], structured, isError: false, warnings: [] });
      let over = 0;
      const held = [
        outputsOf("hostile", pattern("^(a+)+$")).warningFor("t", resultOf(long), 100),
        checkArguments(pattern("^(a|a)+$"), long, "hostile", checks),
        checkArguments(pattern("^(a*)*$"), long, "hostile", checks),
      ].map((one) => one.finally(() => over++));
      const other = outputsOf("other", pattern("^[a-z]+$"));
      for (let round = 0; round < 5; round++) {
        const { problem } = await checkArguments(pattern("^[a-z]+$"), { s: "A" }, "other", checks);
        expect(problem).toContain("s");
        expect((await other.warningFor("t", resultOf({ s: "A" }), 100))?.key).toBe("outputMisfit");
        expect(over).toBe(0);
      }
      await checks.close();
      expect(await Promise.all(held)).toEqual([
        remark("outputUnchecked", { tool: "t", why: "the host is closing" }),
        { problem: null, unchecked: "the host is closing" },
        { problem: null, unchecked: "the host is closing" },
      ]);
    },
    120_000,
  );
});
