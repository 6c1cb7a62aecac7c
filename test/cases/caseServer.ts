/**
 * An MCP server on stdio that offers the tools a case brings along: `node caseServer.ts FILE`, where FILE holds
 * `[{name, inputSchema?, outputSchema?, result?}]`. Hand-written, because some cases need results no library sends.
 */
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

interface ServedTool {
  readonly name: string;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly [field: string]: unknown;
}
interface Asked {
  readonly id?: number | string;
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

const tools = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8")) as readonly ServedTool[];
const plain = { content: [{ type: "text", text: "ok" }] };

const answer = ({ method, params = {} }: Asked): unknown => {
  switch (method) {
    case "initialize":
      return {
        protocolVersion: params["protocolVersion"],
        capabilities: { tools: {} },
        serverInfo: { name: "case", version: "1.0.0" },
      };
    case "tools/list":
      return { tools: tools.map(({ result: _, ...tool }) => tool) };
    case "tools/call":
      return tools.find((tool) => tool.name === params["name"])?.result ?? plain;
    default:
      return {};
  }
};

const lines = createInterface({ input: process.stdin });
lines.on("line", (line) => {
  const asked = JSON.parse(line) as Asked;
  if (asked.id === undefined) return;
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id: asked.id, result: answer(asked) })}\n`);
});
lines.on("close", () => process.exit(0));
