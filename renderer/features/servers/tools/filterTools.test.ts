import { expect } from "vitest";
import type { ToolInfo } from "../../../../shared/contract/index.ts";
import { verifies } from "../../../../test/verifies.ts";
import { filterTools } from "./filterTools.ts";

const tool = (name: string, description: string, title?: string): ToolInfo => ({
  name,
  modelName: name,
  description,
  inputSchema: {},
  severity: "L3",
  timeoutMs: 1,
  definitionHash: name,
  isEnabled: true,
  ...(title === undefined ? {} : { title }),
});

verifies("MCP-11", "among many tools the wanted ones are found by name, title and words, names first", () => {
  const many = Array.from({ length: 200 }, (_, at) => tool(`tool_${at}`, "Does nothing that is wanted."));
  const all = [
    ...many,
    tool("write_file", "Makes a file, unlike read_file."),
    tool("read_file", "Reads."),
    tool("x", "Other.", "Read File"),
  ];
  const names = (text: string): string[] => filterTools(all, text).map(({ name }) => name);
  expect(names("READ_file")).toEqual(["read_file", "write_file"]);
  expect(names("file read")).toEqual(["write_file", "read_file", "x"]);
  expect(names("nowhere")).toEqual([]);
  expect(filterTools(all, "  ")).toBe(all);
});
