import { expect, it } from "vitest";
import type { Failure } from "../../../shared/contract/index.ts";
import { verifies } from "../../../test/verifies.ts";
import { faults } from "./failures.ts";
import { refusedTool } from "./refusedTool.ts";

const tools = ["read_file", "find", "find_all", "office__approve.refund"];
const said = (text: string): { error: Failure; isPassing: boolean } =>
  faults.serverSaid(text, 400, "Change it.");

verifies("MODEL-02", "MC-13: the tool that a provider refuses is told by name or by place", () => {
  for (const [text, tool] of [
    ["Invalid schema for function 'find': schema must have type 'object'", "find"],
    ["Invalid schema for function 'find_all': array schema missing items.", "find_all"],
    ["tools.1.custom.input_schema: input_schema does not support oneOf at the top level", "find"],
    ["tools[3].function.parameters: unsupported keyword", "office__approve.refund"],
    [
      "* GenerateContentRequest.tools[0].function_declarations[2].parameters.properties: should be non-empty",
      "find_all",
    ],
    [
      "Invalid schema for function 'find_all': In context=('properties', 'find'), array schema missing items.",
      "find_all",
    ],
    ["The schema of office__approve.refund cannot be compiled", "office__approve.refund"],
  ] as const)
    expect(refusedTool(said(text), tools), text).toBe(tool);
});

it("takes no other refusal for one of a tool", () => {
  for (const text of [
    "max_tokens is too large",
    "Invalid schema for function 'unknown_one'",
    "tools.9.custom.input_schema: bad",
    "The functions read_file and find have the same schema",
    "This model does not support tools",
    "function 'find' and function 'read_file' have the same schema",
    "Invalid schema for function 'unknown_one': could not find 'type'",
    "messages.2.tool_calls[0].function.arguments: find is required",
  ])
    expect(refusedTool(said(text), tools), text).toBeNull();
  const passing = faults.serverSaid("Invalid schema for function 'find'", 500, "Wait.", { isPassing: true });
  expect(refusedTool(passing, tools)).toBeNull();
  expect(refusedTool(faults.unauthorized("https://x/v1", 401, "function 'find' schema"), tools)).toBeNull();
});
