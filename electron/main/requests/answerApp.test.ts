import { expect, it } from "vitest";
import { ok } from "../../../shared/contract/index.ts";
import { verifies } from "../../../test/verifies.ts";
import { answerApp } from "./answerApp.ts";
import type { AppHandlers } from "./answerApp.ts";

const seen: unknown[] = [];
const handlers = new Proxy({} as AppHandlers, {
  get: () => async (input: unknown) => {
    seen.push(input);
    return ok(null);
  },
});

it("hands over parsed parameters", async () => {
  expect(await answerApp(handlers, "app.setAppearance", { theme: "dark", language: "en" })).toEqual(ok(null));
  expect(seen).toEqual([{ theme: "dark", language: "en" }]);
});

verifies(
  "ARCH-03",
  "main refuses unknown, missing and prototype keys and acts on none (SEC-IPC-02)",
  async () => {
    const before = seen.length;
    for (const params of [
      {},
      { theme: "dark" },
      { theme: "dark", language: "en", extra: 1 },
      { theme: "dark", language: { toString: "en" } },
      JSON.parse('{"theme":"dark","language":"en","constructor":{"prototype":{"isAdmin":true}}}') as unknown,
      JSON.parse('{"theme":"dark","language":"en","__proto__":{"isAdmin":true}}') as unknown,
      [],
      null,
      "dark",
    ]) {
      const answer = await answerApp(handlers, "app.setAppearance", params);
      expect(answer, JSON.stringify(params)).toMatchObject({ ok: false, error: { code: "invalidInput" } });
    }
    expect(seen).toHaveLength(before);
    expect(({} as Record<string, unknown>)["isAdmin"]).toBeUndefined();
  },
);
