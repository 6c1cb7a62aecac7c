import { describe, expect, it } from "vitest";
import { readBaseUrl } from "./baseUrl.ts";

describe("base address", () => {
  it.each([
    ["http://127.0.0.1:11434/v1/", "http://127.0.0.1:11434/v1"],
    [" https://api.example.com/v1/chat/completions ", "https://api.example.com/v1"],
    ["http://box.lan:8080", "http://box.lan:8080"],
    ["http://[::1]:9/v1", "http://[::1]:9/v1"],
  ])("takes %s", (given, expected) => {
    expect(readBaseUrl(given)).toEqual({ ok: true, value: expected });
  });
  it.each(["", "not an address", "ftp://a/b", "file:///etc/passwd", "http://a/v1?key=1", "http://a/v1#x"])(
    "refuses %j",
    (given) => {
      expect(readBaseUrl(given)).toMatchObject({
        ok: false,
        error: { code: "invalidInput", key: "modelBadUrl" },
      });
    },
  );
  it("does not repeat a password that stands in the address", () => {
    const refused = readBaseUrl("https://me:hunter2@api.example.com/v1");
    expect(refused.ok).toBe(false);
    expect(JSON.stringify(refused)).not.toContain("hunter2");
  });
});
