import { describe, expect, it } from "vitest";
import { mayLoad, originOf } from "./hardenSession.ts";
import { readLink } from "./link.ts";

describe("readLink (SEC-UI-03)", () => {
  it.each([
    ["https://good.example/a?b=c#d", "good.example", false],
    ["http://127.0.0.1:8080/x", "127.0.0.1:8080", false],
    ["mailto:someone@good.example", "good.example", false],
    ["https://xn--80ak6aa92e.example.invalid", "xn--80ak6aa92e.example.invalid", true],
    ["https://аpple.example/", "xn--pple-43d.example", true],
  ])("takes %s", (text, host, isDisguised) => {
    expect(readLink(text)).toMatchObject({ host, isDisguised });
  });

  it.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "data:text/html,<script>1</script>",
    "vbscript:x",
    "file:///etc/hosts",
    "smb://127.0.0.1/s",
    "\\\\127.0.0.1\\s",
    "ms-msdt:/id",
    "calculator://",
    "//127.0.0.1/x",
    "loopwright://install?config=e30",
    "app://bundle/index.html",
    "https://user:secret@good.example/",
    "https://good.example/\u202egnp.exe",
    "https://good.example/a\nb",
    "https:///",
    "",
    `https://good.example/${"a".repeat(4000)}`,
  ])("refuses %j", (text) => {
    expect(readLink(text)).toBeUndefined();
  });
});

describe("mayLoad", () => {
  it.each([
    ["app://bundle/index.html", "mainFrame", true],
    ["blob:app://bundle/1b2c", "script", true],
    ["data:image/png;base64,AA", "image", true],
    ["data:text/html,x", "mainFrame", false],
    ["data:text/javascript,x", "script", false],
    ["https://example.invalid/a.png", "image", false],
    ["http://127.0.0.1:1/a.png", "image", false],
    ["ws://127.0.0.1:1/", "webSocket", false],
    ["file:///etc/passwd", "mainFrame", false],
    ["app://other/x", "script", false],
    ["http://localhost:5173/main.tsx", "script", false],
  ])("%s as %s: %s", (url, type, expected) => {
    expect(mayLoad(url, type, undefined)).toBe(expected);
  });

  it("lets development load from its own server alone", () => {
    const dev = "http://localhost:5173";
    expect(mayLoad("http://localhost:5173/main.tsx", "script", dev)).toBe(true);
    expect(mayLoad("ws://localhost:5173/?token=x", "webSocket", dev)).toBe(true);
    expect(mayLoad("http://localhost:51730/main.tsx", "script", dev)).toBe(false);
    expect(mayLoad("https://example.invalid/", "script", dev)).toBe(false);
  });
});

it("tells the origin of our own scheme", () => {
  expect(originOf("app://bundle/index.html?x=1")).toBe("app://bundle");
  expect(originOf("nonsense")).toBe("");
});
