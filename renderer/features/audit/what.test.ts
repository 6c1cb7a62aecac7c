import { expect, it } from "vitest";
import type { AuditEntry } from "../../../shared/contract/index.ts";
import { whatHappened } from "./what.ts";

const say = (key: string, options: Record<string, unknown> = {}): string =>
  [key, ...Object.entries(options).map(([name, value]) => `${name}=${String(value)}`)].join(" ");
const entry = (type: string, body: Record<string, unknown>): AuditEntry =>
  ({ event: { type, body }, summary: "the host's words" }) as never;
const told = (type: string, body: Record<string, unknown>): string =>
  whatHappened(entry(type, body), say, "en");

it("words events in the person's language, and keeps the host's words where it has none", () => {
  expect(told("call.decided", { decision: "deny", by: "person" })).toBe(
    "timeline:decision.deny who=timeline:decision.by.person",
  );
  expect(told("call.decided", { decision: "deny", by: "person", reason: "no" })).toMatch(
    /^audit:what\.because .*reason=no$/,
  );
  expect(told("turn.ended", { reason: "answered" })).toBe("audit:what.ended.answered");
  expect(told("model.completed", { text: "All done." })).toBe("the host's words");
  expect(told("model.completed", { text: "", calls: [{ name: "a" }, { name: "b" }] })).toBe(
    "audit:what.wanted count=2 names=a, b",
  );
  expect(told("from.tomorrow", {})).toBe("the host's words");
});

it("takes nothing in a cut body for granted", () => {
  for (const type of [
    "model.requested",
    "model.failed",
    "call.assessed",
    "call.completed",
    "file.changed",
    "server.toolsChanged",
  ])
    expect(told(type, { calls: 1, reasons: "x", error: null, added: {} })).toMatch(/^audit:what\./);
});
