import { execFileSync, type StdioOptions } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { wrapCommandWithSandboxMacOS } from "@anthropic-ai/sandbox-runtime/dist/sandbox/macos-sandbox-utils.js";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { verifies } from "../../../../test/verifies.ts";
import { sandboxAdvice } from "./advice.ts";
import { environmentInside } from "./environment.ts";
import { createPlaceholders, sweepPlaceholders } from "./placeholders.ts";
import { probeBubblewrap } from "./probe.ts";
import { findGuarded } from "./protectedNames.ts";
import { seatbeltParams } from "./seatbeltCommand.ts";
import { findToolchains } from "./toolchains.ts";

let base = "";
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "loopwright-sb-")));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const put = (path: string, content = ""): string => {
  const whole = join(base, path);
  mkdirSync(dirname(whole), { recursive: true });
  writeFileSync(whole, content);
  return whole;
};

const program = (path: string, script: string): void => chmodSync(put(path, `#!/bin/sh\n${script}\n`), 0o755);

describe("probeBubblewrap", () => {
  const probe = async (script: string): Promise<unknown> => {
    program("bin/bwrap", script);
    return await probeBubblewrap(join(base, "bin"), join(base, "ws"), []);
  };

  verifies(["GOV-09"], "tells why there is none and what to do", async () => {
    expect(await probeBubblewrap(join(base, "none"), base, [])).toMatchObject({
      cause: "missing",
      reason: expect.stringContaining("sudo apt install bubblewrap") as unknown,
    });
    expect(await probe("echo 'bwrap: setting up uid map: Permission denied' >&2; exit 1")).toMatchObject({
      cause: "blocked",
      reason: expect.stringMatching(/uid map: Permission denied\)\. \S/) as unknown,
    });
    expect(await probe("echo 'symbol lookup error' >&2; exit 127")).toMatchObject({
      cause: "failed",
      reason: expect.stringContaining("symbol lookup error") as unknown,
    });
  });

  it("does without an option that older ones lack, and never takes a program of the workspace", async () => {
    const script = 'case "$*" in *--disable-userns*) echo unknown option >&2; exit 1;; esac; exit 0';
    expect(await probe(script)).toEqual({ program: join(base, "bin/bwrap"), canForbidNamespaces: false });
    program("ws/bin/bwrap", "exit 0");
    expect(await probeBubblewrap(join(base, "ws/bin"), join(base, "ws"), [])).toMatchObject({
      cause: "missing",
    });
  });
});

describe("findGuarded", () => {
  const none = (): boolean => false;

  it("finds what is there at several depths, and names what must not come to be", () => {
    for (const path of [
      ".vscode/a",
      "x/.idea/a",
      "x/y/.mcp.json",
      "x/node_modules/.vscode/a",
      ".bashrc",
      "AGENTS.md",
    ])
      put(path);
    for (const path of [".git/config", ".git/modules/m/config", ".git/modules/m/hooks/h", "x/.git"])
      put(path);
    const { readOnly, pinned, absent } = findGuarded(base, none);
    const names = (paths: readonly string[]): string[] =>
      paths.map((path) => path.slice(base.length + 1)).sort();
    expect(names(readOnly)).toEqual(
      [
        ".bashrc",
        ".git/config",
        ".git/modules/m/config",
        ".git/modules/m/hooks",
        ".vscode",
        "x/.git",
        "x/.idea",
        "x/y/.mcp.json",
      ].sort(),
    );
    expect(names(pinned)).toEqual([".git"]);
    expect(names(absent)).toEqual(
      [".claude", ".cursor", ".git/hooks", ".idea", ".loopwright", ".mcp.json"].sort(),
    );
  });

  it("takes a placeholder for what it stands for, and leaves links alone", () => {
    symlinkSync("/etc", join(base, ".vscode"));
    const placeholders = createPlaceholders();
    const first = findGuarded(base, placeholders.isHeld);
    const held = placeholders.hold(first.absent);
    const second = findGuarded(base, placeholders.isHeld);
    expect(second).toEqual(first);
    const again = placeholders.hold(second.absent);
    expect(again).toEqual(held);
    expect(held).not.toContain(join(base, ".vscode"));
    placeholders.release(held);
    expect(existsSync(join(base, ".git"))).toBe(true);
    writeFileSync(join(base, ".idea/by-a-person"), "");
    placeholders.release(again);
    expect([".git", ".mcp.json", ".idea"].map((name) => existsSync(join(base, name)))).toEqual([
      false,
      false,
      true,
    ]);
  });
});

describe("placeholders", () => {
  verifies(["GOV-09"], "of a server that was killed are known by every later one, and taken away", () => {
    const names = [".git", ".mcp.json"].map((name) => join(base, name));
    createPlaceholders().hold(names);
    // Nothing of the first server is left but what is on the disk.
    const next = createPlaceholders();
    const { absent, pinned } = findGuarded(base, next.isHeld);
    expect(absent).toEqual(expect.arrayContaining(names));
    expect(pinned).toEqual([]);
    next.release(next.hold(names));
    expect(names.map((name) => existsSync(name))).toEqual([false, false]);
    createPlaceholders().hold(names);
    put(".mcp.json/by-a-person");
    mkdirSync(join(base, ".idea"));
    sweepPlaceholders([...names, join(base, ".idea")]);
    expect([".git", ".mcp.json", ".idea"].map((name) => existsSync(join(base, name)))).toEqual([
      false,
      true,
      true,
    ]);
  });
});

describe("findToolchains", () => {
  const find = (path: string, network = false): string[] => {
    const home = join(base, "home");
    const found = findToolchains({
      env: { PATH: path, JAVA_HOME: join(home, "jdk") },
      homes: [home],
      hidden: [home, join(base, "tmp")],
      privateHome: join(base, "private"),
      network,
    });
    return found.map((one) => one.slice(base.length + 1));
  };

  it("shows installations on PATH with what belongs to them, and nothing wider", () => {
    for (const path of [
      "home/node/v1/bin/node",
      "home/.local/bin/x",
      "home/.local/share/secret",
      "home/bin/y",
      "home/jdk/java",
    ])
      put(path);
    put("home/.cargo/bin/cargo");
    put("home/.cargo/credentials.toml");
    const folders = [
      "home/node/v1/bin",
      "home/.local/bin",
      "home/bin",
      "home",
      ".",
      "home/.cargo/bin",
      "home/gone/bin",
    ];
    expect(find(folders.map((one) => join(base, one)).join(":"))).toEqual(
      ["home/.cargo/bin", "home/.local/bin", "home/bin", "home/jdk", "home/node/v1"].sort(),
    );
  });

  it("shows the person's package caches to calls without network, as long as there is no own one", () => {
    put("home/.npm/_cacache/x");
    expect([find(""), find("", true)]).toEqual([["home/.npm/_cacache"], []]);
    put("private/.npm/_cacache/y");
    expect(find("")).toEqual([]);
  });
});

describe("environmentInside", () => {
  it("closes the doors to other programs and keeps the rest", () => {
    const env = {
      PATH: "/bin",
      DISPLAY: ":0",
      WAYLAND_DISPLAY: "w",
      DBUS_SESSION_BUS_ADDRESS: "d",
      DOCKER_HOST: "x",
      TMPDIR: "/x",
    };
    expect(environmentInside(env, "/tmp", true)).toEqual({
      PATH: "/bin",
      ...{ TMPDIR: "/tmp", TMP: "/tmp", TEMP: "/tmp", LOOPWRIGHT_SANDBOX: "1" },
    });
    expect(environmentInside(env, "/tmp", false)).toMatchObject({ npm_config_fetch_retries: "0" });
  });
});

describe("sandboxAdvice", () => {
  verifies(["GOV-09", "TOOL-07"], "explains failures that come from the sandbox, and only those", () => {
    expect(sandboxAdvice("bubblewrap", false, "npm error code EAI_AGAIN")).toMatch(/network: true/);
    expect(sandboxAdvice("bubblewrap", true, "npm error code EAI_AGAIN")).toBe("");
    expect(sandboxAdvice("bubblewrap", false, "touch: /etc/x: Read-only file system")).toMatch(
      /TMPDIR.*git init/,
    );
    expect(sandboxAdvice("bubblewrap", false, "bwrap: execvp /home/a/x: No such file or directory")).toMatch(
      /^\/home\/a\/x lies/,
    );
    expect(sandboxAdvice("none", false, "EROFS EAI_AGAIN")).toBe("");
    expect(sandboxAdvice("bubblewrap", false, "1 test failed")).toBe("");
  });
});

describe("seatbeltParams", () => {
  const profile = (network: boolean): string =>
    wrapCommandWithSandboxMacOS(
      seatbeltParams({
        root: "/Users/a/it's [x]",
        ...{ privateFolder: "/private/tmp/p", temp: "/private/tmp/p/tmp" },
        ...{ hidden: ["/Users"], toolchains: ["/Users/a/.nvm"], stateFolder: "/Users/a/state" },
        program: "/bin/echo",
        args: ["it's", "$HOME"],
        network,
      }),
    );

  verifies(["GOV-09"], "gives macOS the same limits in its own words", () => {
    const line = profile(false);
    expect(line).toContain("/usr/bin/sandbox-exec");
    expect(line).toContain("(deny default");
    expect(line).not.toContain("(allow network*)");
    expect(profile(true)).toContain("(allow network*)");
    expect(line).toMatch(/\(deny file-read\*[\s\S]*\(subpath "\/Users"\)/);
    expect(line).toMatch(/\(allow file-write\*[\s\S]*\(subpath "\/private\/tmp\/p"\)/);
    expect(line).toMatch(/\(deny file-write\*[\s\S]*\.git\/hooks/);
    expect(line).toMatch(/\(deny file-write\*[\s\S]*\.vscode/);
  });

  it.runIf(process.platform !== "win32")("starts the program with its arguments as they were", () => {
    program("sandbox-exec", 'shift 2; exec "$@"');
    const line = profile(false).replace("/usr/bin/sandbox-exec", join(base, "sandbox-exec"));
    const env = { PATH: "/usr/bin:/bin", HOME: base };
    const stdio: StdioOptions = ["ignore", "pipe", "pipe"];
    expect(execFileSync("/bin/bash", ["-c", line], { encoding: "utf8", env, stdio })).toBe("it's $HOME\n");
  });
});
