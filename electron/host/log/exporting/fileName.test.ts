import { describe, expect, it } from "vitest";
import { exportFileName } from "./fileName.ts";

describe("exportFileName", () => {
  it.each([
    ["Fix the login", "json", "Fix-the-login.json"],
    ['../../canary:"<>|?* CON', "markdown", "canary-CON.md"],
    ["CON", "csv", "session-CON.csv"],
    ["...", "json", "session.json"],
    ["修复登录", "json", "修复登录.json"],
    ["\u0000\u202e/\\", "html", "session.html"],
    ["a".repeat(59) + "😀😀", "json", `${"a".repeat(59)}.json`],
  ])("SEC-EXPORT-01: makes a safe name of %j", (title, format, name) => {
    expect(exportFileName(title, format)).toBe(name);
  });
});
