import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { verifies } from "../../verifies.ts";
import { startWorkspaceServer } from "./workspaceServer.ts";

const secret = "lw-canary-7f3a91c2d4e5";

describe("special files", () => {
  verifies(
    ["TOOL-01", "TOOL-02", "TOOL-03", "TOOL-11"],
    "RD-01, SEC-FS-10: neither hang nor exhaust a call",
    async () => {
      await using server = await startWorkspaceServer({
        "q/plain.txt": "needle\n",
        "big.log": "0123456789abcdef\n".repeat(3_000_000),
      });
      await server.call("run_command", { command: "mkfifo q/pipe" });
      symlinkSync("/dev/zero", join(server.root, "zero"));
      symlinkSync(".", join(server.root, "loop"));
      const answers = [
        await server.call("read_file", { path: "q/pipe" }),
        await server.call("list_files", { path: "q" }),
        await server.call("search_code", { path: "q", pattern: "needle" }),
        await server.call("read_file", { path: "/dev/zero" }),
        await server.call("read_file", { path: "zero" }),
        await server.call("list_files", { recursive: true }),
        await server.call("search_code", { pattern: "needle" }),
        await server.call("read_file", { path: "big.log" }),
      ];
      expect(answers.map((answer) => answer.code)).toEqual([
        "special",
        "",
        "",
        "outsideWorkspace",
        "outsideWorkspace",
        "",
        "",
        "",
      ]);
      expect(answers[0]?.text).toContain("not a regular file: it is a named pipe");
      expect(answers[1]?.text).toContain("special\t-\tq/pipe");
      expect(answers[2]?.text).toContain("q/plain.txt:1: needle");
      expect(answers[7]?.text).toMatch(
        /^big\.log: lines 1-\d+ of 3,000,000, 48\.\d MB, UTF-8, LF; cut at 30 KB; next offset/,
      );
      expect(answers[7]?.text.length).toBeLessThan(31_000);
    },
  );
});

describe("links", () => {
  verifies(["TOOL-01"], "SEC-FS-01 to SEC-FS-04: to outside are never followed by any tool", async () => {
    await using server = await startWorkspaceServer({ "sub/ok.txt": "fine" });
    writeFileSync(join(server.outside, "secret.txt"), secret);
    mkdirSync(`${server.root}-evil`);
    writeFileSync(join(`${server.root}-evil`, "secret.txt"), secret);
    symlinkSync(join(server.outside, "secret.txt"), join(server.root, "a"));
    symlinkSync("a", join(server.root, "b"));
    symlinkSync("sub", join(server.root, "in"));
    symlinkSync(server.outside, join(server.root, "d"));
    for (const [tool, input] of [
      ["read_file", { path: "a" }],
      ["read_file", { path: "b" }],
      ["read_file", { path: "../ws-evil/secret.txt" }],
      ["list_files", { path: "d" }],
      ["search_code", { path: "d", pattern: "lw" }],
      ["write_file", { path: "d/canary", content: "x" }],
      ["edit_file", { path: "d/secret.txt", old_str: "lw", new_str: "x" }],
      ["run_command", { command: "cat secret.txt", cwd: "d" }],
    ] as const) {
      const answer = await server.call(tool, input);
      expect(answer, `${tool} ${JSON.stringify(input)}`).toMatchObject({
        isError: true,
        code: "outsideWorkspace",
      });
      expect(answer.text).not.toContain(secret);
    }
    expect((await server.call("search_code", { pattern: "lw-canary" })).text).toContain("No hits");
    expect((await server.call("search_code", { pattern: "fine", path: "in" })).text).toContain(
      "in/ok.txt:1: fine",
    );
    expect((await server.call("read_file", { path: "in/ok.txt" })).text).toContain("1\tfine");
  });
});

describe("search_code", () => {
  verifies(["TOOL-03", "TOOL-06"], "shows 50 hits, then every hit line by file", async () => {
    await using server = await startWorkspaceServer({
      "app.py": "x\n".repeat(60).replace("x\n", "no\n"),
      "b/c.py": "x = 1\n",
      "b/d.ts": "x\n",
    });
    const { text, data } = await server.call("search_code", { pattern: "^x", file_glob: "*.py" });
    expect(text).toMatch(
      /^60 hits in 2 files for "\^x" in the workspace \(files \*\.py\); first 50 shown with text; files over 64 MB left out; nothing ignored\.\n\napp\.py:2: x\n/,
    );
    expect(text).toContain("app.py: 2, 3, 4, 5,");
    expect(text).toContain("b/c.py: 1 (1 hit)");
    expect(text).not.toContain("d.ts");
    expect(data["hits"]).toHaveLength(50);
    expect(data).toMatchObject({ total: 60, files: 2 });
    const bad = await server.call("search_code", { pattern: "call(" });
    expect(bad).toMatchObject({ isError: true, code: "invalidInput" });
    expect(bad.text).toContain("call\\(x\\)");
    expect(await server.call("search_code", { pattern: "x", file_glob: "a[" })).toMatchObject({
      code: "invalidInput",
    });
  });

  verifies(
    ["TOOL-03", "TOOL-11"],
    "RD-02, RD-03: clips long lines around the match and never prints binary ones",
    async () => {
      await using server = await startWorkspaceServer({
        "bundle.min.js": `var a=[${"1234567890,".repeat(190_000)}0];`,
        "tool.bin": Buffer.from("7f454c4600ff00fe446f6e6590".repeat(8_000), "hex"),
        "u16.txt": Buffer.from("//5HAHIA9gDfAGUAPQA1AA0ACgBEAG8AbgBlAA0ACgA=", "base64"),
      });
      const long = await server.call("search_code", { pattern: "a=\\[" });
      expect(long.text).toContain("bundle.min.js:1: var a=[1234567890");
      expect(long.text.length).toBeLessThan(1_000);
      const done = await server.call("search_code", { pattern: "Done" });
      expect(done.text).toContain("u16.txt:2: Done");
      expect(done.text).not.toContain("\0");
      const read = await server.call("read_file", { path: "bundle.min.js", offset: 1, max_lines: 1 });
      expect(read.text).toMatch(/truncated/);
      expect(read.text.length).toBeLessThan(5_000);
      expect((await server.call("read_file", { path: "tool.bin" })).text.length).toBeLessThan(500);
      expect((await server.call("read_file", { path: "u16.txt" })).text).toContain("Größe=5");
    },
  );

  verifies(
    ["TOOL-03", "TOOL-11"],
    "RD-04: states what is ignored and searches it when asked by name",
    async () => {
      const tree = Object.fromEntries(
        Array.from({ length: 2_000 }, (_, i) => [`node_modules/p${i % 50}/f${i}.js`, "needle\n"]),
      );
      await using server = await startWorkspaceServer({
        ...tree,
        ".gitignore": "dist/\nnode_modules/\n",
        "dist/out.js": "needle\n",
        "src/in.js": "needle\n",
      });
      const wide = await server.call("search_code", { pattern: "needle" });
      expect(wide.text).toContain("1 hit in 1 file");
      expect(wide.text).toContain("src/in.js:1: needle");
      expect(wide.text).toContain("ignored: dist/, node_modules/");
      expect(wide.elapsedMs).toBeLessThan(10_000);
      expect((await server.call("search_code", { pattern: "needle", path: "dist" })).text).toContain(
        "dist/out.js:1: needle",
      );
      expect((await server.call("list_files", {})).text).toContain("node_modules/ (ignored, not entered)");
    },
  );

  verifies(["TOOL-03", "TOOL-11"], "RD-05: finds, lists, reads and edits odd names", async () => {
    const names = [
      "two words.md",
      "{type} card.md",
      "a[1].md",
      "part:two/x.md",
      "-rf.md",
      "🎈 né.md",
      "line\nbreak.md",
    ];
    await using server = await startWorkspaceServer(
      Object.fromEntries(names.map((name) => [name, "mark\n"])),
    );
    const found = await server.call("search_code", { pattern: "mark" });
    expect(found.data).toMatchObject({ total: 7, files: 7 });
    expect((found.data["hits"] as { path: string }[]).map((hit) => hit.path).toSorted()).toEqual(
      names.toSorted(),
    );
    expect(found.text).toContain('"line\\nbreak.md":1: mark');
    const listed = await server.call("list_files", { recursive: true });
    for (const name of names.slice(0, 6)) expect(listed.text).toContain(name);
    for (const name of names)
      expect(await server.call("read_file", { path: name })).toMatchObject({ isError: false });
    await server.call("edit_file", { path: "{type} card.md", old_str: "mark", new_str: "seen" });
    expect(server.text("{type} card.md")).toBe("seen\n");
  });
});

describe("read_file", () => {
  verifies(["TOOL-02", "TOOL-06"], "pages by offset, and every line comes exactly once", async () => {
    const lines = Array.from({ length: 4_500 }, (_, i) => `line ${i} ${"é".repeat(i % 40)}`);
    await using server = await startWorkspaceServer({ "long.txt": `${lines.join("\n")}\n` });
    const seen: string[] = [];
    for (let offset: number | null = 1; offset !== null;) {
      const answer = await server.call("read_file", { filename: "long.txt", offset });
      expect(Buffer.byteLength(answer.text)).toBeLessThanOrEqual(30 * 1024);
      seen.push(
        ...answer.text
          .split("\n")
          .slice(2)
          .map((line) => line.replace(/^\d+\t/, "")),
      );
      offset = answer.data["nextOffset"] as number | null;
    }
    expect(seen).toEqual(lines);
  });
});
