import { expect, it } from "vitest";
import { rankTools, type SearchedTool } from "./rank.ts";

const tool = (serverName: string, name: string, description: string): SearchedTool => ({
  name,
  modelName: `${serverName}__${name}`,
  serverName,
  description,
});

const tools = [
  tool("billing", "create_invoice", "Makes a new invoice for a customer."),
  tool("billing", "list_invoices", "Lists the invoices of a customer."),
  tool("crm", "find_customer", "Finds a customer by name."),
  tool("weather", "forecast", "Tells the weather of the next days."),
  tool("笔记", "note_add", "新建一条笔记"),
];

const found = (query: string): string[] => rankTools(tools, query).map(({ modelName }) => modelName);

it("ranks by words in names first, knows forms of a word, and gives nothing for what does not fit", () => {
  expect(found("create an invoice")[0]).toBe("billing__create_invoice");
  expect(found("invoices").slice(0, 2).sort()).toEqual(["billing__create_invoice", "billing__list_invoices"]);
  expect(found("customer lookup")[0]).toBe("crm__find_customer");
  expect(found("weather")).toEqual(["weather__forecast"]);
  expect(found("笔记")).toEqual(["笔记__note_add"]);
  expect(found("quantum")).toEqual([]);
  expect(found("")).toEqual([]);
});
