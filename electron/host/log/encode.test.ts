import { describe, expect, it } from "vitest";
import type { SessionId, TurnId } from "../../../shared/contract/index.ts";
import { encodeBody } from "./encode.ts";
import { previewText, ROW_BODY_BYTES } from "./preview.ts";
import type { NewEvent } from "./types.ts";

const message = (text: string): NewEvent => ({
  sessionId: "s" as SessionId,
  type: "message.user",
  body: { turnId: "t" as TurnId, text, attachments: [] },
});

describe("encodeBody", () => {
  it("stores canonical text and keeps the body as it is", () => {
    const event = message("hi");
    expect(encodeBody(event, undefined)).toEqual({
      value: event.body,
      text: '{"attachments":[],"text":"hi","turnId":"t"}',
      bytes: 43,
      isRepaired: false,
      blob: null,
    });
  });

  it("keeps a body of up to 4 KB in the row and one byte more in a blob, measured in bytes", () => {
    const rest = 41;
    expect(encodeBody(message("x".repeat(ROW_BODY_BYTES - rest)), undefined)).toMatchObject({
      bytes: ROW_BODY_BYTES,
      blob: null,
    });
    const large = encodeBody(message("x".repeat(ROW_BODY_BYTES - rest + 1)), undefined);
    expect(large.blob?.json.toString()).toContain("xxxx");
    expect(Buffer.byteLength(large.text)).toBeLessThan(1000);
    expect(encodeBody(message("会".repeat(1400)), undefined).blob).not.toBeNull();
  });

  it("repairs half a surrogate pair and marks it, and keeps NUL", () => {
    const encoded = encodeBody(message("a\u0000\ud83d"), undefined);
    expect(encoded).toMatchObject({ isRepaired: true, value: { text: "a\u0000\ufffd" } });
    expect(encodeBody(message("a\u0000😀"), undefined)).toMatchObject({ isRepaired: false });
  });

  it("redacts before anything else", () => {
    const encoded = encodeBody(message("secret"), () => ({ text: "[gone]" }));
    expect(encoded).toMatchObject({ value: { text: "[gone]" }, text: '{"text":"[gone]"}' });
  });
});

describe("previewText", () => {
  it("fits a row whatever the body is, and keeps its top-level keys", () => {
    const bodies = [
      { text: "x".repeat(1e6), n: 1 },
      { content: Array.from({ length: 5000 }, (_, n) => ({ type: "text", text: `part ${n}` })), n: 1 },
      { deep: JSON.parse(`${'{"a":'.repeat(3000)}1${"}".repeat(3000)}`) as unknown, n: 1 },
    ];
    for (const body of bodies) {
      const text = previewText(body);
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(ROW_BODY_BYTES);
      expect(Object.keys(JSON.parse(text) as object)).toEqual(Object.keys(body).sort());
    }
    expect(previewText(Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`key${n}`, n])))).toBe(
      "{}",
    );
  });
});
