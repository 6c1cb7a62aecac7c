import { expect } from "vitest";
import { verifies } from "../../test/verifies.ts";
import type { OptionField, ServerOption } from "../contract/index.ts";
import { fillOption } from "./fillOption.ts";

const field = (key: string, more: Partial<OptionField>): OptionField => ({
  key,
  label: key,
  kind: "string",
  isRequired: false,
  isSecret: false,
  isMultiple: false,
  ...more,
});

const option: ServerOption = {
  label: "a",
  base: { name: "a", transport: { kind: "stdio", command: "node" } },
  args: [
    { parts: ["--port", "${input:port}"], needs: [] },
    { parts: ["${input:level}"], needs: [] },
    { parts: ["${input:sizes}"], needs: [] },
  ],
  fields: [
    field("port", { kind: "number", min: 1, max: 65_535 }),
    field("level", { choices: ["low", "high"] }),
    field("sizes", { kind: "number", isMultiple: true }),
  ],
  notes: [],
};

verifies(
  "MCP-05",
  "a number out of its bounds, a word for a number and what is no choice are named, and nothing is made of them",
  () => {
    const wrongOf = (values: Record<string, string | string[]>): string[] | "fits" => {
      const filled = fillOption(option, values, "a");
      return filled.ok ? "fits" : filled.wrong.map(({ key }) => key);
    };
    expect(wrongOf({ port: "8080", level: "low", sizes: ["1", "-2.5e3"] })).toBe("fits");
    expect(wrongOf({})).toBe("fits");
    expect(wrongOf({ port: "0" })).toEqual(["port"]);
    expect(wrongOf({ port: "65536" })).toEqual(["port"]);
    for (const port of ["many", "80 80", "Infinity", "--x", "0x10 "])
      expect([port, wrongOf({ port })]).not.toEqual([port, "fits"]);
    expect(wrongOf({ level: "middle", sizes: ["1", "two"] })).toEqual(["level", "sizes"]);
  },
);
