import { appendFileSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { verifies } from "../../verifies.ts";
import { startWorkspaceServer } from "./workspaceServer.ts";

describe("a very long line", () => {
  verifies(["TOOL-02", "TOOL-11"], "RD-02: is reached whole by column, each character once", async () => {
    const line = `var a=[${"1234567890,".repeat(19_000)}"🚀é"];`;
    await using server = await startWorkspaceServer({ "bundle.min.js": `first\n${line}\nlast` });
    const cut = await server.call("read_file", { path: "bundle.min.js", offset: 2, limit: 1 });
    expect(cut.text).toContain("column 2001 with the line as offset shows what follows");
    let seen = "";
    for (let column: number | null = 1; column !== null;) {
      const answer = await server.call("read_file", { path: "bundle.min.js", offset: 2, column });
      expect(Buffer.byteLength(answer.text)).toBeLessThanOrEqual(30 * 1024);
      expect(answer.text).toContain(`columns ${column}-`);
      seen += answer.text.slice(answer.text.indexOf("\n\n2\t") + 4);
      column = answer.data["nextColumn"] as number | null;
    }
    expect(seen).toBe(line);
    const past = await server.call("read_file", { path: "bundle.min.js", offset: 2, column: 10_000_000 });
    expect(past).toMatchObject({ isError: true, code: "invalidInput" });
    expect(past.text).toContain(`has ${line.length} characters`);
  });
});

describe("a text that looks binary", () => {
  verifies(["TOOL-02", "TOOL-11"], "RD-03: UTF-16 without a mark is read and edited", async () => {
    const text = "Größe=5\r\nDone\r\n";
    const big = Buffer.from(text, "utf16le").swap16();
    await using server = await startWorkspaceServer({ le: Buffer.from(text, "utf16le"), be: big });
    for (const path of ["le", "be"]) {
      const read = await server.call("read_file", { path });
      expect(read.text).toContain("1\tGröße=5\n2\tDone");
      expect(read.text).toContain(`read as UTF-16 ${path.toUpperCase()} (guessed), CRLF`);
      const edit = { path, old_str: "5\nDone", new_str: "6\nDone" };
      expect(await server.call("edit_file", edit)).toMatchObject({ isError: false });
    }
    expect(server.bytes("le").toString("utf16le")).toBe("Größe=6\r\nDone\r\n");
    expect(server.bytes("be").swap16().toString("utf16le")).toBe("Größe=6\r\nDone\r\n");
  });

  verifies(["TOOL-02"], "is read in pieces when it is large, in every encoding", async () => {
    const lines = Array.from({ length: 60_000 }, (_, i) => `第${i}行 größe`).join("\n");
    await using server = await startWorkspaceServer({
      "u16.txt": Buffer.from(`\ufeff${lines}`, "utf16le"),
    });
    const read = await server.call("read_file", { path: "u16.txt", offset: 50_001, limit: 2 });
    expect(read.text).toContain("lines 50001-50002 of 60,000");
    expect(read.text).toContain("50001\t第50000行 größe\n50002\t第50001行 größe");
  });
});

describe("a huge file", () => {
  verifies(["TOOL-02"], "is read at its start and refused for a change", async () => {
    await using server = await startWorkspaceServer({ "huge.log": "line\n".repeat(2_000) });
    truncateSync(join(server.root, "huge.log"), 2 * 1024 ** 3);
    const read = await server.call("read_file", { path: "huge.log", limit: 1 });
    expect(read).toMatchObject({ isError: false });
    expect(read.text).toContain("lines 1-1 (total not counted), 2.0 GB");
    const edit = await server.call("edit_file", { path: "huge.log", old_str: "line", new_str: "x" });
    expect(edit).toMatchObject({ isError: true, code: "tooLarge" });
    expect(edit.text).toContain("sed -i");
  });
});

describe("a file that grows while it is read", () => {
  verifies(["TOOL-02"], "is answered, and each answer is of one version or says so", async () => {
    await using server = await startWorkspaceServer({ "live.log": "0\n".repeat(100_000) });
    const path = join(server.root, "live.log");
    const reads: ReturnType<typeof server.call>[] = [];
    for (let i = 0; i < 200; i += 1) {
      if (i % 10 === 0) reads.push(server.call("read_file", { path: "live.log", limit: 5 }));
      appendFileSync(path, "1\n".repeat(1_000));
      await new Promise((resolve) => setImmediate(resolve));
    }
    for (const answer of await Promise.all(reads)) {
      expect(answer.isError).toBe(false);
      const isOneVersion = answer.data["bytes"] === 2 * (answer.data["lines"] as number);
      const isSaid = answer.text.includes("it was changed by another program while it was read");
      expect(isOneVersion || isSaid).toBe(true);
    }
  });
});
