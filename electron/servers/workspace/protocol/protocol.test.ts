import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { openTestWorkspace } from "../testing/testWorkspace.ts";
import { workspaceTools } from "../tools.ts";
import { version } from "../version.ts";
import { jsonSchemaOf } from "./arguments.ts";
import { createRepeats } from "./repeats.ts";

describe("arguments", () => {
  it("that do not fit are answered with the field, what was expected, and an example", async () => {
    using ws = openTestWorkspace();
    const { text, code } = await ws.call("edit_file", { path: 5, old_str: "a", new_str: "b", find: "x" });
    expect(code).toBe("invalidInput");
    expect(text).toContain('path: expected string, got 5. Example: {"path": "src/app.ts"}.');
    expect(text).toContain(
      'unknown field "find"; the fields are path, old_str, new_str, all, encoding, base_hash.',
    );
    expect((await ws.call("run_command", {})).text).toContain(
      'command: expected string, got nothing. Example: {"command": "npm test"}.',
    );
    expect((await ws.call("read_file", {})).text).toContain("read_file needs path");
    expect((await ws.call("nope", {})).text).toContain("The tools are list_files, read_file");
  });

  it("have closed schemas in which every parameter is described", () => {
    for (const tool of workspaceTools) {
      const { type, additionalProperties, properties } = jsonSchemaOf(tool.schema);
      expect({ type, additionalProperties }, tool.name).toEqual({
        type: "object",
        additionalProperties: false,
      });
      for (const [name, property] of Object.entries(properties ?? {})) {
        expect(property, `${tool.name}.${name}`).toMatchObject({
          description: expect.stringMatching(/\w{3}/) as unknown,
        });
      }
    }
  });
});

describe("request ids", () => {
  it("are kept for the last 1,000 calls, also while the first is still running", async () => {
    const repeats = createRepeats();
    let runs = 0;
    const run = async (): Promise<{ content: [] }> => {
      runs += 1;
      return await Promise.resolve({ content: [] });
    };
    const once = async (id: string): Promise<unknown> =>
      await repeats.once({ id, tool: "t", input: {}, isJournaled: true }, run);
    await Promise.all([once("a"), once("a")]);
    expect(runs).toBe(1);
    for (let i = 0; i < 999; i += 1) await once(`b${i}`);
    await once("a");
    expect(runs).toBe(1_000);
    await once("c");
    await once("a");
    expect(runs).toBe(1_002);
  });
});

describe("a refusal for want of room or leave", () => {
  it.each(["resourceExhausted", "denied"])("leaves the request id free: %s", async (code) => {
    const repeats = createRepeats();
    const call = { id: "a", tool: "t", input: {}, isJournaled: false };
    const error = { code };
    await repeats.once(call, async () => ({ content: [], isError: true, structuredContent: { error } }));
    expect(
      await repeats.once(call, async () => ({ content: [], structuredContent: { done: 1 } })),
    ).toMatchObject({
      structuredContent: { done: 1 },
    });
  });
});

describe("the server's version", () => {
  it("is the one of its package", () => {
    const manifest: unknown = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
    expect(manifest).toMatchObject({ name: "loopwright-workspace", version });
  });
});
