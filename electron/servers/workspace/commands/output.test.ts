import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { commandEnvironment } from "./environment.ts";
import { fitJson } from "./fitJson.ts";
import { clipMiddle, plainText } from "./terminalText.ts";

describe("plainText", () => {
  it("drops escape sequences and redrawn states (CM-10)", () => {
    const bar = Array.from({ length: 101 }, (_, i) => `\r\u001b[32m${i}%\u001b[0m`).join("");
    expect(plainText(`${bar}\nneedle\r\n\u001b]0;title\u0007\u001b(Bx\u001b[2K`)).toBe("100%\nneedle\nx");
    expect(plainText("a\u0000b\u0007")).toBe("a\\x00b\\x07");
    expect(plainText("work |\b/\b-\b done\n\bx")).toBe("work  done\nx");
  });

  it("never lets an escape character through", () => {
    const noisy = fc.string({
      unit: fc.constantFrom("\u001b", "[", "]", "0", ";", "m", "\u0007", "\r", "\n", "P", "x", "\u009b"),
    });
    fc.assert(
      fc.property(noisy, (text) => !/[\u001b\u009b\r]/.test(plainText(text))),
      { seed: 6 },
    );
  });
});

describe("clipMiddle", () => {
  it("keeps 500 characters of each end and counts the rest", () => {
    const clipped = clipMiddle(`HEAD${"🚀\n".repeat(2_000)}TAIL`, "look there");
    expect(clipped).toMatch(
      /^HEAD[\s\S]*\[… 5,0\d\d characters, 1,6\d\d line ends omitted here; look there …\][\s\S]*TAIL$/,
    );
    expect(clipped.isWellFormed()).toBe(true);
    expect(clipMiddle("x".repeat(3_000), "")).toHaveLength(3_000);
  });
});

describe("fitJson", () => {
  it("cuts text whose escapes make it too large for a connection", () => {
    const fitted = fitJson("\u0001".repeat(4 * 1024 * 1024));
    expect(Buffer.byteLength(JSON.stringify(fitted))).toBeLessThanOrEqual(4.5 * 1024 * 1024);
    expect(fitJson("short")).toBe("short");
  });
});

describe("commandEnvironment", () => {
  it("drops secrets and what steers programs, and puts local binaries first and its own Node last", () => {
    const base = {
      PATH: "/usr/bin",
      HOME: "/home/a",
      OPENAI_API_KEY: "k",
      GITHUB_TOKEN: "t",
      DB_PASSWORD: "p",
      GITHUB_PAT: "p",
      OPENAI_KEY: "k",
      STRIPE_SK: "k",
      MYSQL_PWD: "p",
      DATABASE_URL: "postgres://u:p@h/db",
      KEYBOARD: "us",
      HTTPS_PROXY: "http://u:p@proxy:1",
      SITE_URL: "https://example.com/a@b",
      LD_PRELOAD: "x.so",
      BASH_ENV: "x",
      NODE_OPTIONS: "--require x",
      GIT_DIR: "/x",
      SSH_AUTH_SOCK: "/s",
      JAVA_HOME: "/java",
    };
    const where = { root: "/ws", cwd: "/ws/sub", callMark: "c", serverMark: "s" };
    const env = commandEnvironment(base, { ...where, isLocalFirst: true });
    for (const name of [
      "OPENAI_API_KEY",
      "GITHUB_TOKEN",
      "DB_PASSWORD",
      "GITHUB_PAT",
      "OPENAI_KEY",
      "STRIPE_SK",
      "MYSQL_PWD",
      "DATABASE_URL",
      "LD_PRELOAD",
      "BASH_ENV",
      "NODE_OPTIONS",
      "GIT_DIR",
      "SSH_AUTH_SOCK",
    ]) {
      expect(env, name).not.toHaveProperty(name);
    }
    // A command with the network needs its proxy; one without does not get it (see the sandbox).
    expect(env).toMatchObject({ KEYBOARD: "us", HTTPS_PROXY: base.HTTPS_PROXY, SITE_URL: base.SITE_URL });
    expect(env).toMatchObject({
      HOME: "/home/a",
      JAVA_HOME: "/java",
      GIT_TERMINAL_PROMPT: "0",
      PAGER: "cat",
      CI: "1",
    });
    const path = env["PATH"]?.split(":") ?? [];
    expect(path.slice(0, 3)).toEqual(["/ws/sub/node_modules/.bin", "/ws/node_modules/.bin", "/usr/bin"]);
    expect(path).toHaveLength(4);
    const limited = commandEnvironment(base, { ...where, isLocalFirst: false });
    expect(limited["PATH"]?.split(":")[0]).toBe("/usr/bin");
  });
});
