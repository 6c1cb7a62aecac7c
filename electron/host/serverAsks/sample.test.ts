import { expect } from "vitest";
import { verifies } from "../../../test/verifies.ts";
import type { ModelId, ServerAsk } from "../../../shared/contract/index.ts";
import type { Catalog } from "../catalog/index.ts";
import { bodyJson } from "../models/openai/body.ts";
import { sampleWith } from "./sample.ts";

const ask = { kind: "sampling", messages: [{ role: "user", text: "hi" }], isRunning: false };

verifies(
  "MCP-02",
  "a sampling is as long as the server asks for, or as the model's setting where that is less",
  async () => {
    const sentFor = async (wanted: number | undefined, own: number | undefined): Promise<unknown> => {
      let sent = "";
      const settings = {
        kind: "compatible" as const,
        model: "m",
        ...(own === undefined ? {} : { maxOutputTokens: own }),
      };
      const catalog = {
        get: () => undefined,
        open: () =>
          Promise.resolve({
            ok: true,
            value: {
              complete: (request: Parameters<typeof bodyJson>[1]) => {
                sent = bodyJson(settings as never, request);
                return Promise.resolve({ ok: true, reply: { text: "ok" } });
              },
            },
          }),
      } as unknown as Catalog;
      const asked = { ...ask, ...(wanted === undefined ? {} : { maxTokens: wanted }) } as never as Extract<
        ServerAsk,
        { kind: "sampling" }
      >;
      await sampleWith(catalog)("m" as ModelId, asked, new AbortController().signal);
      return (JSON.parse(sent) as { max_tokens?: number }).max_tokens;
    };
    expect(await sentFor(50, undefined)).toBe(50);
    expect(await sentFor(50, 20)).toBe(20);
    expect(await sentFor(20, 50)).toBe(20);
    expect(await sentFor(undefined, 30)).toBe(30);
    expect(await sentFor(undefined, undefined)).toBeUndefined();
  },
);
