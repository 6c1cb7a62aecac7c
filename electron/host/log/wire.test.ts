import { describe, expect, it } from "vitest";
import type { LoggedEvent } from "../../../shared/events/index.ts";
import { toWire } from "./wire.ts";

const logged = (type: string, body: Record<string, unknown>): LoggedEvent =>
  ({
    sessionId: "s",
    seq: 1,
    at: 1,
    type,
    body,
    hash: "h",
    bytes: Buffer.byteLength(JSON.stringify(body)),
    isCut: false,
  }) as unknown as LoggedEvent;

describe("toWire", () => {
  it("leaves a small event and a long chat text as they are", () => {
    const small = logged("call.started", { callId: "c" });
    expect(toWire(small)).toBe(small);
    const chat = logged("model.completed", { text: "会".repeat(50_000), reasoning: "r".repeat(50_000) });
    expect(toWire(chat)).toEqual(chat);
  });

  it("cuts long strings anywhere else and says so", () => {
    const wire = toWire(
      logged("call.completed", { text: "x".repeat(5000), content: [{ text: "y".repeat(5000) }] }),
    );
    expect(wire.isCut).toBe(true);
    expect(wire.body["text"]).toBe(`${"x".repeat(2000)}… [+3000 characters]`);
  });

  it("cuts a chat text over 256 KB", () => {
    expect(toWire(logged("message.user", { text: "x".repeat(300_000) }))).toMatchObject({ isCut: true });
  });

  it("cuts lists of an event that stays huge, whatever is in them", () => {
    const wire = toWire(
      logged("call.completed", { structured: { rows: Array.from({ length: 100_000 }, (_, n) => ({ n })) } }),
    );
    expect(wire.isCut).toBe(true);
    expect(JSON.stringify(wire).length).toBeLessThan(10_000);
  });
});
