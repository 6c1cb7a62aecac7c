import { describe, expect } from "vitest";
import type { ProtocolEntry, ServerId } from "../../../shared/contract/index.ts";
import { createRedactor } from "../../../electron/host/secrets/index.ts";
import { startMcpHttpServer } from "../../fakes/mcpHttpServer.ts";
import { verifies } from "../../verifies.ts";
import { isAlive, npmServer, startManager, stdio, until, type TestManager } from "./support.ts";

const messages = (at: TestManager, serverId: ServerId, after = 0): ProtocolEntry[] => {
  const page = at.manager.inspector.protocol(serverId, after);
  if (!page.ok) throw new Error(page.error.message);
  // Which protocol is spoken is asked before; that is told elsewhere.
  const probes = new Set(page.value.entries.filter(({ method }) => method === "server/discover"));
  return page.value.entries.filter((entry) => !probes.has(entry));
};

const methodsOf = (entries: readonly ProtocolEntry[]): string[] =>
  entries.map(({ direction, kind, method }) => `${direction} ${kind} ${method}`);

describe("the protocol log", () => {
  verifies("MCP-06", "holds both directions over stdio, with answers paired and timed", async () => {
    await using at = startManager();
    const id = await at.ready("plain");
    await at.text(id, "echo", { text: "hello" });
    const all = messages(at, id);
    expect(methodsOf(all)).toEqual([
      "out request initialize",
      "in response initialize",
      "out notification notifications/initialized",
      "out request tools/list",
      "in response tools/list",
      "out request tools/call",
      "in response tools/call",
    ]);
    const [asked, answered] = all.slice(-2);
    expect(JSON.parse(asked?.text ?? "")).toMatchObject({ params: { arguments: { text: "hello" } } });
    expect(answered).toMatchObject({ answers: asked?.seq, isClipped: false });
    expect(answered?.durationMs).toBeGreaterThan(0);
    expect(answered?.bytes).toBe(Buffer.byteLength(answered?.text ?? ""));
    expect(messages(at, id, asked?.seq ?? 0)).toEqual([answered]);
    await at.call(id, "refuse");
    expect(messages(at, id).at(-1)).toMatchObject({ kind: "error", method: "tools/call" });
  });

  verifies("MCP-06", "holds the traffic over HTTP too", async () => {
    await using web = await startMcpHttpServer();
    await using at = startManager();
    const added = at.manager.add({ name: "web", transport: { kind: "http", url: web.url } });
    if (!added.ok) throw new Error(added.error.message);
    const { serverId } = added.value;
    expect((await at.manager.start(serverId)).ok).toBe(true);
    expect(methodsOf(messages(at, serverId)).slice(0, 2)).toEqual([
      "out request initialize",
      "in response initialize",
    ]);
  });

  verifies("MCP-06", "shows no known secret, and no part of one where a long text was cut", async () => {
    const redactor = createRedactor();
    const secret = `s3cr3t"with\\signs-${"x".repeat(300)}`;
    redactor.know("theKey", secret);
    await using at = startManager({ redact: (value) => redactor.redact(value) });
    const id = await at.ready("plain");
    await at.text(id, "echo", { text: secret });
    const rest = "c".repeat(60_000);
    for (let filler = 15_000; filler < 16_600; filler += 97)
      await at.text(id, "echo", { text: `${"a".repeat(filler)}${secret.slice(18)}${rest}` });
    await at.text(id, "echo", { text: `${secret}${rest}` });
    redactor.know("tail", secret.slice(18));
    const shown = messages(at, id).map(({ text }) => text);
    expect(shown.join()).toContain("[secret:theKey]");
    expect(shown.filter((text) => /s3cr3t|x{6}/.test(text))).toEqual([]);
  });

  verifies("MCP-06", "is bounded by count and by characters, and says what it dropped", async () => {
    await using at = startManager();
    const id = await at.ready("plain");
    for (let i = 0; i < 130; i++)
      await at.text(id, "echo", { text: "b".repeat(i === 129 ? 70_000 : 30_000) });
    const page = at.manager.inspector.protocol(id, 0);
    if (!page.ok) throw new Error(page.error.message);
    const chars = page.value.entries.reduce((sum, { text }) => sum + text.length, 0);
    expect(chars).toBeLessThanOrEqual(1_000_000);
    expect(page.value.entries.length).toBeLessThanOrEqual(500);
    expect(page.value.dropped).toBe((page.value.entries.at(-1)?.seq ?? 0) - page.value.entries.length);
    expect(page.value.dropped).toBeGreaterThan(100);
    const last = page.value.entries.at(-1);
    expect(last).toMatchObject({ isClipped: true });
    expect(last?.bytes).toBeGreaterThan(70_000);
    expect(last?.text.length).toBeLessThan(16_384);
  });

  verifies(
    "MCP-06",
    "sends a listing again, hands a tool call to the policy, and refuses the rest",
    async () => {
      await using at = startManager();
      const id = await at.ready("plain");
      await at.text(id, "echo", { text: "again" });
      const seqOf = (method: string): number =>
        messages(at, id).find((entry) => entry.kind === "request" && entry.method === method)?.seq ?? 0;
      const { inspector } = at.manager;
      const before = messages(at, id).length;
      expect(await inspector.replay(id, seqOf("tools/call"))).toEqual({
        ok: true,
        value: { kind: "call", tool: "echo", arguments: { text: "again" } },
      });
      expect(messages(at, id).length).toBe(before);
      expect(await inspector.replay(id, seqOf("tools/list"))).toMatchObject({
        ok: true,
        value: { kind: "answered", result: { tools: [{ name: "echo" }, {}, {}, {}] } },
      });
      expect(messages(at, id).length).toBe(before + 2);
      expect(await inspector.replay(id, seqOf("initialize"))).toMatchObject({
        ok: false,
        error: { key: "replayNotNow" },
      });
      expect(await inspector.replay(id, 99_999)).toMatchObject({ ok: false, error: { key: "replayGone" } });
    },
  );
});

describe("what a server went through and takes", () => {
  verifies("MCP-06", "each state with its cause, over a crash and a restart", async () => {
    await using at = startManager({ limits: { restartDelaysMs: [10] } });
    const id = await at.ready("plain");
    await at.call(id, "crash");
    await until("restarted", () => at.info(id).state === "ready" && at.info(id).restarts === 1);
    await at.manager.stop(id);
    const history = at.manager.inspector.history(id);
    expect(history.ok && history.value.map(({ state, cause }) => `${state} ${cause}`)).toEqual([
      "starting asked",
      "ready ready",
      "failed crashed",
      "starting restart",
      "ready ready",
      "stopping asked",
      "stopped ended",
    ]);
    expect(history.ok && history.value[2]?.error?.message).toContain("plain");
  });

  verifies("MCP-06", "memory and processor time of the whole tree, only while it lives", async () => {
    await using at = startManager();
    const id = at.add("plain");
    expect(await at.manager.inspector.usage(id)).toEqual({ ok: true, value: null });
    await at.manager.start(id);
    const used = await at.manager.inspector.usage(id);
    const value = used.ok ? used.value : null;
    expect(value?.processes).toBeGreaterThanOrEqual(1);
    expect(value?.rssBytes).toBeGreaterThan(10_000_000);
    expect(value?.pssBytes ?? 1).toBeLessThanOrEqual(value?.rssBytes ?? 0);
    expect(value?.cpuMs).toBeGreaterThan(0);
    const { pid = 0 } = at.info(id);
    expect(await isAlive(pid)).toBe(true);
  });
});

describe("pinned definitions", () => {
  const level = (at: TestManager, id: ServerId, severity: "L1" | "L2" | null): unknown => {
    const tool = at.info(id).tools.find(({ name }) => name === "lookup");
    return at.manager.inspector.setTool(id, {
      tool: "lookup",
      definitionHash: tool?.definitionHash ?? "",
      severity,
    });
  };
  const lookup = (at: TestManager, id: ServerId) => at.info(id).tools.find(({ name }) => name === "lookup");
  const reviewed = (at: TestManager, id: ServerId) => {
    const all = at.manager.inspector.reviewTools(id);
    return all.ok ? all.value.find(({ name }) => name === "lookup") : undefined;
  };

  verifies(
    ["MCP-04"],
    "SEC-MCP-01: a swapped definition suspends the person's level, is shown as old and new, and no model reads it",
    async () => {
      await using at = startManager();
      const id = await at.ready("lookup", [], { isTrusted: true });
      level(at, id, "L1");
      expect(lookup(at, id)).toMatchObject({ severity: "L1", isOwnSeverity: true });
      await at.text(id, "lookup", { q: "a" });
      await until("changed", () => lookup(at, id)?.isChanged === true);
      const changed = lookup(at, id);
      expect(changed).toMatchObject({ severity: "L3", description: "Looks up a word" });
      expect(changed?.isOwnSeverity).toBeUndefined();
      const review = reviewed(at, id);
      expect(review?.change?.before).not.toContain("~/.ssh");
      expect(review?.change?.after).toContain("~/.ssh");
      expect(at.events.find(({ type }) => type === "server.toolDefinitionChanged")?.body).toMatchObject({
        tool: "lookup",
        oldHash: review?.change?.oldHash,
        newHash: review?.change?.newHash,
      });

      await using next = startManager({ dataDir: at.dataDir }, at);
      await at.manager.stop(id);
      next.manager.startEnabled();
      await until("ready", () => next.info(id).state === "ready");
      // The old words are back after the restart of this server: what was agreed to counts again.
      expect(lookup(next, id)).toMatchObject({ severity: "L1" });
      expect(lookup(next, id)?.isChanged).toBeUndefined();
    },
  );

  verifies(
    ["MCP-04"],
    "SEC-MCP-01: agreeing takes the new words and drops the level; across a restart",
    async () => {
      await using at = startManager();
      const id = await at.ready("lookup", [], { isTrusted: true });
      level(at, id, "L2");
      await at.text(id, "lookup", { q: "a" });
      await until("changed", () => lookup(at, id)?.isChanged === true);
      const stale = at.manager.inspector.setTool(id, {
        tool: "lookup",
        definitionHash: "sha256:old",
        agrees: true,
      });
      expect(stale).toMatchObject({ ok: false, error: { code: "stale" } });
      const definitionHash = lookup(at, id)?.definitionHash ?? "";
      expect(at.manager.inspector.setTool(id, { tool: "lookup", definitionHash, agrees: true }).ok).toBe(
        true,
      );
      expect(lookup(at, id)?.description).toContain("~/.ssh");
      expect(lookup(at, id)?.isChanged).toBeUndefined();
      expect(lookup(at, id)?.isOwnSeverity).toBeUndefined();
      expect(at.events.at(-1)).toMatchObject({
        type: "server.toolSet",
        body: { agreed: true, severity: null },
      });
      await at.manager.stop(id);

      await using next = startManager({ dataDir: at.dataDir }, at);
      next.manager.startEnabled();
      await until("ready", () => next.info(id).state === "ready");
      // Now the old words are the change.
      expect(lookup(next, id)?.isChanged).toBe(true);
    },
  );

  verifies(
    ["MCP-04"],
    "a tool that was never used may change without a word; one switched off is offered to nobody",
    async () => {
      await using at = startManager();
      const id = await at.ready("changing");
      await at.call(id, "change");
      await until(
        "changed",
        () => at.info(id).tools.find(({ name }) => name === "change")?.isChanged === true,
      );
      expect(at.info(id).tools.find(({ name }) => name === "listed")?.isChanged).toBeUndefined();
      const other = await at.ready("lookup");
      const tool = at.info(other).tools.find(({ name }) => name === "other");
      const offered = (): string[] => at.manager.tools("w1" as never).map(({ modelName }) => modelName);
      expect(offered()).toContain("lookup__other");
      at.manager.inspector.setTool(other, {
        tool: "other",
        definitionHash: tool?.definitionHash ?? "",
        isOff: true,
      });
      expect(offered()).not.toContain("lookup__other");
      expect(at.info(other).tools.find(({ name }) => name === "other")).toMatchObject({ isOff: true });
    },
  );

  verifies(
    ["MCP-04"],
    "SEC-MCP-05: the same name on two servers stays apart and is marked on both",
    async () => {
      await using at = startManager();
      const a = await at.ready("lookup");
      const added = at.manager.add({ name: "lookup 2", transport: at.info(a).transport });
      if (!added.ok) throw new Error(added.error.message);
      await at.manager.start(added.value.serverId);
      const tools = at.manager.tools("w1" as never);
      expect(new Set(tools.map(({ modelName }) => modelName)).size).toBe(tools.length);
      const [first, second] = tools.filter(({ name }) => name === "lookup");
      expect(first?.lookAlikes).toEqual(["lookup 2/lookup"]);
      expect(second?.lookAlikes).toEqual(["lookup/lookup"]);
      expect(reviewed(at, a)?.lookAlikes).toEqual([{ serverName: "lookup 2", tool: "lookup", isSame: true }]);
    },
  );
});

describe("the design check", () => {
  verifies("MCP-11", "real servers: what it finds is true, and each tool has its cost", async () => {
    await using at = startManager();
    const real = async (name: string, args: string[] = []): Promise<ServerId> => {
      const added = at.manager.add({ name, transport: stdio([npmServer(name), ...args]) });
      if (!added.ok) throw new Error(added.error.message);
      const started = await at.manager.start(added.value.serverId);
      if (!started.ok) throw new Error(started.error.message);
      return added.value.serverId;
    };
    const reviewOf = (id: ServerId) => {
      const all = at.manager.inspector.reviewTools(id);
      return new Map((all.ok ? all.value : []).map((tool) => [tool.name, tool]));
    };
    const files = await real("filesystem", [at.dataDir]);
    const memory = await real("memory");
    const everything = await real("everything");
    const fileTools = reviewOf(files);
    const rules = (tool: string): string[] => (fileTools.get(tool)?.findings ?? []).map(({ rule }) => rule);
    expect(fileTools.get("read_text_file")?.tokens).toBeGreaterThan(100);
    expect(fileTools.get("read_text_file")?.tokens).toBeLessThan(400);
    expect(rules("write_file")).toContain("undescribedFields");
    expect(rules("read_text_file")).not.toContain("vagueName");
    expect([...fileTools.values()].flatMap(({ findings }) => findings.map(({ rule }) => rule))).not.toContain(
      "noDescription",
    );
    expect(
      reviewOf(memory)
        .get("search_nodes")
        ?.findings.map(({ rule }) => rule),
    ).not.toContain("vagueName");
    expect(reviewOf(everything).size).toBeGreaterThan(5);
  });
});
