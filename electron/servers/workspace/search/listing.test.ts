import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openTestWorkspace } from "../testing/testWorkspace.ts";
import { parseIgnore } from "./gitignore.ts";
import { showHitText } from "./hitText.ts";

describe("parseIgnore", () => {
  it.each([
    ["dist/", "dist", true, true],
    ["dist/", "a/dist", true, true],
    ["dist/", "dist", false, undefined],
    ["/dist", "a/dist", true, undefined],
    ["*.log", "a/b/x.log", false, true],
    ["*.log\n!keep.log", "keep.log", false, false],
    ["doc/*.txt", "doc/a.txt", false, true],
    ["doc/*.txt", "doc/x/a.txt", false, undefined],
    ["**/tmp", "a/b/tmp", true, true],
    ["a/**/z", "a/z", false, true],
    ["a/**/z", "a/b/c/z", false, true],
    ["a/**", "a/b", false, true],
    ["[ab].c", "a.c", false, true],
    ["[!ab].c", "a.c", false, undefined],
    ["\\#x", "#x", false, true],
    ["# comment", "# comment", false, undefined],
    ["a b  ", "a b", false, true],
    ["x(1)+.txt", "x(1)+.txt", false, true],
    ["f?o", "f/o", false, undefined],
  ])("%j says of %s", (text, path, isFolder, verdict) => {
    expect(parseIgnore(text).verdict(path, isFolder)).toBe(verdict);
  });
});

describe("list_files", () => {
  it("shows type, size and name, odd names escaped, links with their target", async () => {
    using ws = openTestWorkspace({ "two words.md": "mark\n", "line\nbreak.md": "mark\n", "src/a.ts": "12" });
    symlinkSync("src", join(ws.root, "in"));
    symlinkSync(ws.outside, join(ws.root, "out"));
    const { text } = await ws.call("list_files", {});
    expect(text.split("\n").slice(2)).toEqual([
      "link\t-\tin -> src",
      'file\t5\t"line\\nbreak.md"',
      "link\t-\tout -> (outside the workspace)",
      "folder\t-\tsrc/",
      "file\t5\ttwo words.md",
    ]);
    expect(text).not.toContain(ws.outside);
  });

  it("marks what is ignored, does not enter it, and lists it when asked by name (RD-04)", async () => {
    using ws = openTestWorkspace({
      ".gitignore": "dist/\n",
      "dist/out.js": "",
      "src/in.js": "",
      "src/.gitignore": "gen\n",
      "src/gen/x.js": "",
      "node_modules/a/i.js": "",
    });
    const { text } = await ws.call("list_files", { recursive: true });
    expect(text).toContain("3 ignored");
    for (const name of ["dist/", "node_modules/", "src/gen/"])
      expect(text).toContain(`${name} (ignored, not entered)`);
    expect(text).toContain("src/in.js");
    expect(text).not.toContain("out.js");
    expect((await ws.call("list_files", { path: "dist" })).text).toContain("dist/out.js");
  });

  it("states what it leaves out of a large folder", async () => {
    using ws = openTestWorkspace(Object.fromEntries(Array.from({ length: 1_200 }, (_, i) => [`f${i}`, ""])));
    const { text, data } = await ws.call("list_files", {});
    expect(text).toContain("1,200 entries; first 1,000 shown");
    expect(data).toMatchObject({ total: 1_200, isCut: true });
  });
});

describe("showHitText", () => {
  it("clips a long line around the match and shows control characters", () => {
    const text = `${"x".repeat(1_000)}NEEDLE${"y".repeat(1_000)}\u001b`;
    const shown = showHitText(text, 1_000);
    expect(shown).toMatch(/^\[920 characters omitted\]…x+NEEDLEy+…\[847 characters omitted\]$/);
    expect(showHitText("a\u001bb", 0)).toBe("a\\x1bb");
  });
});
