import { expect } from "vitest";
import { ok, type JsonObject, type Result } from "../../../../shared/contract/index.ts";
import { verifies } from "../../../../test/verifies.ts";
import type { McpConnection } from "../types.ts";
import { Watched } from "./watched.ts";

verifies(
  ["MCP-02", "MCP-06"],
  "what is given up while the rest is watched again is not watched again",
  async () => {
    const watched = new Watched();
    for (const uri of ["a", "b", "c"]) watched.asked("resources/subscribe", { uri });
    const asked: unknown[] = [];
    const ask = async (_method: string, params: JsonObject): Promise<Result<JsonObject>> => {
      asked.push(params["uri"]);
      watched.asked("resources/unsubscribe", { uri: "b" });
      return ok({});
    };
    const updated: string[] = [];
    await watched.again({ ask } as unknown as McpConnection, {
      onUpdated: (uri) => updated.push(uri),
      warn: ({ text }) => expect.fail(text),
    });
    expect([asked, updated]).toEqual([
      ["a", "c"],
      ["a", "c"],
    ]);
  },
);
