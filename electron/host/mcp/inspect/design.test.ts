import { describe, expect, it } from "vitest";
import { reviewDesign, type CheckedTool } from "./design.ts";
import { estimateTokens } from "./tokens.ts";

const tool = (
  name: string,
  description: string,
  inputSchema: Record<string, unknown> = { type: "object", properties: {} },
  more: Partial<CheckedTool> = {},
): CheckedTool => ({
  info: { name, modelName: `s__${name}`, description, inputSchema },
  serverName: "s",
  ...more,
});

const rules = (one: CheckedTool, others: readonly CheckedTool[] = []): string[] =>
  reviewDesign(one, others).map(({ rule }) => rule);

const good = tool("read_invoice", "Reads one invoice by its number and gives its lines and total.", {
  type: "object",
  properties: { number: { type: "string", description: "As printed on the invoice." } },
  required: ["number"],
});

describe("reviewDesign", () => {
  it("finds nothing on a clear tool", () => {
    expect(rules(good, [good])).toEqual([]);
  });

  it("finds vague names and descriptions", () => {
    expect(rules(tool("run_tool", good.info.description))).toEqual(["vagueName"]);
    expect(rules(tool("x", good.info.description))).toEqual(["vagueName"]);
    expect(rules(tool("list_invoices", ""))).toEqual(["noDescription"]);
    expect(rules(tool("list_invoices_of_customer", "List the invoices of a customer"))).toEqual([
      "vagueDescription",
    ]);
    expect(rules(tool("list_invoices", "Lists."))).toEqual(["vagueDescription"]);
  });

  it("finds required fields that are not declared or have no type, and fields without a word", () => {
    const odd = tool("read_invoice", good.info.description, {
      type: "object",
      properties: { number: {}, year: { type: "integer", description: "Of issue." } },
      required: ["number", "missing"],
    });
    expect(reviewDesign(odd, [])).toEqual([
      { rule: "unclearRequired", params: { fields: "number, missing" } },
      { rule: "undescribedFields", params: { fields: "number", count: 1, total: 2 } },
    ]);
  });

  it("finds too many fields, near-duplicates on another server, and mute errors", () => {
    const properties = Object.fromEntries(
      Array.from({ length: 11 }, (_, i) => [`field${i}`, { type: "string", description: "One of many." }]),
    );
    expect(rules(tool("read_invoice", good.info.description, { type: "object", properties }))).toEqual([
      "tooManyFields",
    ]);
    const twin = { ...good, info: { ...good.info }, serverName: "other" };
    expect(reviewDesign(good, [good, twin])).toEqual([
      { rule: "nearDuplicate", params: { tool: "read_invoice", server: "other" } },
    ]);
    expect(rules({ ...good, muteErrors: 2 })).toEqual(["muteErrors"]);
  });
});

describe("estimateTokens", () => {
  it("stays in the range of a few letters a token", () => {
    expect(estimateTokens("The quick brown fox jumps over the lazy dog.")).toBe(10);
    expect(estimateTokens("读取文件内容")).toBeGreaterThanOrEqual(3);
    expect(estimateTokens("")).toBe(0);
  });
});
