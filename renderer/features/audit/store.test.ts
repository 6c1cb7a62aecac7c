import { describe, expect, it } from "vitest";
import type { AuditEntry, SessionId } from "../../../shared/contract/index.ts";
import { eventTypes, type AnyEvent } from "../../../shared/events/index.ts";
import { createFakeBridge } from "../../bridge/fake/fakeBridge.ts";
import { families } from "./families.ts";
import { createAuditStore, narrowed, noFilter } from "./store.ts";

const entry = (seq: number, change: Partial<AnyEvent> = {}): AuditEntry => ({
  event: {
    sessionId: "s" as SessionId,
    seq,
    at: seq * 1000,
    type: "call.started",
    body: {},
    hash: "",
    bytes: 2,
    isCut: false,
    ...change,
  },
  sessionTitle: "s",
  summary: `${seq}`,
});

describe("audit filters", () => {
  it("offer every type of the log in exactly one family", () => {
    expect(Object.values(families).flat().sort()).toEqual([...eventTypes].sort());
  });

  it("travel to the host, and turn into a search with a text, Chinese as it stands", async () => {
    const bridge = createFakeBridge();
    bridge.on("audit.query", () => ({ items: [], pending: 0 }));
    bridge.on("audit.search", () => ({ items: [], pending: 0 }));
    const store = createAuditStore(bridge, () => 10_000_000);
    store.setFilter({ family: "decision", severity: "L3", tool: " run_command ", withinMs: 60_000 });
    expect(bridge.asked.at(-1)).toEqual({
      name: "audit.query",
      params: {
        limit: 200,
        types: ["call.approvalRequested", "call.decided"],
        severity: ["L3"],
        tool: "run_command",
        from: 9_940_000,
      },
    });
    store.setFilter({ ...noFilter, text: " 斐波那契 " });
    expect(bridge.asked.at(-1)).toEqual({ name: "audit.search", params: { text: "斐波那契", limit: 200 } });
  });

  it("narrow what a search found", () => {
    const page = {
      items: [
        entry(1, { type: "call.proposed", body: { tool: "read_file" } }),
        entry(2, { type: "call.assessed", body: { severity: "L3" } }),
        entry(9, { type: "message.user" }),
      ],
      pending: 0,
    };
    const seqs = (change: Partial<typeof noFilter>) =>
      narrowed(page, { ...noFilter, ...change }, 10_000).items.map((item) => item.event.seq);
    expect(seqs({ tool: "read_file" })).toEqual([1]);
    expect(seqs({ severity: "L3" })).toEqual([2]);
    expect(seqs({ family: "message" })).toEqual([9]);
    expect(seqs({ withinMs: 2000 })).toEqual([9]);
  });
});

describe("audit pages", () => {
  it("drops an answer that a later question has overtaken", async () => {
    const bridge = createFakeBridge();
    const store = createAuditStore(bridge, () => 0);
    bridge.on("audit.query", () => ({ items: [entry(1)], nextCursor: "next", pending: 0 }));
    const slow = store.refresh();
    bridge.on("audit.search", () => ({ items: [entry(2)], pending: 4 }));
    store.setFilter({ text: "x" });
    await slow;
    await Promise.resolve();
    expect(store.getState().items.map((item) => item.event.seq)).toEqual([2]);
    expect(store.getState().pending).toBe(4);
  });

  it("adds the next page at the end and counts what is newer", async () => {
    const bridge = createFakeBridge();
    bridge.on("audit.query", ({ cursor }) =>
      cursor === undefined
        ? { items: [entry(3), entry(2)], nextCursor: "2", pending: 0 }
        : { items: [entry(1)], pending: 0 },
    );
    const store = createAuditStore(bridge, () => 0);
    await store.refresh();
    bridge.emit("session.event", entry(4).event);
    await store.more();
    await store.more();
    expect(store.getState()).toMatchObject({ newer: 1, nextCursor: undefined });
    expect(store.getState().items.map((item) => item.event.seq)).toEqual([3, 2, 1]);
  });

  it("keeps what verifying found", async () => {
    const bridge = createFakeBridge();
    const result = {
      ok: false,
      sessions: 2,
      events: 9,
      durationMs: 1,
      firstBad: { sessionId: "s" as SessionId, seq: 4, what: "hash" },
    };
    bridge.on("audit.verify", () => ({ ok: true, value: result }));
    const store = createAuditStore(bridge, () => 5);
    await store.verify();
    expect(store.getState().verify).toEqual({ state: "done", at: 5, result });
  });
});
