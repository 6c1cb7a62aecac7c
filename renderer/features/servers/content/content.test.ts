import { describe, expect, it } from "vitest";
import { verifies } from "../../../../test/verifies.ts";
import { bytesOf, contentsOf, messagesOf, shownBlock } from "./blocks.ts";
import { pictureOf } from "./picture.ts";

const base64 = (bytes: readonly number[]): string => btoa(String.fromCharCode(...bytes));
const letters = (text: string): number[] => [...text].map((char) => char.charCodeAt(0));
const gif = (width: number): string => base64([...letters("GIF89a"), width & 255, width >> 8, 3, 0, 0, 0, 0]);
const webp = base64([
  ...letters("RIFF"),
  9,
  0,
  0,
  0,
  ...letters("WEBPVP8X"),
  10,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  4,
  0,
  0,
  2,
  0,
  0,
]);
const png =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

describe("what a server gives", () => {
  verifies(
    "MCP-02",
    "every kind of content is shown as what it is; unknown kinds and wrong ones stay to be looked at",
    () => {
      expect(
        [
          { type: "text", text: "t" },
          { type: "image", data: "AA==", mimeType: "image/png" },
          { type: "audio", data: "AA==", mimeType: "audio/wav" },
          { type: "resource_link", uri: "a://b", name: "n" },
          { type: "resource", resource: { uri: "a://c", text: "inside" } },
          { type: "resource", resource: { uri: "a://d", blob: "AA==" } },
          { type: "hologram", x: 1 },
          { type: "text" },
          { type: "resource" },
        ].map((block) => shownBlock(block).kind),
      ).toEqual(["text", "data", "data", "link", "text", "data", "other", "other", "other"]);
      expect(contentsOf({ contents: [{ uri: "u", text: "x" }, 5] })).toEqual([
        { kind: "text", text: "x", uri: "u" },
        { kind: "other", type: "", value: 5 },
      ]);
      expect(contentsOf({})).toEqual([]);
    },
  );

  it("keeps the order and the roles of a prompt's messages", () => {
    const answer = {
      messages: [
        { role: "user", content: { type: "text", text: "a" } },
        {
          role: "assistant",
          content: [
            { type: "text", text: "b" },
            { type: "text", text: "c" },
          ],
        },
      ],
    };
    expect(messagesOf(answer).map(({ role, blocks }) => [role, blocks.length])).toEqual([
      ["user", 1],
      ["assistant", 2],
    ]);
  });

  it("draws only pictures that are what they say and not too large", () => {
    expect(pictureOf("image/png", png)).toMatchObject({ width: 1, height: 1 });
    expect(pictureOf("image/gif", gif(2))).toMatchObject({ width: 2, height: 3 });
    expect(pictureOf("image/webp", webp)).toMatchObject({ width: 5, height: 3 });
    expect(pictureOf("image/svg+xml", btoa("<svg/>"))).toBeUndefined();
    expect(pictureOf("image/png", gif(2))).toBeUndefined();
    expect(pictureOf("image/gif", "not base64!")).toBeUndefined();
    expect(pictureOf("image/png", `${png}"onload="x`)).toBeUndefined();
  });

  it("counts bytes", () => {
    expect([bytesOf("AA=="), bytesOf("AAA="), bytesOf("AAAA"), bytesOf("")]).toEqual([1, 2, 3, 0]);
  });
});
