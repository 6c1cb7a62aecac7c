import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect } from "vitest";
import type { JsonObject, ServerId } from "../../../shared/contract/index.ts";
import { createNextServer, type Asked } from "../../fakes/nextServer.ts";
import { verifies } from "../../verifies.ts";
import { startManager, textOf, until, type TestManager } from "./support.ts";

const asked: JsonObject[] = [];
const asks = () => ({
  elicit: async (params: JsonObject) => {
    asked.push(params);
    return { kind: "answered" as const, result: { action: "accept", content: { name: "Ada" } } };
  },
  sample: async () => ({ kind: "refused" as const, reason: "no model" }),
});

const namesOf = (at: TestManager, id: ServerId): string[] => at.info(id).tools.map(({ name }) => name);

/** What must hold of a 2026-07-28 server, whichever way it is reached. */
const holds = async (at: TestManager, id: ServerId): Promise<void> => {
  expect(at.info(id)).toMatchObject({
    state: "ready",
    protocolVersion: "2026-07-28",
    serverVersion: "next 1.2.3",
    instructions: "Ask for names.",
  });
  // One bad tool costs no other (MCP-04).
  const bad = at.info(id).tools.find(({ name }) => name.endsWith("no_schema"));
  expect(bad?.problem).toContain("no input schema");
  expect(namesOf(at, id)).toContain("ask_name");

  // What it wants to know comes inside its answer, and the call goes on with it.
  asked.length = 0;
  expect(JSON.parse(await at.text(id, "ask_name"))).toEqual({ state: "state-1", who: { name: "Ada" } });
  expect(asked).toMatchObject([{ message: "Who?" }]);

  // One odd block costs no other.
  const odd = await at.call(id, "odd");
  expect(odd.ok && odd.value.content).toEqual([
    { type: "hologram", data: 1 },
    { type: "text", text: "well" },
  ]);

  // A cancelled call is cancelled at the server, after its progress was told.
  const stop = new AbortController();
  const progress: unknown[] = [];
  const slow = await at.call(
    id,
    "slow",
    {},
    {
      signal: stop.signal,
      onProgress: ({ message }) => {
        progress.push(message);
        stop.abort();
      },
    },
  );
  expect(slow).toMatchObject({ ok: false, error: { code: "denied" } });
  expect(progress).toEqual(["begun"]);
  await until("the server heard of the end", async () =>
    (await at.text(id, "seen")).includes('"cancelled":1'),
  );

  // An answer that is good for a while is not asked for again.
  const read = () => at.manager.ask(id, "resources/read", { uri: "note://1" });
  expect(await read()).toEqual(await read());
  expect(await at.text(id, "seen")).toContain('"reads":1');

  // What it announces is heard.
  await at.text(id, "grow");
  await until("the new tool is listed", () => namesOf(at, id).includes("grown"));
};

describe("servers of the next protocol", () => {
  let at: TestManager;
  beforeEach(() => {
    at = startManager({ asks, limits: { connectTimeoutMs: 6000 } });
  });
  afterEach(async () => {
    await at[Symbol.asyncDispose]();
  });

  verifies(["MCP-01", "MCP-02", "MCP-04"], "over standard input and output, from start to stop", async () => {
    const id = await at.ready("next");
    await holds(at, id);
    expect(at.children.started).toHaveLength(1);
    await at.manager.stop(id);
    await until("its process is gone", () => at.children.ended.length === 1);
  });

  verifies(
    "MCP-01",
    "one that is slow to say so and speaks nothing else is reached all the same",
    async () => {
      const id = await at.ready("next", ["--slow"]);
      expect(at.info(id).protocolVersion).toBe("2026-07-28");
    },
  );

  verifies(
    "MCP-01",
    "an older server that says nothing to the question goes on with its protocol",
    async () => {
      const id = await at.ready("older");
      expect(at.info(id)).toMatchObject({ state: "ready", protocolVersion: "2025-06-18" });
      expect(at.children.started).toHaveLength(1);
    },
  );

  verifies(
    "MCP-01",
    "an older server that ends at the question is started again, and not asked again",
    async () => {
      const id = await at.ready("older", ["--dies"]);
      expect(at.info(id)).toMatchObject({ state: "ready", protocolVersion: "2025-06-18", restarts: 0 });
      expect(at.children.started).toHaveLength(2);
      await at.manager.stop(id);
      expect(await at.manager.start(id)).toEqual({ ok: true, value: null });
      expect(at.children.started).toHaveLength(3);
    },
  );

  describe("reached by URL", () => {
    let web: Server;
    let fake: ReturnType<typeof createNextServer>;
    const heads: (string | string[] | undefined)[] = [];
    beforeEach(async () => {
      fake = createNextServer();
      heads.length = 0;
      web = createServer((request, response) => {
        let body = "";
        request.setEncoding("utf8").on("data", (part: string) => {
          body += part;
        });
        request.on("end", () => {
          const message = JSON.parse(body) as Asked;
          heads.push(request.headers["mcp-method"]);
          if (message.id === undefined) {
            response.writeHead(202).end();
            return;
          }
          const { id } = message;
          let isOver = false;
          response.writeHead(200, { "content-type": "text/event-stream" });
          response.on("close", () => {
            if (!isOver) fake.gone(id);
          });
          fake.take(message, request.headers, (answer) => {
            response.write(`data: ${JSON.stringify(answer)}\n\n`);
            if ("id" in answer) {
              isOver = true;
              response.end();
            }
          });
        });
      });
      await new Promise<void>((resolve) => web.listen(0, "127.0.0.1", resolve));
    });
    afterEach(async () => {
      web.closeAllConnections();
      await new Promise((resolve) => web.close(resolve));
    });

    const start = async (): Promise<ServerId> => {
      const { port } = web.address() as AddressInfo;
      const transport = { kind: "http" as const, url: `http://127.0.0.1:${port}/mcp` };
      const added = at.manager.add({ name: "far", transport });
      if (!added.ok) throw new Error(added.error.message);
      expect(await at.manager.start(added.value.serverId)).toEqual({ ok: true, value: null });
      return added.value.serverId;
    };

    verifies(
      ["MCP-01", "MCP-02", "MCP-04"],
      "from start to stop, with a stream for each request",
      async () => {
        const id = await start();
        await holds(at, id);
        expect(heads.slice(0, 2)).toEqual([
          "server/discover",
          expect.stringMatching(/tools\/list|subscriptions/),
        ]);
        expect(heads).not.toContain(undefined);
      },
    );

    verifies(
      "MCP-04",
      "arguments go as headers where a tool wants it; bad marks cost that tool alone",
      async () => {
        const id = await start();
        const result = await at.call(id, "region", { region: "Süd 1" });
        expect(result.ok && textOf(result.value.content)).toBe(
          `=?base64?${Buffer.from("Süd 1").toString("base64")}?=`,
        );
        const bad = at.info(id).tools.find(({ name }) => name.endsWith("bad_header"));
        expect(bad?.problem).toContain('header "Many"');
      },
    );

    verifies("MCP-02", "a resource that is subscribed to is heard of, and read anew", async () => {
      const id = await start();
      const updated: string[] = [];
      at.manager.onResourceUpdated((_server, uri) => updated.push(uri));
      const ask = (method: "resources/read" | "resources/subscribe") =>
        at.manager.ask(id, method, { uri: "note://1" });
      await ask("resources/read");
      expect(await ask("resources/subscribe")).toMatchObject({ ok: true });
      fake.announce("notifications/resources/updated", { uri: "note://1" });
      await until("the update is told", () => updated.includes("note://1"));
      await ask("resources/read");
      expect(fake.seen.reads).toBe(2);
    });
  });
});
