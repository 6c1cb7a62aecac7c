import { describe, expect, it } from "vitest";
import type { ServerId } from "../../../shared/contract/index.ts";
import { verifies } from "../../verifies.ts";
import { startManager, stdio, fixture, textOf, workspace } from "./support.ts";

const MB = 1024 * 1024;

describe("results", () => {
  verifies(
    ["MCP-01"],
    "SEC-MCP-07: 9 MB arrive whole, 20 MB cut and said so; 70 MB fail their own call only, wherever the id stands",
    async () => {
      await using at = startManager();
      const id = await at.ready("big");
      const pid = at.info(id).pid;
      const whole = await at.call(id, "first", { bytes: 9 * MB });
      expect(whole.ok && textOf(whole.value.content).length).toBe(9 * MB);
      const cut = await at.call(id, "first", { bytes: 20 * MB });
      expect(
        cut.ok &&
          textOf(cut.value.content).endsWith(
            "\n[Of 20971520 characters of text the first 10000000 are kept.]",
          ),
      ).toBe(true);
      expect(cut.ok && cut.value.bytes).toBeGreaterThan(20 * MB);
      for (const tool of ["first", "last"]) {
        const [tooLarge, beside] = await Promise.all([
          at.call(id, tool, { bytes: 70 * MB }),
          at.call(id, "last", { bytes: 5 }),
        ]);
        expect(tooLarge).toMatchObject({
          ok: false,
          error: { code: "resourceExhausted", key: "resultTooLarge" },
        });
        expect(beside.ok && textOf(beside.value.content)).toBe("xxxxx");
      }
      expect(at.info(id)).toMatchObject({ state: "ready", pid, restarts: 0 });
    },
  );

  verifies(
    ["MCP-01"],
    "SEC-MCP-07: a hundred thousand blocks and a depth of twenty thousand are bounded, and say so",
    async () => {
      await using at = startManager();
      const id = await at.ready("big");
      const blocks = await at.call(id, "blocks");
      expect(blocks.ok && blocks.value.content).toHaveLength(1001);
      expect(blocks.ok && blocks.value.content.at(-1)?.["text"]).toContain("100000 blocks");
      const deep = await at.call(id, "deep");
      expect(deep.ok && [textOf(deep.value.content), deep.value.structured]).toEqual(["deep", undefined]);
      expect(deep.ok && deep.value.warnings.join()).toContain("nests deeper");
    },
  );
});

describe("time limits and cancelling", () => {
  verifies(
    ["MCP-01", "LOOP-07"],
    "SEC-MCP-08: silence ends at the limit, endless progress at the total; the server is told",
    async () => {
      await using at = startManager();
      const id = await at.ready("slow");
      const never = await at.call(id, "never", {}, { timeoutMs: 200 });
      expect(never).toMatchObject({
        ok: false,
        error: { code: "timedOut", key: "callTimedOut", params: { tool: "never" } },
      });
      const before = performance.now();
      const drip = await at.call(id, "drip", {}, { timeoutMs: 400, maxTotalMs: 1000 });
      expect(drip).toMatchObject({ ok: false, error: { code: "timedOut" } });
      expect(performance.now() - before).toBeGreaterThan(900);
      expect(JSON.parse(await at.text(id, "seen"))).toHaveLength(2);
    },
  );

  verifies(["MCP-01", "LOOP-07"], "progress keeps a call alive and is handed on", async () => {
    await using at = startManager();
    const id = await at.ready("slow");
    const steps: unknown[] = [];
    const soon = await at.call(
      id,
      "soon",
      {},
      { timeoutMs: 450, onProgress: (progress) => steps.push(progress) },
    );
    expect(soon.ok && textOf(soon.value.content)).toBe("done");
    expect(steps.slice(0, 2)).toEqual([
      { progress: 1, message: "step 1" },
      { progress: 2, message: "step 2" },
    ]);
  });

  verifies(
    ["MCP-01", "LOOP-07"],
    "the caller's signal cancels this call and no other, also one shared by finished calls",
    async () => {
      await using at = startManager();
      const id = await at.ready("slow");
      const stop = new AbortController();
      for (let i = 0; i < 3; i++) await at.call(id, "seen", {}, { signal: stop.signal });
      const never = at.call(id, "never", {}, { signal: stop.signal });
      const other = at.call(id, "soon");
      stop.abort();
      expect(await never).toMatchObject({ ok: false, error: { code: "denied", key: "callCancelled" } });
      expect(await other).toMatchObject({ ok: true });
      expect(JSON.parse(await at.text(id, "seen"))).toHaveLength(1);
      expect(await at.call(id, "seen", {}, { signal: stop.signal })).toMatchObject({
        error: { key: "callCancelled" },
      });
    },
  );

  it("SEC-MCP-08: an answer that never ends its line times out; stopping ends it", async () => {
    await using at = startManager();
    const id = await at.ready("slow");
    expect(await at.call(id, "unfinished", {}, { timeoutMs: 200 })).toMatchObject({
      error: { code: "timedOut" },
    });
    await at.manager.stop(id);
    expect(at.info(id).state).toBe("stopped");
  });

  it("a refusal comes in the server's own words, even with the SDK's own code for a lost connection", async () => {
    await using at = startManager();
    const id = await at.ready("plain");
    expect(await at.call(id, "refuse")).toMatchObject({
      ok: false,
      error: {
        code: "invalidInput",
        message: "The vault is closed on Sundays.",
        key: "callRefused",
        params: { code: -32000 },
      },
    });
  });
});

describe("definitions", () => {
  verifies(
    ["MCP-01", "MCP-06"],
    "environment values live in the key store only; a second manager reads everything back",
    async () => {
      const transport = stdio([fixture("plain")], { env: { TOKEN: "s3cret-value", EMPTY: "" } });
      await using at = startManager();
      const added = at.manager.add({ name: "Mail box", transport, isTrusted: true, callTimeoutMs: 5000 });
      const id = added.ok ? added.value.serverId : ("" as ServerId);
      expect(at.info(id)).toMatchObject({
        name: "Mail box",
        isTrusted: true,
        state: "stopped",
        transport: { env: { TOKEN: "", EMPTY: "" } },
      });
      expect(JSON.stringify([...at.stored.values(), at.events, at.manager.list()])).not.toContain(
        "s3cret-value",
      );
      expect([...at.secrets.values()]).toEqual(["s3cret-value", ""]);

      await using again = startManager({}, at);
      expect(await again.manager.start(id)).toMatchObject({ ok: true });
      const env = JSON.parse(await again.text(id, "env")) as Record<string, string>;
      expect(env).toMatchObject({ TOKEN: "s3cret-value", EMPTY: "" });
      expect(again.manager.tools(workspace)[0]).toMatchObject({
        modelName: "Mail_box__echo",
        timeoutMs: 5000,
        isTrustedServer: true,
        serverName: "Mail box",
      });

      // An empty value of a known name leaves it as it was; a name left out is forgotten.
      const next = stdio([fixture("plain")], { env: { TOKEN: "", ADDED: "new" } });
      expect(await again.manager.update(id, { name: "Mails", transport: next })).toEqual({
        ok: true,
        value: null,
      });
      expect(again.info(id)).toMatchObject({ name: "Mails", state: "ready" });
      const changed = JSON.parse(await again.text(id, "env")) as Record<string, string>;
      expect(changed).toMatchObject({ TOKEN: "s3cret-value", ADDED: "new" });
      expect(changed["EMPTY"]).toBeUndefined();
      expect(again.manager.tools(workspace)[0]?.modelName).toBe("Mails__echo");

      again.secrets.clear();
      expect(await again.manager.stop(id)).toMatchObject({ ok: true });
      expect(await again.manager.start(id)).toMatchObject({
        ok: false,
        error: { code: "unauthorized", key: "serverSecretMissing" },
      });
      expect(await again.manager.remove(id)).toEqual({ ok: true, value: null });
      expect([...again.secrets.keys()]).toEqual([]);
      expect(again.stored.get("servers")).toEqual([]);
      expect(again.events.map((event) => event.type)).toEqual([
        "server.started",
        "server.stopped",
        "server.updated",
        "server.started",
        "server.stopped",
        "server.failed",
        "server.removed",
      ]);
    },
  );

  it("refuses what it cannot hold yet, taken names, and changes of what it does not know", async () => {
    await using at = startManager();
    const id = at.add("plain");
    expect(at.manager.add({ name: "w", transport: { kind: "bundled", name: "workspace" } })).toMatchObject({
      error: { code: "notAvailable" },
    });
    expect(at.manager.add({ name: "PLAIN", transport: stdio([]) })).toMatchObject({
      error: { code: "conflict" },
    });
    expect(at.manager.add({ name: "Workspace", transport: stdio([]) })).toMatchObject({
      error: { code: "conflict" },
    });
    expect(
      await at.manager.update(id, { name: "plain", transport: { kind: "http", url: "ftp://example.com" } }),
    ).toMatchObject({ error: { code: "invalidInput" } });
    const nobody = "srv_nobody" as ServerId;
    for (const result of [
      await at.manager.start(nobody),
      await at.manager.stop(nobody),
      await at.manager.remove(nobody),
      at.manager.log(nobody),
    ]) {
      expect(result).toMatchObject({ ok: false, error: { code: "notFound" } });
    }
  });
});
