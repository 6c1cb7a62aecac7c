import { expect, it } from "vitest";
import { remark } from "../../../../shared/remarks/index.ts";
import { verifies } from "../../../../test/verifies.ts";
import { MAX_TEXT_CHARS } from "./boundText.ts";
import { parseResult } from "./parseResult.ts";

const textsOf = (content: readonly unknown[]): string[] =>
  content.map((block) => {
    const { text, resource } = block as { text?: string; resource?: { text?: string } };
    return text ?? resource?.text ?? "";
  });

verifies(
  "MCP-04",
  "SEC-MCP-07: text beyond the limit is cut, and the cut is said; pictures and what is small stay whole",
  () => {
    const picture = { type: "image", data: "a".repeat(MAX_TEXT_CHARS + 5), mimeType: "image/png" };
    const { content, warnings, isError } = parseResult({
      content: [
        { type: "text", text: "short" },
        picture,
        { type: "resource", resource: { uri: "x:y", text: "b".repeat(MAX_TEXT_CHARS) } },
        { type: "text", text: "last" },
      ],
    });
    const [first, , third, fourth] = textsOf(content);
    expect(first).toBe("short");
    expect(content[1]).toBe(picture);
    expect(third).toBe(
      `${"b".repeat(MAX_TEXT_CHARS - 5)}\n[Of ${MAX_TEXT_CHARS} characters of text the first ${MAX_TEXT_CHARS - 5} are kept.]`,
    );
    expect(fourth).toBe("\n[Of 4 characters of text the first 0 are kept.]");
    expect(warnings).toHaveLength(2);
    expect(isError).toBe(false);
  },
);

it("leaves out a structured result and odd blocks that hold more text than is kept, and says so", () => {
  const long = "d".repeat(MAX_TEXT_CHARS);
  const bytes = { type: "resource", resource: { uri: "x:z", blob: long } };
  const link = { type: "resource_link", uri: "x:y", description: long };
  const parsed = parseResult({
    content: [bytes, { type: "resource_link", uri: "x:y" }, link, { type: "odd", parts: [{ at: long }] }],
    structuredContent: { rows: [long, "more"] },
  });
  expect(parsed.content[0]).toBe(bytes);
  expect(parsed.content[1]).toEqual({ type: "resource_link", uri: "x:y" });
  expect(textsOf(parsed.content.slice(2))).toEqual([
    '[A block of type "resource_link" holds more text than is kept and was left out.]',
    '[A block of type "odd" holds more text than is kept and was left out.]',
  ]);
  expect(parsed.structured).toBeUndefined();
  expect(parsed.warnings).toContainEqual(remark("structuredLong"));
});

it("keeps a text of exactly the limit, and cuts no pair of surrogates in two", () => {
  const whole = "c".repeat(MAX_TEXT_CHARS);
  expect(parseResult({ content: [{ type: "text", text: whole }] })).toMatchObject({ warnings: [] });
  const [cut] = textsOf(parseResult({ content: [{ type: "text", text: `${whole.slice(1)}😀` }] }).content);
  expect(cut?.isWellFormed()).toBe(true);
  expect(cut?.startsWith(whole.slice(1))).toBe(true);
});
