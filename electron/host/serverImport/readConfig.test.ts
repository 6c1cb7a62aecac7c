import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ServerDefinition } from "../../../shared/contract/index.ts";
import { verifies } from "../../../test/verifies.ts";
import { readConfig } from "./index.ts";

const read = (text: string) => readConfig(text, "any", { kind: "paste" });
/** What a text becomes, by name: how it is reached, and its time limit where it has one. */
const readAs = (text: string): Record<string, unknown> =>
  Object.fromEntries(
    read(text).candidates.map(({ definition: { name, transport, callTimeoutMs } }) => [
      name,
      callTimeoutMs === undefined ? transport : { ...transport, callTimeoutMs },
    ]),
  );
const stdio = (
  command: string,
  args: string[],
  env?: Record<string, string>,
): ServerDefinition["transport"] => ({
  kind: "stdio",
  command,
  args,
  ...(env === undefined ? {} : { env }),
});
const files = stdio("npx", ["-y", "@scope/files", "/data"]);
const inJson = '{"command": "npx", "args": ["-y", "@scope/files", "/data"]}';

describe("what can be pasted", () => {
  verifies("MCP-05", "a part of a page, a map, a list or one server of any client is read the same", () => {
    for (const text of [
      `{"mcpServers": {"files": ${inJson}}}`,
      `// mine\n{"servers": {"files": ${inJson},},}`,
      `{"mcp": {"servers": {"files": ${inJson}}}}`,
      `{"files": ${inJson}}`,
      `"files": ${inJson}`,
      `"mcpServers": {"files": ${inJson}},`,
      `\`\`\`json\n{"mcpServers": {"files": ${inJson}}}\n\`\`\``,
      inJson,
      `[${inJson}]`,
      "npx -y @scope/files /data",
      "$ npx -y @scope/files \\\n  '/data'",
      '{"files": {"command": "npx -y @scope/files /data"}}',
      '{"context_servers": {"files": {"command": {"path": "npx", "args": ["-y", "@scope/files", "/data"]}}}}',
      '{"mcp": {"files": {"type": "local", "command": ["npx", "-y", "@scope/files", "/data"]}}}',
      '[mcp_servers.files]\ncommand = "npx"\nargs = ["-y", "@scope/files", "/data"]\n',
      "claude mcp add files -- npx -y @scope/files /data",
      "codex mcp add files npx -y @scope/files /data",
      `claude mcp add-json files '${inJson}'`,
      `code --add-mcp '{"name": "files", ${inJson.slice(1)}'`,
    ])
      expect([text, readAs(text)]).toEqual([text, { files }]);
  });

  verifies(
    "MCP-05",
    "addresses, headers, variables and limits come along, and what names the environment stays a place",
    () => {
      const url = "https://far.example/mcp";
      const auth = { Authorization: "Bearer ${env:FAR_TOKEN}" };
      expect(readAs(url)).toEqual({ "far.example": { kind: "http", url } });
      expect(readAs(`claude mcp add --transport http far ${url} --header "X: 1"`)).toEqual({
        far: { kind: "http", url },
      });
      expect(readAs(`claude mcp add --transport http --header "X: 1" far ${url}`)).toEqual({
        far: { kind: "http", url, headers: { X: "1" } },
      });
      expect(readAs("A=1 B='x y' uvx there --flag")).toEqual({
        there: stdio("uvx", ["there", "--flag"], { A: "1", B: "x y" }),
      });
      const codex = [
        "# of mine",
        "[mcp_servers.far]",
        `url = "${url}"`,
        'bearer_token_env_var = "FAR_TOKEN"',
        "tool_timeout_sec = 45",
        "[mcp_servers.near]",
        'command = "node"',
        'args = ["s.js"]',
        'env_vars = ["HOME_TOKEN"]',
        "enabled = false",
      ].join("\n");
      expect(readAs(codex)).toEqual({
        far: { kind: "http", url, headers: auth, callTimeoutMs: 45_000 },
        near: stdio("node", ["s.js"], { HOME_TOKEN: "${env:HOME_TOKEN}" }),
      });
      expect(
        read(codex).candidates.map(({ definition }) => [definition.fillsIn, definition.isEnabled]),
      ).toEqual([
        [true, undefined],
        [true, false],
      ]);
      const limited = (timeout: number) => readAs(`{"a": {"url": "${url}", "timeout": ${timeout}}}`)["a"];
      expect([limited(60), limited(30_000)]).toMatchObject([
        { callTimeoutMs: 60_000 },
        { callTimeoutMs: 30_000 },
      ]);
    },
  );

  verifies(
    "MCP-05",
    "a server whose text is broken is left out and named with the line, however its parts could be read",
    () => {
      const whole = '"whole": {"command": "node", "args": ["a.js"]}';
      for (const broken of [
        '"b": {"command": "npx" "args": ["x"]}',
        '"b": {"command": "C:\\Program Files\\x.exe"}',
        '"b": {"command": "npx", "args": ["x"',
        '"b": {"command": "npx", "args": [x]}',
      ]) {
        const { candidates, problems } = read(`{"mcpServers": {${whole},\n${broken}}}`);
        expect([broken, candidates.map(({ givenName }) => givenName)]).toEqual([broken, ["whole"]]);
        expect(problems.map(({ key }) => key)).toEqual(["importPartJson", "importBroken"]);
        expect(problems[0]?.params).toMatchObject({ line: 2 });
      }
      expect(read("[mcp_servers.a]\ncommand = npx").problems).toMatchObject([
        { key: "importNoToml", params: { line: 2 } },
      ]);
    },
  );

  verifies("MCP-05", "what only a shell could run is no server, and no word is taken for one", () => {
    for (const text of [
      "npx a | sh",
      "npx $(id)",
      "npx a; b",
      "npx a > b",
      "npx 'a",
      "npx a\nnpx b",
      "sh -c x",
      "words",
    ])
      expect([text, read(text).candidates]).toEqual([text, []]);
  });

  verifies("MCP-05", "what VS Code would ask for is asked for here, secrets as such", () => {
    const { candidates } = read(
      JSON.stringify({
        inputs: [
          { type: "promptString", id: "key", description: "Its key", password: true },
          { type: "pickString", id: "where", options: ["eu", { label: "US", value: "us" }], default: "eu" },
          { type: "command", id: "made", command: "x" },
        ],
        servers: {
          a: { command: "node", args: ["${input:where}", "${input:made}"], env: { K: "${input:key}" } },
        },
      }),
    );
    expect(candidates).toMatchObject([{ isReady: false, notes: [{ key: "importFillIn" }] }]);
    expect(candidates[0]?.fields).toMatchObject([
      { key: "where", label: "where", isSecret: false, preset: "eu", choices: ["eu", "us"] },
      { key: "key", label: "Its key", isSecret: true },
    ]);
  });

  it("gives servers of one name names of their own", () => {
    expect(
      Object.keys(readAs('{"mcpServers": {"a b/c": {"command": "x"}, "A b-c": {"command": "y"}}}')),
    ).toEqual(["a b-c", "A b-c-2"]);
  });

  it("never throws, whatever is pasted", () => {
    const part = fc.constantFrom(
      '"',
      "'",
      "{",
      "}",
      "[",
      "]",
      "=",
      "\n",
      "\\",
      "npx ",
      "a",
      "mcp add ",
      "```",
      ":",
      "$",
      " ",
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
        expect(Array.isArray(read(parts.join("")).candidates)).toBe(true);
      }),
      { seed: 3, numRuns: 500 },
    );
  });
});
