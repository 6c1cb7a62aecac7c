import { describe, expect, it } from "vitest";
import { faultOfSaid, faultOfStatus } from "./classify.ts";
import { readSaidError } from "./saidError.ts";

const asked = { baseUrl: "http://127.0.0.1:9", model: "m1" };
const judge = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  faultOfStatus(
    { status, headers: new Headers(headers), body: typeof body === "string" ? body : JSON.stringify(body) },
    asked,
    0,
  );
const said = (message: string, more: Record<string, unknown> = {}) => ({ error: { message, ...more } });

describe("failure statuses", () => {
  const cases: readonly [string, number, unknown, string, boolean, string][] = [
    ["a wrong key", 401, said("bad key"), "modelUnauthorized", false, "key"],
    ["a forbidden model", 403, said("no access"), "modelUnauthorized", false, "key"],
    ["a rate limit", 429, said("slow down"), "modelRateLimited", true, "429"],
    [
      "a used-up quota",
      429,
      said("You exceeded your current quota", { code: "insufficient_quota" }),
      "modelServerSaid",
      false,
      "billing",
    ],
    [
      "overload",
      529,
      { type: "error", error: { type: "overloaded_error", message: "busy" } },
      "modelOverloaded",
      true,
      "overloaded",
    ],
    ["unavailable", 503, "", "modelOverloaded", true, "overloaded"],
    [
      "a gateway page",
      502,
      "<html><body><h1>502 Bad Gateway</h1></body></html>",
      "modelGateway",
      true,
      "502",
    ],
    ["a server error", 500, said("boom"), "modelServerSaid", true, "boom"],
    ["an address without /v1", 404, "404 page not found", "modelNotFound", false, "http://127.0.0.1:9/v1"],
    ["an unknown model", 404, said('model "m1" not found'), "modelServerSaid", false, "m1"],
    [
      "a refused parameter",
      400,
      said("temperature must be 1"),
      "modelServerSaid",
      false,
      "temperature must be 1",
    ],
    [
      "validation of another framework",
      422,
      { detail: [{ msg: "field required" }] },
      "modelServerSaid",
      false,
      "field required",
    ],
    ["a bare string", 400, { error: "nope, sorry" }, "modelServerSaid", false, "nope, sorry"],
    ["a sign-in page", 400, "<!doctype html><title>Sign in</title>", "modelHtmlPage", false, "Sign in"],
    ["a timeout at the server", 408, said("too slow"), "modelServerSaid", true, "too slow"],
  ];
  it.each(cases)("%s", (_, status, body, key, isPassing, words) => {
    const fault = judge(status, body);
    expect(fault).toMatchObject({ isPassing, isCancelled: false, isContextOverflow: false, error: { key } });
    expect(fault.error.message).toContain(words);
    expect(fault.error.message).not.toContain("<");
  });

  it.each([
    [400, said("too long", { code: "context_length_exceeded" })],
    [400, said("This model's maximum context length is 8192 tokens")],
    [413, said("Request too large")],
    [500, said("the request exceeds the available context size")],
    [400, { error: { message: "prompt is too long: 210000 tokens > 200000 maximum" } }],
  ])("knows a context that overflowed (PV-06): %i %j", (status, body) => {
    expect(judge(status, body)).toMatchObject({
      isContextOverflow: true,
      isPassing: false,
      error: { key: "modelContextOverflow" },
    });
  });

  it("carries the wait that the server asked for, and names it (PV-01)", () => {
    const fault = judge(429, said("slow"), { "retry-after": "999999" });
    expect(fault).toMatchObject({ retryAfterMs: 999_999_000, error: { params: { seconds: 999_999 } } });
    expect(fault.error.message).toContain("999999");
    expect(judge(429, said("slow"), { "retry-after": "2abc" }).retryAfterMs).toBeNull();
    expect(judge(529, said("busy"), { "retry-after": "2" }).retryAfterMs).toBe(2000);
  });
});

describe("errors inside an answer", () => {
  it.each([
    [{ type: "error", error: { type: "overloaded_error", message: "busy" } }, "modelOverloaded", true],
    [{ type: "error", error: { type: "rate_limit_error", message: "slow down" } }, "modelRateLimited", true],
    [{ error: { code: 502, message: "Provider returned error" } }, "modelServerSaid", true],
    [{ error: "no such endpoint: POST /chat/completions" }, "modelServerSaid", false],
    [{ object: "error", message: "the model is not loaded", code: 400 }, "modelServerSaid", false],
    [{ error: { code: "context_length_exceeded", message: "too long" } }, "modelContextOverflow", false],
  ])("%j", (body, key, isPassing) => {
    const error = readSaidError(body);
    expect(error).not.toBeNull();
    expect(faultOfSaid(error!, asked)).toMatchObject({ isPassing, error: { key } });
  });
  it("takes no ordinary chunk for an error", () => {
    for (const chunk of [
      { choices: [] },
      { type: "ping" },
      { choices: [], error: null },
      { id: "x", usage: {} },
      5,
      null,
      [],
    ]) {
      expect(readSaidError(chunk)).toBeNull();
    }
  });
});
