import { describe, expect, it } from "vitest";
import { createModel, testModel } from "../../../electron/host/models/index.ts";
import { systemClock } from "../../../electron/host/ports.ts";
import type { ModelDefinition } from "../../../shared/contract/index.ts";
import { fails, html, json, raw, says, startModelServer } from "../../fakes/modelServer.ts";
import { verifies } from "../../verifies.ts";
import { never, request, modelAt, askOnce, replyOf, failureOf } from "./ask.ts";

describe("keys", () => {
  const key = "sk-very-secret-key-0123456789";

  verifies(
    "MODEL-02",
    "the key travels in the header alone, and no failure repeats it, even where the server echoes it",
    async () => {
      await using server = await startModelServer([says("ok")], { apiKey: key });
      replyOf(await modelAt(server.baseUrl, {}, key).complete(request, never, () => undefined));
      expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${key}`);
      expect(JSON.stringify(server.requests[0]?.body)).not.toContain(key);
      expect(JSON.stringify(modelAt(server.baseUrl, { apiKey: key }, key).definition)).not.toContain(key);
      const wrong = "sk-another-wrong-key-987654321";
      const refused = failureOf(
        await modelAt(server.baseUrl, {}, wrong).complete(request, never, () => undefined),
      );
      expect(refused).toMatchObject({
        isPassing: false,
        error: { code: "unauthorized", key: "modelUnauthorized" },
      });
      expect(JSON.stringify(refused)).not.toContain(wrong);
      const echoes = [
        fails(400, `bad ${key}`),
        json({ error: `bad ${key}` }),
        raw(`data: {"error":{"message":"bad ${key}"}}\n\n`),
        html(`<html><title>${key}</title></html>`),
        json({ odd: key }),
      ];
      for (const reply of echoes)
        expect(JSON.stringify(failureOf(await askOnce(reply, { apiKey: key })))).not.toContain(key);
    },
  );

  verifies(
    "MODEL-02",
    "a local server needs no key; OpenAI without one is told so before anything is sent",
    async () => {
      await using server = await startModelServer([says("ok")]);
      expect(replyOf(await modelAt(server.baseUrl).complete(request, never, () => undefined)).text).toBe(
        "ok",
      );
      const sent: unknown[] = [];
      const made = createModel(
        { kind: "openai", name: "OpenAI", model: "gpt-4o" },
        {
          apiKey: null,
          clock: systemClock,
          fetchImpl: (input) => {
            sent.push(input);
            return Promise.reject(new Error("sent"));
          },
        },
      );
      if (!made.ok) throw new Error("not made");
      expect(failureOf(await made.value.complete(request, never, () => undefined)).error).toMatchObject({
        code: "unauthorized",
      });
      expect(sent).toEqual([]);
    },
  );

  it("nothing is taken from the environment", async () => {
    const before = { ...process.env };
    Object.assign(process.env, {
      OPENAI_API_KEY: "sk-from-the-environment",
      OPENAI_BASE_URL: "http://127.0.0.1:1/v1",
      OPENAI_ORG_ID: "org-x",
      OPENAI_PROJECT_ID: "p-x",
    });
    try {
      await using server = await startModelServer([says("ok")]);
      replyOf(await modelAt(server.baseUrl).complete(request, never, () => undefined));
      expect(JSON.stringify(server.requests[0]?.headers)).not.toMatch(/from-the-environment|org-x|p-x/);
    } finally {
      for (const name of ["OPENAI_API_KEY", "OPENAI_BASE_URL", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID"]) {
        if (before[name] === undefined) Reflect.deleteProperty(process.env, name);
        else process.env[name] = before[name];
      }
    }
  });
});

describe("testing a model", () => {
  const deps = { apiKey: null, clock: systemClock };
  const definition = (baseUrl: string): ModelDefinition => ({
    kind: "openai-compatible",
    name: "S",
    baseUrl,
    model: "scripted",
  });

  it("sends one request of one token and lists what the server offers", async () => {
    await using server = await startModelServer([says("ok")], { models: ["b", "a", "a"] });
    expect(await testModel(definition(server.baseUrl), deps)).toMatchObject({
      ok: true,
      value: { models: ["a", "b"] },
    });
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]?.body).toMatchObject({
      model: "scripted",
      max_tokens: 1,
      messages: [{ role: "user" }],
    });
  });

  it("works where no list can be had, and tries the first model where none was named", async () => {
    await using server = await startModelServer([says("ok"), says("ok")], { models: null });
    expect(await testModel(definition(server.baseUrl), deps)).toMatchObject({
      ok: true,
      value: { models: [] },
    });
    await using named = await startModelServer([says("ok")], { models: ["only"] });
    const { model: _, ...unnamed } = definition(named.baseUrl);
    expect((await testModel(unnamed, deps)).ok).toBe(true);
    expect(named.requests[0]?.body.model).toBe("only");
  });

  verifies("MODEL-05", "PV-05: it finds the web page and the JSON error too", async () => {
    await using server = await startModelServer([
      html("<!doctype html><title>Sign in</title>"),
      json({ error: "no such endpoint" }),
    ]);
    expect(await testModel(definition(server.baseUrl), deps)).toMatchObject({
      ok: false,
      error: { key: "modelHtmlPage" },
    });
    expect(await testModel(definition(server.baseUrl), deps)).toMatchObject({
      ok: false,
      error: { key: "modelServerSaid" },
    });
  });

  it("needs nothing for the demo model, and refuses kinds that are not built", async () => {
    expect(await testModel({ kind: "demo", name: "Demo" }, deps)).toMatchObject({
      ok: true,
      value: { models: ["demo"] },
    });
    expect(createModel({ kind: "anthropic", name: "A" }, deps)).toMatchObject({
      ok: false,
      error: { code: "notAvailable" },
    });
    expect(createModel({ kind: "openai-compatible", name: "A" }, deps)).toMatchObject({
      ok: false,
      error: { key: "modelBadUrl" },
    });
  });
});
