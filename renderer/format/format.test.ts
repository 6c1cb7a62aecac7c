import { describe, expect, it } from "vitest";
import {
  baseName,
  dayGroup,
  formatBytes,
  formatDateTime,
  formatDuration,
  formatPercent,
  formatTimeAgo,
  formatTokens,
  formatUsd,
  shortPath,
} from "./index.ts";

describe("figures", () => {
  it("writes sizes with units", () => {
    expect([0, 1023, 1024, 1536, 150 * 1024, 5 * 1024 ** 2].map((bytes) => formatBytes(bytes, "en"))).toEqual(
      ["0 B", "1,023 B", "1 KB", "1.5 KB", "150 KB", "5 MB"],
    );
  });

  it("writes times in both languages, and never 60 of a smaller unit", () => {
    expect([0, 12.4, 2140, 9999, 59_999, 65_000, 3_840_000].map((ms) => formatDuration(ms, "en"))).toEqual([
      "0 ms",
      "12 ms",
      "2.1 s",
      "10 s",
      "1 min",
      "1 min 5 s",
      "1 h 4 min",
    ]);
    expect(formatDuration(2140, "zh-CN")).toBe("2.1 秒");
    expect(formatDuration(999.6, "en")).toBe("1 s");
  });

  it("writes tokens, money and shares in short", () => {
    expect([999, 1200, 123_456, 3_400_000].map((count) => formatTokens(count, "en"))).toEqual([
      "999",
      "1.2k",
      "123k",
      "3.4M",
    ]);
    expect([0, 0.0042, 1.5].map((usd) => formatUsd(usd, "en"))).toEqual(["$0.00", "$0.0042", "$1.50"]);
    expect(formatPercent(0.034, "en")).toBe("3%");
  });

  it("says how long ago, then the date", () => {
    const now = Date.UTC(2026, 10, 29, 12);
    expect(formatTimeAgo(now, now, "en")).toBe("now");
    expect(formatTimeAgo(now - 5 * 60_000, now, "zh-CN")).toBe("5 分钟前");
    expect(formatTimeAgo(now - 3 * 3_600_000, now, "zh-CN")).toBe("3 小时前");
    expect(formatTimeAgo(now - 26 * 3_600_000, now, "zh-CN")).toBe("昨天");
    expect(formatTimeAgo(now - 30 * 86_400_000, now, "zh-CN")).toBe("2026 年 10 月 30 日");
    expect(formatDateTime(now, "zh-CN")).toMatch(/^2026 年 11 月 29 日 \d/);
    expect(formatTimeAgo(now - 30 * 86_400_000, now, "en")).toContain("2026");
    expect(formatTimeAgo(now + 5000, now, "en")).toBe("now");
    expect(dayGroup(now, now)).toBe("today");
  });

  it("shortens paths at neither end", () => {
    expect(baseName("C:\\work\\app\\")).toBe("app");
    expect(baseName("/")).toBe("/");
    const short = shortPath(`/home/${"x".repeat(100)}/main.mjs`, 30);
    expect(short.length).toBe(30);
    expect(short.startsWith("/home/")).toBe(true);
    expect(short.endsWith("main.mjs")).toBe(true);
  });
});
