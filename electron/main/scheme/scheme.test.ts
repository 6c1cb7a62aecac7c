import path from "node:path";
import { describe, expect, it } from "vitest";
import { bundleFile } from "./bundleFile.ts";
import { contentPolicy } from "./contentPolicy.ts";

const folder = path.resolve("/app/page");

describe("bundleFile", () => {
  it("finds files of the page, whatever the query", () => {
    expect(bundleFile(folder, "app://bundle/index.html?theme=dark")).toEqual({
      file: path.join(folder, "index.html"),
      type: "text/html; charset=utf-8",
    });
    expect(bundleFile(folder, "app://bundle/assets/a%20b.js")?.file).toBe(path.join(folder, "assets/a b.js"));
    expect(bundleFile(folder, "app://bundle/")?.file).toBe(path.join(folder, "index.html"));
  });

  it.each([
    "app://bundle/../secret.json",
    "app://bundle/%2e%2e/%2e%2e/secret.json",
    "app://bundle/..%2fsecret.json",
    "app://bundle/..%5csecret.json",
    "app://bundle/a%00.html",
    "app://bundle/C:/x.html",
    "app://bundle/%ff.html",
    "app://bundle/assets/key.pem",
    "app://bundle/assets",
    "app://other/index.html",
    "app://bundle.evil/index.html",
    "file:///etc/passwd.html",
    "nonsense",
  ])("gives nothing outside it for %s", (address) => {
    const found = bundleFile(folder, address);
    // Chromium and URL resolve plain dots themselves: what is left then lies inside.
    if (found !== undefined) expect(path.relative(folder, found.file).startsWith("..")).toBe(false);
    else expect(found).toBeUndefined();
  });

  it("never leaves the folder for encoded separators", () => {
    expect(bundleFile(folder, "app://bundle/..%2f..%2fsecret.json")).toBeUndefined();
    expect(bundleFile(folder, "app://bundle/..%5csecret.json")).toBeUndefined();
  });
});

it("allows no remote load, no inline script and no eval", () => {
  expect(contentPolicy).not.toMatch(/https?:|unsafe-eval|\*/);
  expect(contentPolicy).toContain("script-src 'self';");
  expect(contentPolicy).toMatch(/^default-src 'none';/);
});
