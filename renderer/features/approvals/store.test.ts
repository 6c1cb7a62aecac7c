import { describe, expect, it } from "vitest";
import { fail, ok, type Approval, type CallId, type Result } from "../../../shared/contract/index.ts";
import type { Bridge } from "../../bridge/index.ts";
import { verifies } from "../../../test/verifies.ts";
import { GUARD_MS, startGuard } from "./guard.ts";
import { createApprovalsStore, waitingCount, type ApprovalsStore } from "./store.ts";

const approval = (callId: string, requestedAt = 1): Approval =>
  ({ call: { callId, sessionId: "s" }, argsHash: `sha256:${callId}`, requestedAt }) as unknown as Approval;
const id = (text: string): CallId => text as CallId;

/** A host of two functions: what was asked is kept, what it says is up to the test. */
const fakeBridge = (listed: Approval[]) => {
  const listeners = new Map<string, ((data: never) => void)[]>();
  const asked: { readonly name: string; readonly params: unknown }[] = [];
  const answers: { decide: () => Promise<Result<null>>; list: () => Promise<Result<Approval[]>> } = {
    decide: async () => ok(null),
    list: async () => ok(listed),
  };
  const bridge = {
    request: (name: string, params: unknown) => {
      asked.push({ name, params });
      return name === "approval.list" ? answers.list() : answers.decide();
    },
    subscribe: (name: string, listener: (data: never) => void) => {
      listeners.set(name, [...(listeners.get(name) ?? []), listener]);
      return () => undefined;
    },
  } as unknown as Bridge;
  const tell = (name: string, data: unknown): void => {
    for (const listener of listeners.get(name) ?? []) listener(data as never);
  };
  return { bridge, tell, asked, answers };
};

const states = (store: ApprovalsStore) =>
  store.getState().pending.map((item) => [item.approval.call.callId, item.state, item.gone]);

describe("createApprovalsStore", () => {
  verifies(
    ["GOV-04"],
    "lists what waits in all sessions, oldest first, and decides in any order with the hash that was shown",
    async () => {
      const host = fakeBridge([approval("b", 2), approval("a", 1)]);
      const store = createApprovalsStore(host.bridge);
      await store.refresh();
      host.tell("approval.requested", approval("c", 3));
      expect(states(store).map(([callId]) => callId)).toEqual(["a", "b", "c"]);
      await store.decide(id("b"), {
        decision: "allowEdited",
        files: [{ path: "x", content: "y" }],
        reason: "",
      });
      expect(host.asked.at(-1)).toEqual({
        name: "approval.decide",
        params: {
          callId: "b",
          argsHash: "sha256:b",
          decision: "allowEdited",
          files: [{ path: "x", content: "y" }],
        },
      });
      host.tell("approval.resolved", { callId: "b", sessionId: "s", decision: "allowEdited" });
      expect(states(store).map(([callId]) => callId)).toEqual(["a", "c"]);
      expect(waitingCount(store.getState())).toBe(2);
    },
  );

  verifies(
    ["GOV-04"],
    "keeps a card that was decided elsewhere or is stale in view, but unusable",
    async () => {
      const host = fakeBridge([approval("a"), approval("b")]);
      const store = createApprovalsStore(host.bridge);
      await store.refresh();
      host.tell("approval.resolved", { callId: "a", sessionId: "s", decision: "allow" });
      host.answers.decide = async () => fail("stale", "out of date");
      await store.decide(id("b"), { decision: "allow" });
      expect(states(store)).toEqual([
        ["a", "gone", "allow"],
        ["b", "gone", "stale"],
      ]);
      const before = host.asked.length;
      await store.decide(id("a"), { decision: "allow" });
      expect(host.asked.length).toBe(before);
      store.dismiss(id("a"));
      expect(states(store)).toEqual([["b", "gone", "stale"]]);
      expect(waitingCount(store.getState())).toBe(0);
    },
  );

  it("sends one decision however often it is asked, and opens the card again when it could not be written", async () => {
    const host = fakeBridge([approval("a")]);
    const store = createApprovalsStore(host.bridge);
    await store.refresh();
    let answer: (result: Result<null>) => void = () => undefined;
    host.answers.decide = () => new Promise((resolve) => (answer = resolve));
    const first = store.decide(id("a"), { decision: "deny", reason: "no" });
    await store.decide(id("a"), { decision: "allow" });
    expect(host.asked.filter((one) => one.name === "approval.decide")).toHaveLength(1);
    answer(fail("resourceExhausted", "disk full"));
    await first;
    expect(store.getState().pending[0]).toMatchObject({
      state: "open",
      failure: { code: "resourceExhausted" },
    });
  });

  it("reads the list again when something was heard while it was on its way", async () => {
    const host = fakeBridge([]);
    const store = createApprovalsStore(host.bridge);
    let round = 0;
    host.answers.list = async () => {
      round += 1;
      if (round === 1) host.tell("approval.requested", approval("new"));
      return ok(round === 1 ? [] : [approval("new")]);
    };
    await store.refresh();
    expect([round, states(store)]).toEqual([2, [["new", "open", undefined]]]);
  });

  it("shows cards as unusable while the host is away and takes the new ones when it is back", async () => {
    const host = fakeBridge([approval("a")]);
    const store = createApprovalsStore(host.bridge);
    await store.refresh();
    host.tell("app.hostChanged", { state: "restarting" });
    expect(states(store)).toEqual([["a", "gone", "restarted"]]);
    host.tell("app.hostChanged", { state: "ready" });
    await expect.poll(() => states(store)).toEqual([["a", "open", undefined]]);
  });

  it("keeps what a person typed until the call is settled", async () => {
    const host = fakeBridge([approval("a")]);
    const store = createApprovalsStore(host.bridge);
    store.drafts.set(id("a"), "f", "mine");
    expect(store.drafts.get(id("a"), "f")).toBe("mine");
    host.tell("approval.resolved", { callId: "a", sessionId: "s", decision: "withdrawn" });
    expect(store.drafts.get(id("a"), "f")).toBeUndefined();
  });
});

describe("startGuard", () => {
  verifies(["GOV-04"], "ignores a new card's clicks and keys for half a second", () => {
    let now = 1000;
    const guard = startGuard(() => now);
    expect(guard.accepts()).toBe(false);
    now += GUARD_MS - 1;
    expect(guard.accepts()).toBe(false);
    now += 1;
    expect(guard.accepts()).toBe(true);
  });
});
