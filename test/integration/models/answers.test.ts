import { describe, expect, it } from "vitest";
import type { ChatMessage } from "../../../shared/events/index.ts";
import {
  asks,
  calls,
  chunks,
  cut,
  hangs,
  held,
  json,
  raw,
  says,
  startModelServer,
} from "../../fakes/modelServer.ts";
import { verifies } from "../../verifies.ts";
import { never, request, modelAt, askOnce, replyOf, failureOf, piece, finish } from "./ask.ts";

describe("a streamed answer", () => {
  verifies(
    "LOOP-07",
    "text, reasoning and arguments stream as they come and add up to the reply",
    async () => {
      const outcome = await askOnce(
        asks([{ name: "read_file", args: { path: "a.txt" } }, { name: "list_files" }], {
          text: "Looking at 你好 🙂.",
          reasoning: "first look",
        }),
      );
      const reply = replyOf(outcome);
      expect(reply).toMatchObject({
        text: "Looking at 你好 🙂.",
        reasoning: "first look",
        finishReason: "tool_calls",
        calls: [
          { name: "read_file", argumentsText: '{"path":"a.txt"}' },
          { name: "list_files", argumentsText: "{}" },
        ],
        usage: {
          inputTokens: 100,
          outputTokens: 20,
          cacheReadTokens: 0,
          cacheWriteTokens: 0,
          isEstimated: false,
        },
      });
      expect(outcome.deltas.map((delta) => delta.text ?? "").join("")).toBe(reply.text);
      expect(outcome.deltas.map((delta) => delta.reasoning ?? "").join("")).toBe("first look");
      expect(outcome.deltas.filter((delta) => delta.calls !== undefined).length).toBeGreaterThan(2);
      expect(reply.latencyMs).toBeGreaterThanOrEqual(reply.firstTokenMs ?? Infinity);
    },
  );

  verifies("LOOP-07", "a delta reaches the caller while the server still holds the rest back", async () => {
    const seen = Promise.withResolvers<void>();
    await using server = await startModelServer([held(says("one two three"), seen.promise, 2)]);
    const outcome = await modelAt(server.baseUrl).complete(request, never, () => seen.resolve());
    expect(replyOf(outcome).text).toBe("one two three");
  });

  verifies(
    "LOOP-07",
    "stopping in the middle ends the request at the server, keeps what had come, and tells no more",
    async () => {
      const stop = new AbortController();
      await using server = await startModelServer([hangs(says("one two three four"), 3)]);
      let text = "";
      const outcome = await modelAt(server.baseUrl).complete(request, stop.signal, (delta) => {
        text += delta.text ?? "";
        stop.abort();
      });
      expect(failureOf(outcome)).toMatchObject({ isCancelled: true, isPassing: false, text });
      expect(text).toBe("one two ");
      expect(await server.ended(0)).toBe("aborted");
    },
  );

  it("is the same byte by byte, with CRLF, comments and named events between", async () => {
    const plain = replyOf(await askOnce(says("Grüße 你好 🙂"), { writing: "byteByByte" }));
    expect(plain.text).toBe("Grüße 你好 🙂");
    const odd =
      'event: message\r\n: hello\r\ndata: {"choices":[{"delta":{"content":"a"}}]}\r\n\r\ndata: {"type":"ping"}\r\n\r\ndata:{"choices":[{"delta":{"content":"b"},"finish_reason":"stop"}]}\r\n\r\n';
    expect(replyOf(await askOnce(raw(odd), { writing: "byteByByte" })).text).toBe("ab");
  });

  it("is estimated and marked where the provider gives no figures, and takes cached tokens from either form", async () => {
    const none = replyOf(await askOnce(says("x".repeat(40), { usage: null }))).usage;
    expect(none).toMatchObject({ isEstimated: true, outputTokens: 10 });
    expect(none.inputTokens).toBeGreaterThan(50);
    const cached = { prompt_tokens: 90, completion_tokens: 3, prompt_tokens_details: { cached_tokens: 64 } };
    expect(replyOf(await askOnce(says("a", { usage: cached }))).usage).toMatchObject({
      inputTokens: 90,
      cacheReadTokens: 64,
    });
    const other = { prompt_tokens: 90, completion_tokens: 3, prompt_cache_hit_tokens: 32 };
    expect(replyOf(await askOnce(says("a", { usage: other }))).usage).toMatchObject({
      cacheReadTokens: 32,
      isEstimated: false,
    });
  });

  it("may come whole from a server that does not stream", async () => {
    const whole = {
      choices: [
        {
          message: {
            role: "assistant",
            content: "hi",
            tool_calls: [{ id: "a", type: "function", function: { name: "t", arguments: { n: 1 } } }],
          },
          finish_reason: "tool_calls",
        },
      ],
      usage: { prompt_tokens: 1, completion_tokens: 2 },
    };
    const outcome = await askOnce(json(whole));
    expect(replyOf(outcome)).toMatchObject({
      text: "hi",
      calls: [{ id: "a", name: "t", argumentsText: '{"n":1}' }],
      usage: { outputTokens: 2 },
    });
    expect(outcome.deltas).toHaveLength(1);
  });
});

describe("calls of odd streams, over HTTP", () => {
  verifies("MODEL-05", "ST-01 no index, ST-02 one index for two, ST-04 a jumping index", async () => {
    const streams = [
      [
        piece({ id: "k1", function: { name: "a", arguments: "" } }),
        piece({ function: { arguments: '{"n":1}' } }),
        piece({ id: "k2", function: { name: "b", arguments: '{"n":2}' } }),
      ],
      [
        piece({ index: 0, id: "k1", function: { name: "a", arguments: '{"n":1}' } }),
        piece({ index: 0, id: "k2", function: { name: "b", arguments: '{"n":2}' } }),
      ],
      [
        piece({ index: 0, id: "k1", function: { name: "a", arguments: '{"n":1}' } }),
        piece({ index: 0, id: "k2", function: { name: "b", arguments: '{"n"' } }),
        piece({ index: 1, function: { arguments: ":2}" } }),
      ],
    ];
    for (const stream of streams) {
      expect(replyOf(await askOnce(chunks([...stream, finish]))).calls).toEqual([
        { id: "k1", name: "a", argumentsText: '{"n":1}' },
        { id: "k2", name: "b", argumentsText: '{"n":2}' },
      ]);
    }
  });

  verifies(
    "MODEL-05",
    "ST-07, ST-08, ST-13: what was odd in the answer is right in the next request",
    async () => {
      const odd = chunks([
        { choices: [{ delta: { reasoning_content: "look first" } }] },
        piece({ index: 0, id: "same", function: { name: "read_file", arguments: { path: "p" } } }),
        piece({ index: 1, id: "same", function: { name: "read_file", arguments: '"{\\"path\\":\\"q\\"}"' } }),
        finish,
      ]);
      await using server = await startModelServer([odd, says("done")]);
      const model = modelAt(server.baseUrl);
      const reply = replyOf(await model.complete(request, never, () => undefined));
      expect(reply.text).toBe("");
      const turn: ChatMessage = {
        role: "assistant",
        content: reply.text,
        reasoning: reply.reasoning,
        calls: reply.calls.map((call) => ({ id: call.id, name: call.name, arguments: call.argumentsText })),
      };
      const results = reply.calls.map((call, at): ChatMessage => ({
        role: "tool",
        callId: call.id,
        name: call.name,
        content: `result ${at}`,
        isError: false,
      }));
      await model.complete(
        { ...request, messages: [...request.messages, turn, ...results] },
        never,
        () => undefined,
      );
      expect(server.requests[1]?.body).toEqual({
        model: "scripted",
        stream: true,
        stream_options: { include_usage: true },
        temperature: 0,
        messages: [
          { role: "system", content: "You are an agent." },
          { role: "user", content: "go" },
          {
            role: "assistant",
            content: null,
            reasoning_content: "look first",
            tool_calls: [
              { id: "same", type: "function", function: { name: "read_file", arguments: '{"path":"p"}' } },
              { id: "same_2", type: "function", function: { name: "read_file", arguments: '{"path":"q"}' } },
            ],
          },
          { role: "tool", tool_call_id: "same", content: "result 0" },
          { role: "tool", tool_call_id: "same_2", content: "result 1" },
        ],
        tools: [
          {
            type: "function",
            function: {
              name: "read_file",
              description: "Reads a file",
              parameters: request.tools[0]?.inputSchema,
            },
          },
        ],
      });
    },
  );
});

describe("an answer that broke off", () => {
  verifies("LOOP-10", "is a passing failure with its text and without its calls", async () => {
    for (const reply of [
      cut(says("one two three"), 2),
      chunks([{ choices: [{ delta: { content: "one two " } }] }], null),
    ]) {
      expect(failureOf(await askOnce(reply))).toMatchObject({
        isPassing: true,
        text: "one two ",
        error: { key: "modelCutStream" },
      });
    }
    const call = failureOf(
      await askOnce(cut(calls("write_file", { path: "a", content: "long ".repeat(50) }), 5)),
    );
    expect(call).toMatchObject({ isPassing: true, error: { key: "modelCutStream" } });
    expect(call).not.toHaveProperty("calls");
  });

  verifies("LOOP-10", "also when the server falls silent, before or within the answer", async () => {
    const patience = { firstByteMs: 80, idleMs: 80 };
    const before = failureOf(await askOnce(hangs(says("x"), 0), { patience }));
    expect(before).toMatchObject({
      isPassing: true,
      isCancelled: false,
      error: { code: "timedOut", key: "modelSilent" },
    });
    const within = failureOf(await askOnce(hangs(says("one two three"), 2), { patience }));
    expect(within).toMatchObject({ isPassing: true, text: "one two ", error: { key: "modelSilent" } });
    expect(within.error.message).toContain("in the middle of its answer");
  });

  it("is whole at [DONE], also where the server keeps the connection open behind it", async () => {
    expect(replyOf(await askOnce(hangs(says("ok"), 99))).text).toBe("ok");
  });

  it("is whole when it finished without [DONE], or with [DONE] and no finish reason", async () => {
    expect(
      replyOf(await askOnce(chunks([{ choices: [{ delta: { content: "a" } }] }, finish], null))).finishReason,
    ).toBe("tool_calls");
    expect(replyOf(await askOnce(chunks([{ choices: [{ delta: { content: "a" } }] }]))).finishReason).toBe(
      "stop",
    );
  });
});
