import { expect } from "vitest";
import { verifies } from "../../../../test/verifies.ts";
import { listAllTools } from "./listTools.ts";

verifies(
  "MCP-04",
  "names that come again with other definitions are few lines, and the first ones count",
  async () => {
    const page = (description: string): object[] =>
      Array.from({ length: 300 }, (_, at) => ({
        name: `t${at}`,
        description,
        inputSchema: { type: "object" },
      }));
    const pages = [
      { tools: page("first"), nextCursor: "2" },
      { tools: page("second"), nextCursor: null },
    ];
    const { tools, warnings } = await listAllTools(() => Promise.resolve(pages.shift()));
    expect(tools).toHaveLength(300);
    expect(tools.every(({ raw }) => raw["description"] === "first")).toBe(true);
    expect(warnings).toHaveLength(11);
    expect(warnings.at(-1)?.text).toContain("290 more");
  },
);
