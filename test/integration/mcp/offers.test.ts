import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect } from "vitest";
import { randomId, systemClock } from "../../../electron/host/ports.ts";
import { createServerAsks, type AskRoom } from "../../../electron/host/serverAsks/index.ts";
import { argumentsMisfit } from "../../../electron/host/mcp/index.ts";
import {
  ok,
  type JsonObject,
  type ModelId,
  type ServerAsk,
  type ServerId,
} from "../../../shared/contract/index.ts";
import { verifies } from "../../verifies.ts";
import { npmServer, startManager, stdio, until, workspace, type TestManager } from "./support.ts";

describe("what servers offer and ask beside tools", () => {
  let at: TestManager;
  let room: AskRoom;
  let asked: ServerAsk[];
  let folder: string;

  beforeEach(() => {
    asked = [];
    folder = mkdtempSync(join(tmpdir(), "loopwright-offers-"));
    room = createServerAsks({
      clock: systemClock,
      newId: randomId,
      check: argumentsMisfit,
      sample: (modelId, ask) =>
        Promise.resolve(
          ok({
            text: `${modelId} heard: ${ask.messages.at(-1)?.text ?? ""}`,
            model: "m",
          }),
        ),
      asked: () => undefined,
      requested: (ask) => asked.push(ask),
      resolved: () => undefined,
    });
    at = startManager({
      limits: { restartDelaysMs: [50] },
      asks: (serverId, name) => room.for(serverId, name),
    });
  });
  afterEach(async () => {
    await at[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  });

  const everything = async (more: { sharesRoots?: boolean } = {}): Promise<ServerId> => {
    const added = at.manager.add({
      name: "everything",
      transport: stdio([npmServer("everything"), "stdio"]),
      ...more,
    });
    if (!added.ok) throw new Error(added.error.message);
    expect(await at.manager.start(added.value.serverId)).toEqual({ ok: true, value: null });
    return added.value.serverId;
  };
  const ask = async (
    id: ServerId,
    method: Parameters<TestManager["manager"]["ask"]>[1],
    params: JsonObject,
  ): Promise<JsonObject> => {
    const result = await at.manager.ask(id, method, params);
    if (!result.ok) throw new Error(result.error.message);
    return result.value;
  };
  const nextAsk = async (): Promise<ServerAsk> => {
    await until("the server asked", () => room.list().length > 0);
    const [first] = room.list();
    if (first === undefined) throw new Error("nothing is asked");
    return first;
  };

  verifies(
    "MCP-02",
    "resources, templates and prompts are listed and read; arguments complete each other",
    async () => {
      const id = await everything();
      const offers = await at.manager.offers(id);
      if (!offers.ok) throw new Error(offers.error.message);
      const { resources, templates, prompts, problems } = offers.value;
      expect(problems).toEqual([]);
      expect(resources.length).toBeGreaterThan(0);
      expect(templates.length).toBeGreaterThan(0);
      expect(prompts.map(({ name }) => name)).toContain("completable-prompt");
      const read = await ask(id, "resources/read", { uri: resources[0]?.uri ?? "" });
      expect(JSON.stringify(read["contents"])).toContain(resources[0]?.uri);
      const department = await ask(id, "completion/complete", {
        ref: { type: "ref/prompt", name: "completable-prompt" },
        argument: { name: "department", value: "E" },
      });
      expect(department["completion"]).toMatchObject({ values: ["Engineering"] });
      const prompt = await ask(id, "prompts/get", {
        name: "completable-prompt",
        arguments: { department: "Engineering", name: "Alice" },
      });
      expect(JSON.stringify(prompt["messages"])).toContain("Alice");
      expect(at.info(id).capabilities).toMatchObject({ resources: { subscribe: true }, prompts: {} });
      const missing = await at.manager.ask(id, "resources/read", { uri: "demo://nowhere" });
      expect(missing).toMatchObject({ ok: false, error: { code: "invalidInput" } });
    },
  );

  verifies("MCP-02", "a resource that was subscribed to tells of its changes", async () => {
    const id = await everything();
    const updated: string[] = [];
    at.manager.onResourceUpdated((serverId, uri) => {
      if (serverId === id) updated.push(uri);
    });
    const uri = "demo://resource/dynamic/text/1";
    await ask(id, "resources/subscribe", { uri });
    await at.text(id, "toggle-subscriber-updates");
    await until("an update", () => updated.includes(uri));
  });

  verifies(
    ["MCP-02", "MCP-06"],
    "what was watched is watched again when its server was restarted after a crash, until a person stops it",
    async () => {
      const id = await everything();
      const updated: string[] = [];
      at.manager.onResourceUpdated((_serverId, uri) => updated.push(uri));
      const subscribes = (): number => {
        const log = at.manager.inspector.protocol(id, 0);
        if (!log.ok) throw new Error(log.error.message);
        return log.value.entries.filter(
          (one) => one.kind === "request" && one.method === "resources/subscribe",
        ).length;
      };
      const uri = "demo://resource/dynamic/text/1";
      await ask(id, "resources/subscribe", { uri });
      process.kill(at.info(id).pid ?? 0, "SIGKILL");
      // It may have changed while nobody watched: that is told once.
      await until("it is watched again", () => updated.includes(uri));
      expect(at.info(id)).toMatchObject({ state: "ready", restarts: 1 });
      expect(subscribes()).toBe(2);
      updated.length = 0;
      await at.text(id, "toggle-subscriber-updates");
      await until("the new process tells of a change", () => updated.includes(uri));
      await at.manager.stop(id);
      expect(await at.manager.start(id)).toEqual({ ok: true, value: null });
      // A request after it: had it been watched again, that would have gone out before.
      await ask(id, "resources/read", { uri });
      expect(subscribes()).toBe(2);
    },
  );

  verifies(["MCP-02"], "what a person stops watching while its server is down stays unwatched", async () => {
    const id = await everything();
    const updated: string[] = [];
    at.manager.onResourceUpdated((_serverId, uri) => updated.push(uri));
    const [kept, given] = ["demo://resource/dynamic/text/1", "demo://resource/dynamic/text/2"] as const;
    for (const uri of [given, kept]) await ask(id, "resources/subscribe", { uri });
    process.kill(at.info(id).pid ?? 0, "SIGKILL");
    // Whether it is seen to be dead yet or not: nobody answers.
    expect(await at.manager.ask(id, "resources/unsubscribe", { uri: given })).toMatchObject({ ok: false });
    await until("the other one is watched again", () => updated.includes(kept));
    expect(updated).not.toContain(given);
  });

  verifies(
    ["MCP-02"],
    "a form is put to the person, checked, and sent only when it fits; a no reaches the server",
    async () => {
      const id = await everything();
      const first = at.text(id, "trigger-elicitation-request");
      const form = await nextAsk();
      expect(form).toMatchObject({ kind: "form", serverName: "everything" });
      if (form.kind !== "form") throw new Error("no form");
      const required = (form.schema["required"] ?? []) as string[];
      expect(required.length).toBeGreaterThan(0);
      const wrong = await room.answer({
        askId: form.askId,
        action: "accept",
        content: { [required[0] ?? ""]: {} },
      });
      expect(wrong).toMatchObject({ ok: false, error: { code: "invalidInput" } });
      expect(room.list()).toHaveLength(1);
      expect(await room.answer({ askId: form.askId, action: "decline" })).toEqual(ok(null));
      expect((await first).toLowerCase()).toContain("decline");
      expect(await room.answer({ askId: form.askId, action: "decline" })).toMatchObject({
        error: { code: "stale" },
      });
    },
  );

  verifies(
    ["MCP-02"],
    "an answer of a model goes to a server only after the person saw the request and the answer",
    async () => {
      const id = await everything();
      const reply = at.text(id, "trigger-sampling-request", { prompt: "how are you", maxTokens: 50 });
      const request = await nextAsk();
      expect(request).toMatchObject({ kind: "sampling", isRunning: false });
      expect(JSON.stringify(request)).toContain("how are you");
      expect(await room.answer({ askId: request.askId, action: "accept" })).toMatchObject({
        error: { code: "invalidInput" },
      });
      const modelId = "model_x" as ModelId;
      expect(await room.answer({ askId: request.askId, action: "accept", modelId })).toEqual(ok(null));
      const [shown] = room.list();
      expect(shown).toMatchObject({ answer: { model: "m" } });
      expect(await room.answer({ askId: request.askId, action: "accept" })).toEqual(ok(null));
      expect(await reply).toContain("model_x heard");
      const denied = at.call(id, "trigger-sampling-request", { prompt: "again", maxTokens: 50 });
      await room.answer({ askId: (await nextAsk()).askId, action: "decline" });
      const result = await denied;
      expect(JSON.stringify(result)).toContain("did not allow");
    },
  );

  verifies("MCP-02", "the open folders are told only to a server that may know of them", async () => {
    expect(await at.manager.openWorkspace(workspace, folder)).toEqual({ ok: true, value: null });
    const quiet = await everything();
    expect(at.info(quiet).tools.map(({ name }) => name)).not.toContain("get-roots-list");
    await at.manager.remove(quiet);
    const told = await everything({ sharesRoots: true });
    await until("the tool for roots is listed", () =>
      at.info(told).tools.some(({ name }) => name === "get-roots-list"),
    );
    await until("the folder is known", async () => (await at.text(told, "get-roots-list")).includes(folder));
  });

  verifies(
    "MCP-02",
    "a tool that runs as a task is followed to its end and its progress is told",
    async () => {
      const id = await everything();
      const progress: string[] = [];
      const result = await at.call(
        id,
        "simulate-research-query",
        { topic: "tides", ambiguous: false },
        { timeoutMs: 60_000, onProgress: ({ message }) => progress.push(message ?? "") },
      );
      expect(result.ok && JSON.stringify(result.value.content)).toContain("tides");
      expect(progress.length).toBeGreaterThan(1);
    },
  );
});
