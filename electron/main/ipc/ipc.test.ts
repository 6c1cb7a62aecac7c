import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import type { Result } from "../../../shared/contract/index.ts";
import { verifies } from "../../../test/verifies.ts";
import { appRequestNames, hostRequestNames } from "../../preload/names.ts";
import { createDispatcher } from "./dispatcher.ts";
import { EventFeed } from "./eventFeed.ts";
import { isNestedWithin } from "./nesting.ts";

function open() {
  const asked: [string, string][] = [];
  const dispatch = createDispatcher({
    host: async (name, params) => {
      asked.push([name, params]);
      return '{"ok":true,"value":null}';
    },
    app: async (name) => ({ ok: true, value: name }),
    onBug: (error) => expect.unreachable(String(error)),
  });
  const send = async (name: unknown, text: unknown) =>
    JSON.parse(await dispatch(name, text)) as Result<unknown>;
  return { asked, send, dispatch };
}

describe("the dispatcher", () => {
  it("passes a request of the host as the text it came as", async () => {
    const { asked, send } = open();
    const text = '{"path": "/tmp/x"}';
    expect(await send("workspace.open", text)).toEqual({ ok: true, value: null });
    expect(asked).toEqual([["workspace.open", text]]);
    expect(await send("app.info", "{}")).toEqual({ ok: true, value: "app.info" });
  });

  it.each([
    undefined,
    null,
    1,
    {},
    "",
    "host.unknown",
    "toString",
    "__proto__",
    "constructor",
    ["host.info"],
  ])("refuses the name %j", async (name) => {
    const { asked, send } = open();
    expect(await send(name, "{}")).toMatchObject({ ok: false, error: { code: "invalidInput" } });
    expect(asked).toEqual([]);
  });

  it.each([
    undefined,
    7,
    { a: 1 },
    "",
    "null",
    "[]",
    "1",
    '"x"',
    '{"a":1},"method":"x"',
    '{"a":',
    "x".repeat(16_000_001),
    `{"a":${"[".repeat(10_000)}${"]".repeat(10_000)}}`,
  ])("refuses these parameters (%#)", async (text) => {
    const { asked, send } = open();
    const startedAt = performance.now();
    const answer = await send("session.create", text);
    expect(answer).toMatchObject({ ok: false, error: { code: "invalidInput" } });
    expect(JSON.stringify(answer)).not.toMatch(/stack|node_modules|\.ts:/);
    expect(asked).toEqual([]);
    expect(performance.now() - startedAt).toBeLessThan(1000);
  });

  it("takes no file path from the page where only a dialog may name one", async () => {
    const { asked, send } = open();
    for (const name of ["audit.export", "trajectory.export", "trajectory.import"]) {
      expect(await send(name, '{"format":"json","path":"/etc/x"}')).toMatchObject({
        error: { code: "denied" },
      });
      expect(await send(name, '{"format":"json","\\u0070ath":"/etc/x"}')).toMatchObject({
        error: { code: "denied" },
      });
      expect(await send(name, '{"format":"json"}')).toMatchObject({ ok: true });
    }
    expect(asked.map(([name]) => name)).toEqual(["audit.export", "trajectory.export", "trajectory.import"]);
  });

  it("refuses what comes on top of 256 requests under way, and takes more once they are done", async () => {
    const release: (() => void)[] = [];
    const dispatch = createDispatcher({
      host: () => new Promise((resolve) => release.push(() => resolve('{"ok":true,"value":null}'))),
      app: async () => ({ ok: true, value: null }),
      onBug: (error) => expect.unreachable(String(error)),
    });
    const all = Array.from({ length: 1000 }, () => dispatch("host.info", "{}"));
    await vi.waitFor(() => expect(release).toHaveLength(256));
    for (const done of release) done();
    const refused = (await Promise.all(all)).filter((text) => text.includes("resourceExhausted"));
    expect(refused).toHaveLength(1000 - 256);
    const again = dispatch("host.info", "{}");
    await vi.waitFor(() => expect(release).toHaveLength(257));
    release.at(-1)?.();
    expect(await again).toContain('"ok":true');
  });

  it("answers a failure without its stack when an answerer breaks", async () => {
    const bugs: unknown[] = [];
    const dispatch = createDispatcher({
      host: () => Promise.reject(new Error("secret /home/x")),
      app: () => Promise.reject(new Error("secret")),
      onBug: (error) => bugs.push(error),
    });
    for (const name of ["host.info", "app.info"]) {
      const text = await dispatch(name, "{}");
      expect(JSON.parse(text)).toMatchObject({ ok: false, error: { code: "internal" } });
      expect(text).not.toContain("secret");
    }
    expect(bugs).toHaveLength(2);
  });
});

verifies(
  "ARCH-03",
  "whatever a page sends on any channel is answered with a Result (SEC-IPC-01)",
  async () => {
    const { send } = open();
    const anything = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withNullPrototype: true,
      withTypedArray: true,
    });
    const names = fc.oneof(fc.constantFrom(...hostRequestNames, ...appRequestNames), fc.string());
    await fc.assert(
      fc.asyncProperty(names, fc.oneof(anything, fc.string(), fc.json()), async (name, payload) => {
        const answer = await send(name, payload);
        expect(typeof answer.ok).toBe("boolean");
      }),
      { numRuns: 500, seed: 7 },
    );
  },
);

it("counts nesting outside strings only", () => {
  expect(isNestedWithin('{"a":"[[[[\\"[[["}', 1)).toBe(true);
  expect(isNestedWithin("[[],[],[]]", 2)).toBe(true);
  expect(isNestedWithin("[[[]]]", 2)).toBe(false);
});

it("sends the events of a moment as one batch, in order", () => {
  vi.useFakeTimers();
  const batches: string[] = [];
  const feed = new EventFeed((batch) => batches.push(batch));
  for (let n = 0; n < 3; n += 1) feed.push(`{"event":"a","data":${n}}`);
  expect(batches).toEqual([]);
  vi.advanceTimersByTime(8);
  feed.push('{"event":"b","data":null}');
  vi.advanceTimersByTime(8);
  vi.useRealTimers();
  expect(batches.map((batch) => JSON.parse(batch) as unknown)).toEqual([
    [
      { event: "a", data: 0 },
      { event: "a", data: 1 },
      { event: "a", data: 2 },
    ],
    [{ event: "b", data: null }],
  ]);
});
