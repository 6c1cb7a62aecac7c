import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect } from "vitest";
import { verifies } from "../../verifies.ts";
import { npmServer, startManager, stdio, textOf, workspace, type TestManager } from "./support.ts";

describe("real servers over stdio", () => {
  let folder: string;
  let at: TestManager;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "loopwright-real-"));
    at = startManager();
  });
  afterEach(async () => {
    await at[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  });

  const start = async (name: string, args: string[] = [], env: Record<string, string> = {}) => {
    const added = at.manager.add({ name, transport: stdio([npmServer(name), ...args], { env }) });
    if (!added.ok) throw new Error(added.error.message);
    expect(await at.manager.start(added.value.serverId)).toEqual({ ok: true, value: null });
    return added.value.serverId;
  };

  verifies(
    ["MCP-01", "LOOP-02"],
    "server-everything: state, tools as it describes them, every kind of content, its environment",
    async () => {
      const id = await start("everything", ["stdio"], { MARK: "own value" });
      const info = at.info(id);
      expect(info).toMatchObject({
        state: "ready",
        protocolVersion: "2025-11-25",
        restarts: 0,
        transport: { env: { MARK: "" } },
      });
      expect(info.pid).toBeGreaterThan(1);
      expect(info.instructions?.length).toBeGreaterThan(100);
      const echo = info.tools.find((tool) => tool.name === "echo");
      expect(echo).toMatchObject({
        modelName: "everything__echo",
        description: expect.stringContaining("cho") as string,
        severity: "L3",
        isEnabled: true,
      });
      expect(echo?.inputSchema).toMatchObject({
        type: "object",
        properties: { message: { type: "string" } },
        required: ["message"],
      });
      expect(await at.text(id, "echo", { message: "héllo 世界" })).toContain("héllo 世界");
      const image = await at.call(id, "get-tiny-image");
      expect(image.ok && image.value.content.map((block) => block.type)).toContain("image");
      expect(image.ok && image.value.warnings).toEqual([]);
      const structured = await at.call(id, "get-structured-content", { location: "New York" });
      expect(structured.ok && structured.value.structured).toMatchObject({
        temperature: expect.any(Number) as number,
      });
      const env = JSON.parse(await at.text(id, "get-env")) as Record<string, string>;
      expect(env["MARK"]).toBe("own value");
      expect(Object.keys(env).filter((name) => name.startsWith("VITEST") || name.startsWith("npm_"))).toEqual(
        [],
      );
    },
  );

  verifies(
    ["MCP-01", "LOOP-02"],
    "server-filesystem: reads and writes in its folder, refuses others in its own words",
    async () => {
      writeFileSync(join(folder, "a.txt"), "content of a");
      const id = await start("filesystem", [folder]);
      expect(at.manager.tools(workspace).map((tool) => tool.modelName)).toContain(
        "filesystem__read_text_file",
      );
      expect(await at.text(id, "read_text_file", { path: join(folder, "a.txt") })).toBe("content of a");
      expect(await at.text(id, "write_file", { path: join(folder, "b.txt"), content: "new" })).toContain(
        "b.txt",
      );
      expect(readFileSync(join(folder, "b.txt"), "utf8")).toBe("new");
      const outside = await at.call(id, "read_text_file", { path: "/etc/hostname" });
      expect(outside).toMatchObject({ ok: true, value: { isError: true } });
      expect(outside.ok && textOf(outside.value.content)).toContain("outside allowed directories");
      const bytes = outside.ok ? outside.value.bytes : 0;
      expect(bytes).toBeGreaterThan(50);
    },
  );

  verifies(["MCP-01"], "server-memory keeps what it is given; all three stop without a trace", async () => {
    const file = join(folder, "memory.jsonl");
    const id = await start("memory", [], { MEMORY_FILE_PATH: file });
    await start("everything", ["stdio"]);
    await start("filesystem", [folder]);
    await at.text(id, "create_entities", {
      entities: [{ name: "Ada", entityType: "person", observations: ["wrote notes"] }],
    });
    expect(await at.text(id, "read_graph")).toContain("Ada");
    expect(readFileSync(file, "utf8")).toContain("wrote notes");
    await at.manager.close();
    expect(at.manager.list().map((server) => server.state)).toEqual(["stopped", "stopped", "stopped"]);
    expect(at.children.ended.toSorted()).toEqual(at.children.started.map((child) => child.pid).toSorted());
  });
});
