import { afterEach, beforeEach, describe, expect } from "vitest";
import { argumentsMisfit } from "../../../electron/host/mcp/index.ts";
import { randomId, systemClock } from "../../../electron/host/ports.ts";
import { createServerAsks, type AskRoom } from "../../../electron/host/serverAsks/index.ts";
import { ok, type JsonObject, type ServerId } from "../../../shared/contract/index.ts";
import { sendJson, startMcpHttpServer, type McpHttpServer } from "../../fakes/mcpHttpServer.ts";
import { startSignInServer } from "../../fakes/signInServer.ts";
import { verifies } from "../../verifies.ts";
import { chineseFailures } from "./chinese.ts";
import { startManager, until, type TestManager } from "./support.ts";

const form = {
  message: "Your name?",
  requestedSchema: { type: "object", properties: { name: { type: "string" } } },
};
const question = { messages: [{ role: "user", content: { type: "text", text: "hi" } }], maxTokens: 10 };

describe("servers that ask for too much", () => {
  let at: TestManager;
  let room: AskRoom;
  let web: McpHttpServer;
  /** Pages that were opened for the person. */
  let pages: number;

  beforeEach(async () => {
    pages = 0;
    room = createServerAsks({
      clock: systemClock,
      newId: randomId,
      check: argumentsMisfit,
      sample: () => Promise.resolve(ok({ text: "hello", model: "m" })),
      asked: () => undefined,
      requested: () => undefined,
      resolved: () => undefined,
    });
    at = startManager({
      limits: { restartDelaysMs: [] },
      asks: (serverId, name) => ({
        ...room.for(serverId, name),
        signIn: async (url) => {
          pages++;
          const back = (await fetch(url, { redirect: "manual" })).headers.get("location") ?? "";
          await fetch(back);
          return { kind: "answered", result: {} };
        },
      }),
    });
    web = await startMcpHttpServer();
  });
  afterEach(async () => {
    await at[Symbol.asyncDispose]();
    await web[Symbol.asyncDispose]();
  });

  const far = (): ServerId => {
    const added = at.manager.add({ name: "far", transport: { kind: "http", url: web.url } });
    if (!added.ok) throw new Error(added.error.message);
    return added.value.serverId;
  };
  const asking = (id: ServerId, method: string, params: JsonObject, times: number): Promise<string[]> =>
    at.text(id, "ask", { method, params, times }).then((text) => JSON.parse(text) as string[]);
  /** Answers whatever waits, until `asked` is over. */
  const answering = async (asked: Promise<string[]>, action: "accept" | "decline"): Promise<string[]> => {
    let isOver = false;
    const all = asked.finally(() => {
      isOver = true;
    });
    await until("the server has all its answers", async () => {
      for (const { askId } of room.list()) await room.answer({ askId, action });
      return isOver;
    });
    return all;
  };

  verifies(
    ["MCP-02", "MCP-06"],
    "a flood of questions: five wait for the person, the others are refused at once, and its log says so",
    async () => {
      const id = await at.ready("greedy");
      const asked = asking(id, "elicitation/create", form, 40);
      await until("five wait", () => room.list().length === 5);
      await until(
        "its log tells of the others",
        () => at.logText(id).split("wait for the person already").length === 36,
      );
      expect(at.logText(id)).toContain("It asked for an answer of the person, which was refused:");
      expect(room.list()).toHaveLength(5);
      const answers = await answering(asked, "decline");
      expect(answers.filter((answer) => answer.includes("Too many questions"))).toHaveLength(35);
      expect(answers.filter((answer) => answer.includes("decline"))).toHaveLength(5);
    },
  );

  verifies("MCP-02", "a form of 200 fields is refused before anybody sees it, with the reason", async () => {
    const id = await at.ready("greedy");
    const properties = Object.fromEntries(
      Array.from({ length: 200 }, (_, n) => [`f${n}`, { type: "string" }]),
    );
    const wide = { message: "All of it", requestedSchema: { type: "object", properties } };
    const [answer] = await asking(id, "elicitation/create", wide, 1);
    expect(answer).toContain("The form has 200 fields; 50 are the most.");
    expect(at.logText(id)).toContain("The form has 200 fields; 50 are the most.");
    expect(room.list()).toEqual([]);
  });

  verifies(
    ["MCP-02", "MCP-06"],
    "the model is asked thirty times an hour at most; a request of a thousand messages never",
    async () => {
      const id = await at.ready("greedy");
      const answers: string[] = [];
      for (let round = 0; round < 7; round++)
        answers.push(...(await answering(asking(id, "sampling/createMessage", question, 5), "decline")));
      const over = answers.filter((answer) => answer.includes("30 times an hour; that is used up"));
      expect([answers.length, over.length]).toEqual([35, 5]);
      expect(at.logText(id)).toContain("It asked for an answer of a model, which was refused:");
      const messages = Array.from({ length: 1000 }, () => question.messages[0]);
      const [long] = await asking(id, "sampling/createMessage", { messages, maxTokens: 1 }, 1);
      expect(long).toContain("The request has 1000 messages; 200 are the most.");
      expect(room.list()).toEqual([]);
    },
  );

  verifies(
    ["MCP-03", "UI-03"],
    "more rights again and again: two pages, then a refusal that names the rights",
    async () => {
      const chinese = await chineseFailures();
      await using oauth = await startSignInServer();
      web.say = (seen, response) => {
        const { origin } = new URL(web.url);
        if (seen.http === "GET" && seen.message === null) {
          sendJson(response, { resource: web.url, authorization_servers: [oauth.origin] });
          return true;
        }
        const challenge = `Bearer resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"`;
        const isKnown = oauth.good.has(seen.headers["authorization"]?.replace("Bearer ", "") ?? "");
        if (isKnown && seen.message?.method !== "tools/call") return false;
        response
          .writeHead(isKnown ? 403 : 401, {
            "www-authenticate": isKnown
              ? `${challenge}, error="insufficient_scope", scope="everything"`
              : challenge,
          })
          .end();
        return true;
      };
      const id = far();
      expect(await at.manager.signIn(id)).toEqual({ ok: true, value: null });
      const called = await at.call(id, "echo");
      if (called.ok) throw new Error("it ran");
      const { error } = called;
      expect(error).toMatchObject({ code: "unauthorized", key: "signInFailedInUse" });
      expect(error.message).toMatch(
        /asks for more rights \(everything\) again and again.*sign in again there/,
      );
      expect(chinese(error)).toMatch(
        /一再要求更多权限（everything），尽管已经给过。请在“服务器”页面查看登录步骤/,
      );
      expect(pages).toBe(3);
    },
  );

  const listing = (tools: (cursor: string | undefined) => unknown): void => {
    web.say = ({ message }, response) => {
      if (message?.method !== "tools/list") return false;
      sendJson(response, {
        jsonrpc: "2.0",
        id: message.id,
        result: tools(message.params?.["cursor"] as string),
      });
      return true;
    };
  };
  const tool = (name: string, description = ""): JsonObject => ({
    name,
    description,
    inputSchema: { type: "object" },
  });

  verifies(
    ["MCP-04", "MCP-06"],
    "a list without end is cut off after 100 pages, a list of 5,000 after 1,000 tools; the log says so",
    async () => {
      let page = 0;
      listing(() => ({ tools: [tool(`t${++page}`)], nextCursor: `c${page}` }));
      const id = far();
      expect(await at.manager.start(id)).toEqual({ ok: true, value: null });
      expect(at.info(id).tools).toHaveLength(100);
      expect(at.logText(id)).toContain("The tool list did not end after 100 pages; reading stopped there.");
      await at.manager.stop(id);
      listing(() => ({ tools: Array.from({ length: 5000 }, (_, n) => tool(`t${n}`)) }));
      expect(await at.manager.start(id)).toEqual({ ok: true, value: null });
      expect(at.info(id).tools).toHaveLength(1000);
      expect(at.logText(id)).toContain("The server lists 5000 tools; the first 1000 are taken.");
    },
  );

  verifies(
    ["MCP-04", "UI-03"],
    "a tool of a megabyte is switched off alone, with the size and the limit; the others are there",
    async () => {
      listing(() => ({ tools: [tool("huge", "x".repeat(1_000_000)), tool("small")] }));
      const id = far();
      expect(await at.manager.start(id)).toEqual({ ok: true, value: null });
      const [huge, small] = at.info(id).tools;
      expect(huge?.problem).toMatch(/^Its definition is 10000\d\d characters long; at most \d+ are taken\.$/);
      expect(small?.problem).toBeUndefined();
    },
  );

  verifies(
    ["MCP-04", "MCP-06"],
    "instructions and a name without end are cut, and its log says by how much",
    async () => {
      web.say = ({ message }, response) => {
        if (message?.method !== "initialize") return false;
        const capabilities = { tools: {}, experimental: { big: { e: "e".repeat(100_000) } } };
        const serverInfo = { name: "n".repeat(50_000), version: "1" };
        const instructions = "i".repeat(2_000_000);
        const result = { protocolVersion: "2025-11-25", capabilities, serverInfo, instructions };
        sendJson(response, { jsonrpc: "2.0", id: message.id, result });
        return true;
      };
      const id = far();
      expect(await at.manager.start(id)).toEqual({ ok: true, value: null });
      const info = at.info(id);
      expect(info.tools).toHaveLength(1);
      expect(info.capabilities).toEqual({ tools: {} });
      expect(JSON.stringify(info).length).toBeLessThan(30_000);
      const log = at.logText(id);
      expect(log).toContain("Of its instructions, 2000000 characters long, the first 20000 are kept.");
      expect(log).toContain("Its list of capabilities is too long; only the usual ones are kept.");
    },
  );
});
