import { createServer, type AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { chunks, fails, html, json, raw, says, startModelServer } from "../../fakes/modelServer.ts";
import { verifies } from "../../verifies.ts";
import { never, request, modelAt, askOnce, failureOf } from "./ask.ts";

describe("failures say what failed, why, and what next", () => {
  verifies(
    ["MODEL-05", "LOOP-10"],
    "PV-01: rate limit and overload carry the wait in every form",
    async () => {
      const date = new Date(Date.now() + 60_000).toUTCString();
      const dated = failureOf(await askOnce(fails(429, "slow", { "retry-after": date })));
      expect(dated.retryAfterMs).toBeGreaterThan(20_000);
      expect(dated.retryAfterMs).toBeLessThanOrEqual(60_000);
      expect(failureOf(await askOnce(fails(529, "busy", { "retry-after": "2" })))).toMatchObject({
        isPassing: true,
        retryAfterMs: 2000,
        error: { key: "modelOverloaded" },
      });
      expect(failureOf(await askOnce(fails(429, "slow", { "retry-after": "2abc" })))).toMatchObject({
        isPassing: true,
        retryAfterMs: null,
      });
      expect(failureOf(await askOnce(fails(429, "slow", { "retry-after": "999999" }))).error).toMatchObject({
        key: "modelRateLimited",
        params: { seconds: 999_999 },
      });
    },
  );

  verifies(
    "MODEL-05",
    "PV-02: an error event inside a 200 stream is the error it says, and the part before it is kept",
    async () => {
      const busy = raw(
        'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"busy"}}\n\n',
      );
      expect(failureOf(await askOnce(busy))).toMatchObject({
        isPassing: true,
        text: "",
        error: { key: "modelOverloaded" },
      });
      const slow = raw(
        'data: {"type":"ping"}\n\ndata: {"type":"error","error":{"type":"rate_limit_error","message":"slow down"}}\n\n',
      );
      expect(failureOf(await askOnce(slow))).toMatchObject({
        isPassing: true,
        error: { key: "modelRateLimited" },
      });
      const part = chunks([
        { choices: [{ delta: { content: "Part" } }] },
        { error: { type: "overloaded_error", message: "busy" } },
      ]);
      expect(failureOf(await askOnce(part))).toMatchObject({
        text: "Part",
        error: { key: "modelOverloaded" },
      });
    },
  );

  verifies("MODEL-05", "PV-05: a web page, a JSON error with 200, a gateway's page", async () => {
    const page = failureOf(await askOnce(html("<!doctype html><title>Sign in</title>")));
    expect(page).toMatchObject({
      isPassing: false,
      error: { key: "modelHtmlPage", params: { title: "Sign in" } },
    });
    expect(page.error.message).toMatch(/web page \(Sign in\).*\/v1/);
    const mislabelled = failureOf(await askOnce(raw("<html><title>Proxy</title></html>")));
    expect(mislabelled.error.params).toMatchObject({ title: "Proxy" });
    const said = failureOf(await askOnce(json({ error: "no such endpoint: POST /chat/completions" })));
    expect(said.error.message).toContain("no such endpoint: POST /chat/completions");
    expect(said.isPassing).toBe(false);
    const gateway = failureOf(await askOnce(html("<html><body><h1>502 Bad Gateway</h1></body></html>", 502)));
    expect(gateway).toMatchObject({
      isPassing: true,
      error: { key: "modelGateway", params: { status: 502 } },
    });
    expect(failureOf(await askOnce(raw("", 200))).error.key).toBe("modelCutStream");
    expect(failureOf(await askOnce(json({ hello: 1 }))).error.key).toBe("modelBadAnswer");
    expect(failureOf(await askOnce(raw("data: nonsense\n\n"))).error.key).toBe("modelBadAnswer");
  });

  verifies("MODEL-05", "PV-06: a context that overflowed is recognised", async () => {
    const overflow = failureOf(
      await askOnce(fails(400, "too long", {}, { code: "context_length_exceeded" })),
    );
    expect(overflow).toMatchObject({
      isContextOverflow: true,
      isPassing: false,
      error: { code: "limitReached" },
    });
  });

  it("nobody listens, no such host, no TLS there, a connection that is closed at once", async () => {
    const spare = createServer((socket) => socket.destroy());
    await new Promise<void>((resolve) => spare.listen(0, "127.0.0.1", resolve));
    const { port } = spare.address() as AddressInfo;
    const at = async (url: string) =>
      failureOf(await modelAt(url).complete(request, never, () => undefined)).error;
    expect(await at(`http://127.0.0.1:${port}/v1`)).toMatchObject({
      code: "unreachable",
      key: "modelUnreachable",
    });
    await new Promise((resolve) => spare.close(resolve));
    const refused = await at(`http://127.0.0.1:${port}/v1`);
    expect(refused).toMatchObject({
      code: "unreachable",
      key: "modelUnreachable",
      params: { baseUrl: `http://127.0.0.1:${port}/v1` },
    });
    expect(refused.message).toContain("connection refused");
    expect((await at("http://no-such-host.invalid/v1")).message).toMatch(
      /no such host name|could not be looked up/,
    );
    await using server = await startModelServer([says("x")]);
    expect((await at(server.baseUrl.replace("http:", "https:"))).message).toContain("TLS");
  });

  it("an address without /v1 is told where it probably is", async () => {
    await using server = await startModelServer([fails(404, "404 page not found")]);
    const baseUrl = server.baseUrl.replace("/v1", "");
    const { error } = failureOf(await modelAt(baseUrl).complete(request, never, () => undefined));
    expect(error).toMatchObject({ code: "notFound", key: "modelNotFound" });
    expect(error.message).toContain(`${baseUrl}/v1`);
  });

  it("makes one attempt for each complete(), whatever the fault", async () => {
    await using server = await startModelServer(() => fails(500, "boom"));
    const model = modelAt(server.baseUrl);
    failureOf(await model.complete(request, never, () => undefined));
    expect(server.requests).toHaveLength(1);
    failureOf(await model.complete(request, never, () => undefined));
    expect(server.requests).toHaveLength(2);
  });
});
