import {
  chmodSync,
  chownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { join } from "node:path";
import iconv from "iconv-lite";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openTestWorkspace, type TestWorkspace } from "../testing/testWorkspace.ts";

const edit = async (ws: TestWorkspace, path: string, old_str: string, new_str: string, all?: boolean) =>
  await ws.call("edit_file", { path, old_str, new_str, ...(all === undefined ? {} : { all }) });

describe("edit_file", () => {
  it("makes of any bytes exactly the asked splice, or leaves them and says why", async () => {
    using ws = openTestWorkspace();
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 60 }).map((array) => Buffer.from(array)),
      fc.string({ unit: "binary", maxLength: 40 }).map((text) => Buffer.from(text, "utf8")),
      fc
        .string({ unit: fc.constantFrom("a", "b", "\n", "\r\n", "ü"), maxLength: 40 })
        .map((text) => Buffer.from(`\ufeff${text}`, "utf8")),
      fc
        .string({ unit: fc.constantFrom("a", "b", "\n", "ü"), maxLength: 40 })
        .map((text) => Buffer.from(`\ufeff${text}`, "utf16le")),
    );
    const words = fc.string({ unit: fc.constantFrom("a", "b", "ü", "$&", "🚀"), minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(bytes, words, words, async (before, old, replace) => {
        ws.put("f", before);
        const answer = await edit(ws, "f", old, replace);
        const after = ws.bytes("f");
        if (answer.isError) {
          expect(after.equals(before)).toBe(true);
          expect(["noMatch", "ambiguous", "encoding", "notText", "invalidInput"]).toContain(answer.code);
          return;
        }
        const [changed] = answer.data["changed"] as { encoding: string }[];
        const encoding =
          changed?.encoding.replace(" LE", "LE").replace(" BE", "BE").replace(" with BOM", "") ?? "";
        const [searched, written] = [iconv.encode(old, encoding), iconv.encode(replace, encoding)];
        const at = before.indexOf(searched);
        const asked = Buffer.concat([before.subarray(0, at), written, before.subarray(at + searched.length)]);
        expect(after.equals(asked)).toBe(true);
      }),
      { numRuns: 400, seed: 11 },
    );
    expect(readdirSync(ws.root)).toEqual(["f"]);
  });

  it("tells count and lines of an ambiguous text, and all replaces what is left (ED-10)", async () => {
    using ws = openTestWorkspace({ "jobs.toml": "[a]\nretry = 3\n[b]\nretry = 3\n[c]\nretry = 3\n" });
    const ambiguous = await edit(ws, "jobs.toml", "retry = 3", "retry = 5");
    expect(ambiguous).toMatchObject({ code: "ambiguous" });
    expect(ambiguous.text).toContain("occurs 3 times in jobs.toml, at lines 2, 4, 6");
    expect(await edit(ws, "jobs.toml", "[b]\nretry = 3", "[b]\nretry = 5")).toMatchObject({ isError: false });
    expect((await edit(ws, "jobs.toml", "retry = 3", "retry = 0", true)).text).toContain("2 places changed");
    expect(ws.text("jobs.toml")).toBe("[a]\nretry = 0\n[b]\nretry = 5\n[c]\nretry = 0\n");
  });

  it("never overwrites with an empty search text (ED-13)", async () => {
    using ws = openTestWorkspace({ "note.md": "tea\n", "blank.md": "" });
    for (const [path, all] of [
      ["note.md", true],
      ["note.md", false],
      ["blank.md", false],
    ] as const) {
      expect(await edit(ws, path, "", "Q", all)).toMatchObject({ code: "exists" });
    }
    expect([ws.text("note.md"), ws.text("blank.md")]).toEqual(["tea\n", ""]);
    expect(await edit(ws, "new.md", "", "Q")).toMatchObject({ isError: false });
    expect(ws.text("new.md")).toBe("Q");
  });

  it("explains a near miss: blanks, look-alikes, accents, case, line numbers (ED-16)", async () => {
    using ws = openTestWorkspace({
      "p.md": "He said “go”.\nprix\u00a0: 5\ncafe\u0301 ouvert\n\tif x\nHello\n",
    });
    expect((await edit(ws, "p.md", "prix : 5", "6")).text).toContain("U+00A0 (NO-BREAK SPACE, NBSP)");
    expect((await edit(ws, "p.md", "café ouvert", "x")).text).toContain(
      "U+0301 (combining accent, NFD form)",
    );
    expect((await edit(ws, "p.md", "    if x", "y")).text).toContain(
      "line 4 has 1 tab, old_str has 4 spaces",
    );
    expect((await edit(ws, "p.md", "hello", "y")).text).toContain("upper and lower case");
    expect((await edit(ws, "p.md", "5\tHello", "y")).text).toContain("line numbers of read_file");
    expect((await edit(ws, "p.md", "He said no", "y")).text).toContain("1\tHe said “go”.");
    expect(await edit(ws, "p.md", "go", "stop — “now”, it’s")).toMatchObject({ isError: false });
    expect(ws.text("p.md").split("\n")[0]).toBe("He said “stop — “now”, it’s”.");
  });

  it("refuses what would change nothing, what is read-only and what has other names", async () => {
    using ws = openTestWorkspace({ "a.txt": "x", "ro.txt": "x", h1: "x" });
    chmodSync(join(ws.root, "ro.txt"), 0o444);
    linkSync(join(ws.root, "h1"), join(ws.outside, "h2"));
    expect(await edit(ws, "a.txt", "x", "x")).toMatchObject({ code: "invalidInput" });
    expect(await edit(ws, "ro.txt", "x", "y")).toMatchObject({
      code: "denied",
      text: expect.stringContaining("0444") as unknown,
    });
    expect(await edit(ws, "h1", "x", "y")).toMatchObject({
      code: "denied",
      text: expect.stringContaining("2 hard links") as unknown,
    });
    expect(readFileSync(join(ws.outside, "h2"), "utf8")).toBe("x");
  });

  it("keeps links and modes, and leaves no temporary file (ED-14, ED-15)", async () => {
    using ws = openTestWorkspace({ "real/app.conf": "on = false\n", "go.sh": "echo one\n" });
    symlinkSync("real/app.conf", join(ws.root, "app.conf"));
    chmodSync(join(ws.root, "go.sh"), 0o755);
    expect(await edit(ws, "app.conf", "false", "true")).toMatchObject({ isError: false });
    expect(await edit(ws, "go.sh", "one", "two")).toMatchObject({ isError: false });
    expect(readlinkSync(join(ws.root, "app.conf"))).toBe("real/app.conf");
    expect(ws.text("real/app.conf")).toBe("on = true\n");
    expect(statSync(join(ws.root, "go.sh")).mode & 0o777).toBe(0o755);
    expect(readdirSync(ws.root).toSorted()).toEqual(["app.conf", "go.sh", "real"]);
  });

  it("keeps owner, group and every mode bit", async () => {
    using ws = openTestWorkspace({ "a.sh": "one\n" });
    const path = join(ws.root, "a.sh");
    const other = process.getuid?.() === 0 ? 12_345 : undefined;
    chownSync(path, other ?? process.getuid?.() ?? 0, other ?? process.getgid?.() ?? 0);
    chmodSync(path, 0o4751);
    const before = statSync(path);
    expect(await edit(ws, "a.sh", "one", "two")).toMatchObject({ isError: false });
    const { uid, gid, mode, ino } = statSync(path);
    expect({ uid, gid, mode }).toEqual({ uid: before.uid, gid: before.gid, mode: before.mode });
    expect(ino).not.toBe(before.ino);
  });

  it("applies changes of one file that come at once one after another", async () => {
    using ws = openTestWorkspace({ "n.txt": Array.from({ length: 16 }, (_, i) => `<${i}>\n`).join("") });
    const answers = await Promise.all(
      Array.from({ length: 16 }, async (_, i) => await edit(ws, "n.txt", `<${i}>`, `[${i}]`)),
    );
    expect(answers.filter((answer) => answer.isError)).toEqual([]);
    expect(ws.text("n.txt")).toBe(Array.from({ length: 16 }, (_, i) => `[${i}]\n`).join(""));
  });
});

describe("write_file", () => {
  it("writes what it was given, and keeps encoding and CRLF of what was there (ED-18)", async () => {
    using ws = openTestWorkspace({ "crlf.txt": "\ufeffa\r\nb\r\n", "lf.txt": "a\n" });
    await ws.call("write_file", { path: "crlf.txt", content: "x\ny\n" });
    await ws.call("write_file", { path: "lf.txt", content: "no newline here" });
    expect(ws.text("crlf.txt")).toBe("\ufeffx\r\ny\r\n");
    expect(ws.text("lf.txt")).toBe("no newline here");
  });

  it("refuses to replace binary files and what fits no encoding", async () => {
    const damaged = Buffer.concat([Buffer.from("größer für"), Buffer.from([0xff])]);
    using ws = openTestWorkspace({ bin: Buffer.from([1, 0, 2]), damaged });
    expect(await ws.call("write_file", { path: "bin", content: "x" })).toMatchObject({ code: "notText" });
    expect(await ws.call("write_file", { path: "damaged", content: "x" })).toMatchObject({
      code: "encoding",
    });
  });
});

describe("a write", () => {
  it("does not follow a folder that became a link after the check (SEC-FS-06)", async () => {
    const beforeCommit = (real: string): void => {
      const d = real.slice(0, real.lastIndexOf("/"));
      renameSync(d, `${d}0`);
      symlinkSync(join(d, "../../out"), d);
    };
    using ws = openTestWorkspace({}, { beforeCommit });
    mkdirSync(join(ws.root, "d"));
    const answer = await ws.call("write_file", { path: "d/canary", content: "x" });
    expect(answer).toMatchObject({ isError: true, code: "outsideWorkspace" });
    expect([readdirSync(ws.outside), readdirSync(join(ws.root, "d0"))]).toEqual([[], []]);
  });

  it("on a full disk leaves the file as it was and nothing behind", async () => {
    let written = 0;
    const write = (): number => {
      if (written > 0) throw Object.assign(new Error("no space"), { code: "ENOSPC" });
      return (written += 1);
    };
    using ws = openTestWorkspace({ "a.txt": "before" }, { write });
    expect(await ws.call("write_file", { path: "a.txt", content: "after" })).toMatchObject({ code: "full" });
    expect(await ws.call("write_file", { path: "new/b.txt", content: "after" })).toMatchObject({
      code: "full",
    });
    expect([ws.text("a.txt"), readdirSync(ws.root)]).toEqual(["before", ["a.txt"]]);
  });

  it("is stale when another program wrote between check and write", async () => {
    const hooks = { beforeCommit: (): void => ws.put("a.txt", "theirs") };
    using ws = openTestWorkspace({ "a.txt": "one" }, hooks);
    expect(await edit(ws, "a.txt", "one", "two")).toMatchObject({ code: "stale" });
    expect(ws.text("a.txt")).toBe("theirs");
  });

  it("is stale when a new file came into being meanwhile", async () => {
    const hooks = { beforeCommit: (): void => ws.put("n.txt", "theirs") };
    using ws = openTestWorkspace({}, hooks);
    expect(await ws.call("write_file", { path: "n.txt", content: "mine" })).toMatchObject({ code: "stale" });
    expect(ws.text("n.txt")).toBe("theirs");
  });

  it("never touches git's hooks, and its store only when decided", async () => {
    using ws = openTestWorkspace({ ".git/info/exclude": "x\n" });
    expect(await ws.call("write_file", { path: ".GIT/hooks/pre-commit", content: "x" })).toMatchObject({
      code: "denied",
    });
    expect(await ws.call("write_file", { path: ".git/info/exclude", content: "y\n" })).toMatchObject({
      code: "denied",
    });
    expect(lstatSync(join(ws.root, ".git")).isDirectory()).toBe(true);
    expect(ws.text(".git/info/exclude")).toBe("x\n");
  });
});
