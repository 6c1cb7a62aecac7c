import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { encode } from "iconv-lite";
import { describe, expect, it } from "vitest";
import { verifies } from "../../verifies.ts";
import { startWorkspaceServer } from "./workspaceServer.ts";

const pathsOf = (data: Record<string, unknown>, key: "hits" | "files"): string[] =>
  (data[key] as { path?: string; name?: string }[]).map((one) => one.path ?? one.name ?? "");

describe("search_code", () => {
  verifies(["TOOL-03"], "finds text as it is, in any case and across lines, when asked to", async () => {
    await using server = await startWorkspaceServer({ "a.ts": "call(x)\nCALL(y)\nend\n" });
    const literal = await server.call("search_code", { pattern: "call(", is_literal: true });
    expect(literal.text).toContain("a.ts:1: call(x)");
    expect(literal.data["total"]).toBe(1);
    const anyCase = await server.call("search_code", { pattern: "call\\(", ignore_case: true });
    expect(anyCase.data["total"]).toBe(2);
    const across = await server.call("search_code", { pattern: "\\)\\nCALL", is_multiline: true });
    expect(across.text).toContain("a.ts:1: call(x)↵CALL(y)");
    const around = await server.call("search_code", { pattern: "(?<=CALL\\()y" });
    expect(around.text).toContain("a.ts:2: CALL(y)");
  });

  verifies(["TOOL-03", "TOOL-06"], "a wrong pattern is explained, with the call that works", async () => {
    await using server = await startWorkspaceServer({ "a.ts": "call(x)\n" });
    const bad = await server.call("search_code", { pattern: "call(" });
    expect(bad).toMatchObject({ isError: true, code: "invalidInput" });
    expect(bad.text).toContain('Example: {"pattern": "call(", "is_literal": true}');
    const broken = await server.call("search_code", { pattern: "a\nb" });
    expect(broken.text).toContain('Example: {"pattern": "a\\nb", "is_multiline": true}');
    const escaped = await server.call("search_code", { pattern: "a\\nb" });
    expect(escaped.text).toContain('"is_multiline": true');
    for (const pattern of ["a{9999999}", "(?P<n", "[z-a]", "*", "\\", "\\p{Nope}"])
      expect(await server.call("search_code", { pattern }), pattern).toMatchObject({ code: "invalidInput" });
    const glob = await server.call("search_code", { pattern: "x", file_glob: "a[" });
    expect(glob.text).toMatch(/^file_glob is not a valid glob/);
  });

  verifies(
    ["TOOL-03"],
    "RD-04: a glob does not bring back what is ignored; what it leads to there is counted",
    async () => {
      await using server = await startWorkspaceServer({
        ".gitignore": "dist/\n*.log\n",
        "dist/a.js": "needle\n",
        "x.log": "needle\n",
        "src/b.js": "needle\n",
        "node_modules/m/i.js": "needle\n",
        ".git/c.js": "needle\n",
      });
      for (const glob of ["*", "**/*", "**", "src/**", "*.js"]) {
        const { data, text } = await server.call("search_code", { pattern: "needle", file_glob: glob });
        expect(pathsOf(data, "hits"), glob).toEqual(["src/b.js"]);
        expect(text).toContain("pass include_ignored");
      }
      const logs = await server.call("search_code", { pattern: "needle", file_glob: "*.log" });
      expect(logs.text).toContain("No hits");
      expect(logs.text).toContain("1 more hit in ignored places");
      const all = await server.call("search_code", { pattern: "needle", include_ignored: true });
      expect(pathsOf(all.data, "hits")).toEqual(["dist/a.js", "node_modules/m/i.js", "src/b.js", "x.log"]);
      const listed = await server.call("list_files", { recursive: true, include_ignored: true });
      expect(listed.text).toContain("node_modules/m/i.js (ignored)");
      expect(listed.text).not.toContain(".git/c.js");
    },
  );

  verifies(
    ["TOOL-03"],
    "finds words in UTF-16 without a byte-order mark when the file itself is named",
    async () => {
      const text = "first line\nthe price is 7\nlast line\n";
      await using server = await startWorkspaceServer({
        "le.txt": Buffer.from(text, "utf16le"),
        "be.txt": Buffer.from(text, "utf16le").swap16(),
        "plain.txt": text,
      });
      for (const path of ["le.txt", "be.txt", "plain.txt"]) {
        const found = await server.call("search_code", { pattern: "price", path });
        expect(found.text).toContain(`${path}:2: the price is 7`);
      }
      expect(pathsOf((await server.call("search_code", { pattern: "price" })).data, "hits")).toEqual([
        "plain.txt",
      ]);
    },
  );

  verifies(
    ["TOOL-03", "TOOL-11"],
    "RD-03: finds words in UTF-16 and old encodings, shown as text",
    async () => {
      await using server = await startWorkspaceServer({
        "utf8.txt": "价格 Größe\n",
        "u16be.txt": Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from("价格\n", "utf16le").swap16()]),
        "gbk.txt": encode("第一行是中文说明\n这里写的是价格和数量\n以及其他的内容\n".repeat(4), "gbk"),
        "latin.txt": encode(
          "Die Größe der Straße ist für alle gleich\nüber den Dächern\n".repeat(4),
          "win1252",
        ),
      });
      const chinese = await server.call("search_code", { pattern: "价格" });
      expect([...new Set(pathsOf(chinese.data, "hits"))]).toEqual(["gbk.txt", "u16be.txt", "utf8.txt"]);
      expect(chinese.text).toContain("gbk.txt:2: 这里写的是价格和数量");
      const german = await server.call("search_code", { pattern: "Größe" });
      expect(german.text).toContain("latin.txt:1: Die Größe der Straße");
      // The place is enough where only the rest of the line is in an old encoding.
      expect((await server.call("search_code", { pattern: "alle gleich" })).text).toContain("latin.txt:1:");
    },
  );

  verifies(["TOOL-03", "TOOL-06"], "the answer keeps to 30 KB and says how to narrow", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 400 }, (_, i) => [
        `a-rather-long-folder-name/f${i}.txt`,
        `${"hit ".repeat(80)}\n`.repeat(3),
      ]),
    );
    await using server = await startWorkspaceServer(files);
    const { text, data } = await server.call("search_code", { pattern: "hit", max_hits: 500 });
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(30 * 1024);
    expect(data["total"]).toBe(1_200);
    expect(text).toMatch(/^1,200 hits in 400 files .*first \d+ shown with text/);
    expect(text).toMatch(/more files: narrow path or file_glob\]$/);
  });

  verifies(["TOOL-03", "TOOL-06"], "ends at 5,000 hits and says so", async () => {
    await using server = await startWorkspaceServer({ "big.txt": "hit\n".repeat(200_000) });
    const { text, data } = await server.call("search_code", { pattern: "hit" });
    expect(text).toMatch(/^at least 5,000 hits in 1 file .*ended at 5,000 hits: narrow the search/);
    expect(data).toMatchObject({ total: 5_000, isCut: true, isTimedOut: false });
  });

  it("a line of 30 MB costs no more than its place and start", async () => {
    await using server = await startWorkspaceServer({
      "one.js": `var start;${"1234567890,".repeat(2_800_000)}`,
    });
    const { text, data } = await server.call("search_code", { pattern: "123" });
    expect(text).toContain("one.js:1: var start;");
    expect(text).toContain("not shown whole");
    expect(data["total"]).toBe(1);
    expect(text.length).toBeLessThan(1_000);
  });

  it.runIf(process.platform === "linux")("names with bytes that are no UTF-8 are marked", async () => {
    await using server = await startWorkspaceServer();
    writeFileSync(Buffer.concat([Buffer.from(`${server.root}/bad-`), Buffer.from([0xff])]), "needle\n");
    const found = await server.call("search_code", { pattern: "needle" });
    expect(found.text).toContain("bad-\\xff:1: needle (name is not UTF-8: reach it with run_command)");
    expect((await server.call("find_files", { glob: "bad-*" })).text).toContain("(name is not UTF-8");
  });

  it("any text is found by its own letters when it is searched literally", async () => {
    await using server = await startWorkspaceServer();
    const texts = fc.sample(
      fc
        .string({ unit: "grapheme", minLength: 1, maxLength: 12 })
        .filter((text) => !/[\0\r\n\ufeff]/.test(text)),
      { numRuns: 40, seed: 11 },
    );
    for (const text of texts) {
      server.put("f.txt", `before\nx${text}y\n`);
      const { data } = await server.call("search_code", { pattern: text, is_literal: true, path: "f.txt" });
      expect(
        (data["hits"] as { line: number }[]).map((hit) => hit.line),
        JSON.stringify(text),
      ).toContain(2);
    }
  });
});

describe("find_files", () => {
  verifies(["TOOL-03"], "finds by name, by path, by exact odd name; folders and links too", async () => {
    const odd = ["two words.md", "{type} card.md", "a[1].md", "-rf.md", "🎈 né.md"];
    await using server = await startWorkspaceServer({
      ...Object.fromEntries(odd.map((name) => [name, ""])),
      "src/deep/a.test.ts": "",
      "src/b.ts": "",
      ".hidden/c.ts": "",
    });
    symlinkSync("src/b.ts", join(server.root, "link.ts"));
    symlinkSync(server.outside, join(server.root, "out"));
    writeFileSync(join(server.outside, "secret.ts"), "");
    const find = async (glob: string, more = {}): Promise<string[]> =>
      pathsOf((await server.call("find_files", { glob, ...more })).data, "files");
    expect(await find("*.ts")).toEqual(["link.ts", ".hidden/c.ts", "src/b.ts", "src/deep/a.test.ts"]);
    expect(await find("src/**/*.ts")).toEqual(["src/b.ts", "src/deep/a.test.ts"]);
    expect(await find("deep")).toEqual(["src/deep"]);
    expect(await find("*.{md,test.ts}", { path: "src" })).toEqual(["src/deep/a.test.ts"]);
    expect(await find("B.TS", { ignore_case: true })).toEqual(["src/b.ts"]);
    for (const name of odd) expect(await find(name), name).toEqual([name]);
    expect((await server.call("find_files", { glob: "*.ts" })).text).toContain("link.ts (link)");
    for (const glob of ["../*", "/etc/*", "a/../../b"])
      expect(await server.call("find_files", { glob }), glob).toMatchObject({ code: "invalidInput" });
  });

  verifies(
    ["TOOL-03"],
    "RD-04: what is ignored is counted and its place named, listed when asked",
    async () => {
      await using server = await startWorkspaceServer({
        ".gitignore": "dist/\n",
        "dist/out.js": "",
        "dist/sub/out2.js": "",
        "node_modules/m/i.js": "",
        "src/in.js": "",
      });
      const { text, data } = await server.call("find_files", { glob: "*.js" });
      expect(text).toBe(
        '1 match for "*.js" in the workspace; 3 more match in ignored places: dist/, node_modules/; ' +
          "pass include_ignored to list them.\n\nsrc/in.js",
      );
      expect(data).toMatchObject({ total: 1, ignored: { "dist/": 2, "node_modules/": 1 } });
      expect((await server.call("find_files", { glob: "dist/out.js" })).text).toContain("1 more matches");
      expect((await server.call("find_files", { glob: "*.js", include_ignored: true })).data["total"]).toBe(
        4,
      );
      expect((await server.call("find_files", { glob: "*.js", path: "dist" })).data["total"]).toBe(2);
    },
  );

  verifies(
    ["TOOL-03", "TOOL-06"],
    "pages, every match once; says what is near when nothing fits",
    async () => {
      const names = Array.from({ length: 450 }, (_, i) => `f${i}.txt`);
      await using server = await startWorkspaceServer(Object.fromEntries(names.map((name) => [name, ""])));
      const seen: string[] = [];
      for (let offset: unknown = 0; typeof offset === "number";) {
        const { data } = await server.call("find_files", { glob: "*.txt", offset, limit: 200 });
        seen.push(...pathsOf(data, "files"));
        offset = data["nextOffset"];
      }
      expect(seen.toSorted()).toEqual(names.toSorted());
      const first = await server.call("find_files", { glob: "*.txt" });
      expect(first.text).toMatch(/^450 matches .*; 1 to 200 listed; next offset 200;/);
      expect((await server.call("find_files", { glob: "F449.*" })).text).toContain("near: f449.txt");
      const listed: string[] = [];
      for (let offset: unknown = 0; typeof offset === "number";) {
        const { data } = await server.call("list_files", { offset });
        listed.push(...(data["entries"] as { name: string }[]).map((entry) => entry.name));
        offset = data["nextOffset"];
      }
      expect(listed.toSorted()).toEqual(names.toSorted());
    },
  );

  it("links that lead in circles or outside end nothing", async () => {
    await using server = await startWorkspaceServer({ "a/b.txt": "" });
    symlinkSync("..", join(server.root, "a", "up"));
    mkdirSync(join(server.outside, "deep"));
    symlinkSync(join(server.outside, "deep"), join(server.root, "away"));
    const { data } = await server.call("find_files", { glob: "**" });
    expect(pathsOf(data, "files")).toEqual(["a", "away", "a/b.txt", "a/up"]);
    expect(await server.call("find_files", { glob: "*", path: "away" })).toMatchObject({
      code: "outsideWorkspace",
    });
  });
});
