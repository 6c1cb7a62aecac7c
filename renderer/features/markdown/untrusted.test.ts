import { describe, expect, it } from "vitest";
import { dataImageSize } from "./images.ts";
import { externalUrl } from "./links.ts";

describe("externalUrl", () => {
  it.each([
    "javascript:window.x=1",
    "JaVaScRiPt:x",
    "java\nscript:x",
    "https:\n//a.example",
    "data:text/html,<script>1</script>",
    "vbscript:x",
    "file:///etc/hosts",
    "smb://127.0.0.1/s",
    "\\\\127.0.0.1\\s",
    "ms-msdt:/id",
    "calculator://",
    "loopwright://install?config=e30",
    "src/main.mjs",
    "https://",
    `https://a.example/${"x".repeat(5000)}`,
  ])("refuses %j", (url) => {
    expect(externalUrl(url)).toBeUndefined();
  });

  it("takes https, http and mailto, and //host as https", () => {
    expect(externalUrl("https://a.example/x?y#z")).toBe("https://a.example/x?y#z");
    expect(externalUrl("HTTP://a.example")).toBe("HTTP://a.example");
    expect(externalUrl("mailto:a@b.example")).toBe("mailto:a@b.example");
    expect(externalUrl("//127.0.0.1/x")).toBe("https://127.0.0.1/x");
  });
});

const png = (width: number, height: number): string => {
  const bytes = new Uint8Array(33);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  new DataView(bytes.buffer).setUint32(16, width);
  new DataView(bytes.buffer).setUint32(20, height);
  return `data:image/png;base64,${btoa(String.fromCharCode(...bytes))}`;
};

describe("dataImageSize", () => {
  it("reads the size of a PNG and a JPEG", () => {
    expect(dataImageSize(png(3, 4))).toEqual({ width: 3, height: 4 });
    const jpeg = [0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc0, 0, 11, 8, 0, 5, 0, 6, 1, 1, 0x11, 0];
    expect(dataImageSize(`data:image/jpeg;base64,${btoa(String.fromCharCode(...jpeg))}`)).toEqual({
      width: 6,
      height: 5,
    });
  });

  it("refuses other kinds, broken text and pictures that claim too many pixels", () => {
    expect(dataImageSize("data:image/svg+xml;base64,PHN2Zz4=")).toBeUndefined();
    expect(dataImageSize("data:text/html,<b>")).toBeUndefined();
    expect(dataImageSize("data:image/png;base64,%%%")).toBeUndefined();
    expect(dataImageSize(png(50_000, 50_000))).toBeUndefined();
    expect(dataImageSize("https://a.example/p.png")).toBeUndefined();
  });
});
