import { describe, expect, it } from "vitest";
import type { ServerAsk, ServerId } from "../../../shared/contract/index.ts";
import { verifies } from "../../../test/verifies.ts";
import { createFakeBridge } from "../../bridge/fake/fakeBridge.ts";
import { refusal } from "../../bridge/refusal.ts";
import { addressParts, rightsIn } from "./address.ts";
import { createAsksStore } from "./store.ts";

const facts = { serverId: "s" as ServerId, serverName: "files", requestedAt: 1 };
const form = (askId: string): ServerAsk => ({
  ...facts,
  askId,
  kind: "form",
  message: "who?",
  schema: { type: "object", properties: {} },
});
const sampling = (more: object = {}): ServerAsk => ({
  ...facts,
  askId: "b",
  kind: "sampling",
  messages: [{ role: "user", text: "hi" }],
  isRunning: false,
  ...more,
});

const opened = async (waiting: ServerAsk[]) => {
  const bridge = createFakeBridge();
  bridge.on("serverAsk.list", () => waiting);
  const store = createAsksStore(bridge);
  await store.refresh();
  const states = (): string[] => store.getState().items.map(({ ask, state }) => `${ask.askId}:${state}`);
  return { bridge, store, states };
};

describe("what servers ask", () => {
  verifies(
    "MCP-03",
    "the rights that a sign-in page is asked for are read out of its address, each once",
    () => {
      const page = "https://login.example/authorize?client_id=a&scope=notes%3Aread+repo+repo&state=b";
      expect(rightsIn(page)).toEqual(["notes:read", "repo"]);
      expect(rightsIn("https://login.example/authorize")).toEqual([]);
      expect(rightsIn("no address")).toEqual([]);
    },
  );

  verifies(
    "MCP-02",
    "what waits is followed; a card that another window answered stays and says so",
    async () => {
      const { bridge, store, states } = await opened([form("a")]);
      bridge.emit("serverAsk.requested", { ...form("c"), requestedAt: 3 });
      bridge.emit("serverAsk.requested", { ...form("d"), requestedAt: 2 });
      expect(states()).toEqual(["a:open", "d:open", "c:open"]);
      bridge.emit("serverAsk.resolved", { askId: "a", serverId: facts.serverId });
      expect(states()).toEqual(["a:gone", "d:open", "c:open"]);
      await store.answer({ askId: "a", action: "accept" });
      expect(bridge.asked.map(({ name }) => name)).toEqual(["serverAsk.list"]);
      store.dismiss("a");
      expect(states()).toEqual(["d:open", "c:open"]);
    },
  );

  verifies(
    "MCP-02",
    "an answer that comes too late says so, any other failure leaves the card usable",
    async () => {
      const { bridge, store, states } = await opened([form("a"), form("b")]);
      bridge.on(
        "serverAsk.answer",
        ({ askId }) => refusal(askId === "a" ? "stale" : "invalidInput", "no") as never,
      );
      await store.answer({ askId: "a", action: "decline" });
      await store.answer({ askId: "b", action: "accept", content: {} });
      expect(states()).toEqual(["a:gone", "b:open"]);
      expect(store.getState().items[1]?.failure?.code).toBe("invalidInput");
    },
  );

  verifies("MCP-02", "a sampling waits twice: before the model is asked and with its answer", async () => {
    const { bridge, store, states } = await opened([sampling()]);
    bridge.on("serverAsk.answer", () => {
      bridge.emit("serverAsk.requested", sampling({ isRunning: true }));
      bridge.emit("serverAsk.requested", sampling({ answer: { text: "yes", model: "m" } }));
      return null;
    });
    await store.answer({ askId: "b", action: "accept", modelId: "m" as never });
    expect(states()).toEqual(["b:open"]);
    expect(store.getState().items[0]?.ask).toMatchObject({ answer: { text: "yes" } });
    bridge.on("serverAsk.answer", () => {
      bridge.emit("serverAsk.resolved", { askId: "b", serverId: facts.serverId });
      return null;
    });
    await store.answer({ askId: "b", action: "accept" });
    expect(states()).toEqual([]);
  });

  verifies("MCP-03", "a page that answers before its click is back leaves no card behind", async () => {
    const page = {
      ...facts,
      askId: "p",
      kind: "signIn",
      url: "https://a.example/",
      isRunning: false,
    } as const;
    const { bridge, store, states } = await opened([page]);
    bridge.on("app.openExternal", () => {
      bridge.emit("serverAsk.resolved", { askId: "p", serverId: facts.serverId });
      return { isOpened: true };
    });
    await store.openPage(page);
    expect(states()).toEqual([]);
    expect(bridge.asked.map(({ name }) => name)).not.toContain("serverAsk.answer");
    const { store: slow, states: slowStates, bridge: late } = await opened([page]);
    late.on("app.openExternal", () => ({ isOpened: true }));
    late.on("serverAsk.answer", () => refusal("stale", "over") as never);
    await slow.openPage(page);
    expect(slowStates()).toEqual([]);
  });

  verifies(
    "MCP-03",
    "only a page that was opened counts as a yes; one that runs is opened again alone",
    async () => {
      const page = {
        ...facts,
        askId: "p",
        kind: "signIn",
        url: "https://a.example/",
        isRunning: false,
      } as const;
      const { bridge, store, states } = await opened([page]);
      bridge.on("serverAsk.answer", () => null);
      bridge.on("app.openExternal", () => ({ isOpened: false }));
      await store.openPage(page);
      bridge.on("app.openExternal", () => ({ isOpened: true }));
      await store.openPage({ ...page, isRunning: true });
      expect(bridge.asked.map(({ name }) => name)).not.toContain("serverAsk.answer");
      await store.openPage(page);
      expect(bridge.asked.at(-1)).toMatchObject({ name: "serverAsk.answer" });
      expect(states()).toEqual(["p:open"]);
    },
  );

  it("holds nothing for waiting when the host has ended", async () => {
    const { bridge, states } = await opened([form("a")]);
    bridge.emit("app.hostChanged", { state: "restarting", at: 1, restarts: 1 });
    expect(states()).toEqual(["a:gone"]);
  });
});

describe("an address", () => {
  it("is taken apart whole, and a host in other letters is named as it is looked up", () => {
    const url = "https://login.example.com:8443/a?b=https://other.example#c";
    const parts = addressParts(url);
    expect(parts).toEqual({
      before: "https://",
      host: "login.example.com:8443",
      after: "/a?b=https://other.example#c",
    });
    expect(addressParts("https://exаmple.com/")).toMatchObject({
      host: "exаmple.com",
      realHost: "xn--exmple-4nf.com",
    });
    expect(addressParts("https://a.example\\@b.example/")).toMatchObject({ host: "a.example" });
    expect(addressParts("https://example.com:443/").realHost).toBeUndefined();
    expect(addressParts("nonsense")).toEqual({ before: "", host: "", after: "nonsense" });
  });
});
