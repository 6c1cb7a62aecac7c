import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/verifies.ts";
import { openTestWorkspace } from "../testing/testWorkspace.ts";
import type { Root } from "./root.ts";
import { isInside, locate, locateToOpen, relativeName } from "./locate.ts";
import { checkSpelling } from "./names.ts";

const secret = "lw-canary-7f3a91c2d4e5";

describe("a path outside the workspace", () => {
  it("is refused in every spelling (SEC-FS-01)", async () => {
    using ws = openTestWorkspace({ "sub/a.txt": "a" });
    writeFileSync(join(ws.outside, "secret.txt"), secret);
    const spellings = [
      "../out/secret.txt",
      join(ws.outside, "secret.txt"),
      "sub/../../out/secret.txt",
      "./sub/.././../out/secret.txt",
      "sub\\..\\..\\out\\secret.txt",
      `file://${ws.outside}/secret.txt`,
      "%2e%2e/out/secret.txt",
      "..%2fout/secret.txt",
      "sub\u0000/../../out/secret.txt",
      "~/secret.txt",
      "\\\\127.0.0.1\\share\\secret.txt",
      "//127.0.0.1/share/secret.txt",
      "/proc/self/environ",
      "",
    ];
    for (const path of spellings) {
      const answer = await ws.call("read_file", { path });
      expect(["outsideWorkspace", "invalidInput", "notFound"], JSON.stringify(path)).toContain(answer.code);
      expect(answer.text).not.toContain(secret);
    }
  });

  it("is not confused with an inside name that looks like one", async () => {
    using ws = openTestWorkspace({ "README.md": "ok", "..hidden/file..txt": "ok", "sub/x": "" });
    expect(await ws.call("read_file", { path: "sub/../README.md" })).toMatchObject({ isError: false });
    expect(await ws.call("read_file", { path: "..hidden/file..txt" })).toMatchObject({ isError: false });
    expect(await ws.call("read_file", { path: join(ws.root, "README.md") })).toMatchObject({
      isError: false,
    });
  });

  it("is refused in a sibling folder with the root's name as a prefix (SEC-FS-02)", async () => {
    using ws = openTestWorkspace();
    const evil = `${ws.root}-evil`;
    mkdirSync(evil);
    writeFileSync(join(evil, "secret.txt"), secret);
    for (const [tool, input] of [
      ["read_file", { path: join(evil, "secret.txt") }],
      ["read_file", { path: "../ws-evil/secret.txt" }],
      ["list_files", { path: evil }],
      ["write_file", { path: "../ws-evil/canary", content: "x" }],
    ] as const) {
      const answer = await ws.call(tool, input);
      expect(answer.code).toBe("outsideWorkspace");
      expect(answer.text).not.toContain(secret);
    }
  });
});

describe("a link", () => {
  it("to inside works, to outside is refused, also through other links (SEC-FS-03, SEC-FS-04)", async () => {
    using ws = openTestWorkspace({ "sub/ok.txt": "fine" });
    writeFileSync(join(ws.outside, "keep.txt"), secret);
    symlinkSync(join(ws.outside, "keep.txt"), join(ws.root, "a"));
    symlinkSync("a", join(ws.root, "b"));
    symlinkSync("../out/keep.txt", join(ws.root, "c"));
    symlinkSync("sub", join(ws.root, "in"));
    symlinkSync(ws.outside, join(ws.root, "d"));
    for (const path of ["a", "b", "c", "d/keep.txt"]) {
      expect(await ws.call("read_file", { path })).toMatchObject({ code: "outsideWorkspace" });
      expect(await ws.call("write_file", { path, content: "x" })).toMatchObject({ code: "outsideWorkspace" });
    }
    expect(await ws.call("write_file", { path: "d/canary", content: "x" })).toMatchObject({
      code: "outsideWorkspace",
    });
    expect(await ws.call("list_files", { path: "d" })).toMatchObject({ code: "outsideWorkspace" });
    expect((await ws.call("read_file", { path: "in/ok.txt" })).text).toContain("1\tfine");
  });

  it("without a target, or in a circle, is named as such", async () => {
    using ws = openTestWorkspace();
    symlinkSync("nowhere", join(ws.root, "dangling"));
    symlinkSync("../out/nowhere", join(ws.root, "dangling-out"));
    symlinkSync("loop", join(ws.root, "loop"));
    expect(await ws.call("write_file", { path: "dangling", content: "x" })).toMatchObject({
      code: "notFound",
    });
    expect(await ws.call("write_file", { path: "dangling-out", content: "x" })).toMatchObject({
      code: "outsideWorkspace",
    });
    expect(await ws.call("read_file", { path: "loop" })).toMatchObject({ code: "special" });
  });
});

describe("a missing file", () => {
  it("is answered with what is there", async () => {
    using ws = openTestWorkspace({ "app.py": "", "utils.py": "", "tests/x": "" });
    const answer = await ws.call("read_file", { path: "main.py" });
    expect(answer.text).toMatch(/^There is no main\.py; in the workspace root there are .*app\.py.*tests\//);
  });

  verifies(
    "TOOL-06",
    "whose name is there in other characters that look the same is told how to write it",
    async () => {
      using ws = openTestWorkspace({ "caf\u0065\u0301.txt": "x" });
      const answer = await ws.call("read_file", { path: "caf\u00e9.txt" });
      expect(answer.text).toContain(String.raw`write it as "cafe\u0301.txt"`);
      expect(await ws.call("read_file", { path: "cafe\u0301.txt" })).toMatchObject({ isError: false });
    },
  );

  it("below a file says that this is no folder", async () => {
    using ws = openTestWorkspace({ "app.py": "" });
    expect((await ws.call("read_file", { path: "app.py/x" })).text).toContain(
      "app.py is a file, not a folder",
    );
  });
});

describe("Windows names", () => {
  it("with devices, streams, wildcards and dropped endings are refused there", () => {
    for (const name of [
      "aux",
      "src/NUL.txt",
      "COM1",
      "lpt9.log",
      "CONIN$",
      "a.txt:stream",
      "a.txt::$DATA",
      "dir:$I30:$INDEX_ALLOCATION/a",
      "x.",
      "x ",
      "sub./a.txt",
      "a?.txt",
      "a*",
    ]) {
      expect(() => checkSpelling(name, "win32"), name).toThrow(/is not a usable path/);
      expect(() => checkSpelling(name, "linux"), name).not.toThrow();
    }
    for (const name of ["C:\\work\\a.txt", "..\\a.txt", "./a", "console.txt", "com10", "PROGRA~1/a"])
      expect(() => checkSpelling(name, "win32"), name).not.toThrow();
  });

  it("of devices and shares are refused everywhere", () => {
    for (const name of ["\\\\?\\C:\\a", "\\\\.\\PhysicalDrive0", "//server/share/a", "\\\\server\\share"])
      for (const platform of ["win32", "linux", "darwin"] as const)
        expect(() => checkSpelling(name, platform), name).toThrow(/network or device path/);
  });
});

describe("isInside", () => {
  it("compares by component, also below the root of the file system", () => {
    expect(isInside("/a/b", "/a/b")).toBe(true);
    expect(isInside("/a/b", "/a/b/c")).toBe(true);
    expect(isInside("/a/b", "/a/b/..c")).toBe(true);
    for (const path of ["/a/bc", "/a", "/a/b-evil/x", "/", "/A/b"])
      expect(isInside("/a/b", path), path).toBe(false);
    expect(isInside("/", "/x")).toBe(true);
    expect(relativeName("/", "/x/y")).toBe("x/y");
    expect(relativeName("/a/b", "/a/b")).toBe(".");
    expect(relativeName("/a/b", "/a/c")).toBe("../c");
  });
});

/** What looking a path up comes to: the place, or the refusal in words. */
function foundBy(look: typeof locate, root: Root, path: string): unknown {
  try {
    const { rel, shown, real, stat } = look(root, path);
    return { rel, shown, real, ino: stat?.ino };
  } catch (error) {
    return String(error);
  }
}

describe("the quick look at a path to be opened", () => {
  it("finds the very place that the whole look finds, or refuses in the same words", () => {
    using ws = openTestWorkspace({ "a.txt": "a", "sub/..b/c.txt": "c", ".x": "x", "d/e": "" });
    symlinkSync("sub", join(ws.root, "in"));
    symlinkSync(ws.outside, join(ws.root, "out"));
    symlinkSync("a.txt", join(ws.root, "l"));
    for (const path of [
      ...["a.txt", "./a.txt", "sub/..b/c.txt", "in/..b/c.txt", ".x", "l", "sub", "sub/", "a.txt/", "a.txt/b"],
      ...[
        "out",
        "out/x",
        "..",
        "../ws/a.txt",
        "sub/../a.txt",
        "sub//..b/c.txt",
        "d/e",
        "none",
        "none/b",
        "~",
        ".",
      ],
      ...[join(ws.root, "a.txt"), "é", "a\0", ""],
    ])
      expect(foundBy(locateToOpen, ws.scope.root, path), path).toEqual(foundBy(locate, ws.scope.root, path));
  });

  verifies(
    "TOOL-01",
    "leads no read outside when a folder above the root is swapped for a link",
    async () => {
      using ws = openTestWorkspace({ "a.txt": "a" });
      const base = dirname(ws.root);
      const elsewhere = `${base}-elsewhere`;
      mkdirSync(join(elsewhere, "ws"), { recursive: true });
      writeFileSync(join(elsewhere, "ws/a.txt"), secret);
      renameSync(base, `${base}-away`);
      symlinkSync(elsewhere, base);
      try {
        const answer = await ws.call("read_file", { path: "a.txt" });
        expect(answer).toMatchObject({ isError: true, code: "outsideWorkspace" });
        expect(answer.text).not.toContain(secret);
      } finally {
        rmSync(base);
        renameSync(`${base}-away`, base);
        rmSync(elsewhere, { recursive: true });
      }
      expect((await ws.call("read_file", { path: "a.txt" })).text).toContain("1\ta");
    },
  );
});

describe("a root that vanished", () => {
  it("is named as such for files, new files and files in new folders", async () => {
    using ws = openTestWorkspace({ "a.txt": "" });
    rmSync(ws.root, { recursive: true });
    for (const path of ["a.txt", "new.txt", "new/new.txt"]) {
      const answer = await ws.call("write_file", { path, content: "x" });
      expect(answer).toMatchObject({ code: "notFound" });
      expect(answer.text).toContain("The workspace root does not exist any more.");
    }
    expect(existsSync(ws.root)).toBe(false);
  });

  verifies("TOOL-06", "is named as such by the tools that take the root itself", async () => {
    using ws = openTestWorkspace({ "a.txt": "" });
    rmSync(ws.root, { recursive: true });
    for (const [tool, input] of [
      ["list_files", {}],
      ["search_code", { pattern: "x" }],
      ["find_files", { glob: "*" }],
      ["run_command", { command: "pwd" }],
      ["git_status", {}],
    ] as const) {
      const answer = await ws.call(tool, input);
      expect(answer, tool).toMatchObject({ code: "notFound" });
      expect(answer.text, tool).toContain("The workspace root does not exist any more.");
    }
  });

  it("and came back as a link to another place is outside", async () => {
    using ws = openTestWorkspace({ "a.txt": "" });
    writeFileSync(join(ws.outside, "a.txt"), secret);
    rmSync(ws.root, { recursive: true });
    symlinkSync(ws.outside, ws.root);
    for (const [tool, input] of [
      ["read_file", { path: "a.txt" }],
      ["write_file", { path: "a.txt", content: "x" }],
      ["write_file", { path: "new.txt", content: "x" }],
    ] as const) {
      const answer = await ws.call(tool, input);
      expect(answer, tool).toMatchObject({ code: "outsideWorkspace" });
      expect(answer.text).not.toContain(secret);
    }
    expect(readFileSync(join(ws.outside, "a.txt"), "utf8")).toBe(secret);
    expect(existsSync(join(ws.outside, "new.txt"))).toBe(false);
  });
});
