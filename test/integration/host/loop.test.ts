import { describe, expect } from "vitest";
import { verifies } from "../../verifies.ts";
import { asks, calls, fails, held, says } from "../../fakes/modelServer.ts";
import { scriptedRun } from "../../fakes/workspace.ts";

describe("the loop", () => {
  verifies(
    ["LOOP-05", "LOOP-01", "LOOP-02"],
    "reads, feeds back and answers; prompt and tools are sent as the log says",
    async () => {
      await using run = await scriptedRun([calls("read_file", { path: "a.txt" }), says("It says hello.")], {
        files: { "a.txt": "hello\n" },
      });
      await run.session.send("What is in a.txt?");
      const state = await run.session.ended();

      expect(state.turns.at(-1)).toMatchObject({ reason: "answered", text: "What is in a.txt?" });
      expect(state.calls).toMatchObject([
        { tool: "read_file", state: "completed", severity: "L1", decidedBy: "policy" },
      ]);
      const [first, second] = run.model.requests;
      expect(first?.body.messages.map((message) => message.role)).toEqual(["system", "user"]);
      expect(first?.body.messages[0]?.content).toContain(run.workspace.path);
      expect(second?.body.messages.at(-1)).toMatchObject({
        role: "tool",
        content: expect.stringContaining("hello") as string,
      });

      const { tools } = (await run.host.ask("server.list", {})).find((server) => server.isBundled) ?? {
        tools: [],
      };
      const sent = first?.body.tools?.map((tool) => tool.function.name);
      // Beside the server's tools stands the host's own, by which a model says what it lacks.
      expect(sent).toEqual([...tools.map((tool) => tool.modelName), "find_servers"]);
      const readFile = first?.body.tools?.find((tool) => tool.function.name === "read_file");
      expect(readFile?.function.description).toBe(
        tools.find((tool) => tool.name === "read_file")?.description,
      );

      const step = state.steps.at(-1);
      const prompt = await run.host.ask("step.prompt", {
        sessionId: run.session.sessionId,
        stepId: step?.stepId as never,
      });
      expect(prompt.messages.map((message) => message["content"])).toEqual(
        second?.body.messages.map((message) => message.content ?? ""),
      );
      expect(prompt.tools.map((tool) => tool["name"])).toEqual(sent);
    },
  );

  verifies(
    "LOOP-01",
    "the system prompt can be read and changed, and the next request carries it",
    async () => {
      await using run = await scriptedRun([says("one"), says("two")]);
      await run.session.send("hi");
      await run.session.ended();
      await run.host.ask("session.update", {
        sessionId: run.session.sessionId,
        systemPrompt: "You are terse.",
      });
      await run.session.send("again");
      await run.session.ended();
      expect(run.model.requests[1]?.body.messages[0]).toEqual({ role: "system", content: "You are terse." });
      expect((await run.session.state()).systemPrompt).toBe("You are terse.");
    },
  );

  verifies(
    "LOOP-04",
    "an unknown tool is answered with the nearest names, bad arguments with the field and an example",
    async () => {
      await using run = await scriptedRun([
        calls("read_fil", { path: "a" }),
        calls("read_file", { path: 7 }),
        calls("read_file", "{broken"),
        says("ok"),
      ]);
      await run.session.send("go");
      const state = await run.session.ended();
      const results = run.model.requests
        .slice(1)
        .map((request) => request.body.messages.at(-1)?.content ?? "");
      expect(results[0]).toContain("read_file");
      expect(results[1]).toMatch(/path/);
      expect(results[1]).toMatch(/string/);
      expect(results[1]).toMatch(/example|such as|"path":/i);
      expect(results[2]).toMatch(/not valid JSON/);
      expect(state.calls.map((call) => call.state)).toEqual(["failed", "failed", "failed"]);
      for (const request of run.model.requests) {
        const asked = request.body.messages.flatMap((message) => message.tool_calls ?? []);
        for (const call of asked) expect(() => JSON.parse(call.function.arguments) as unknown).not.toThrow();
      }
    },
  );

  verifies(
    "LOOP-05",
    "the same call three times in a row, failures in a row and the step limit end the turn with their reason",
    async () => {
      await using run = await scriptedRun(() => calls("read_file", { path: "a.txt" }), {
        files: { "a.txt": "x" },
      });
      await run.session.send("go");
      expect((await run.session.ended()).turns.at(-1)).toMatchObject({
        reason: "repeatedCall",
        error: { code: "limitReached" },
      });
      expect(run.model.requests).toHaveLength(3);

      await using failing = await scriptedRun((_, index) => calls("read_file", { path: `missing-${index}` }));
      await failing.session.send("go");
      expect((await failing.session.ended()).turns.at(-1)?.reason).toBe("tooManyFailures");
      expect(failing.model.requests).toHaveLength(5);

      await using long = await scriptedRun((_, index) => calls("read_file", { path: `f${index}.txt` }), {
        files: { "f0.txt": "0", "f1.txt": "1", "f2.txt": "2" },
        session: { limits: { maxSteps: 2 } },
      });
      await long.session.send("go");
      expect((await long.session.ended()).turns.at(-1)?.reason).toBe("maxSteps");
      expect(long.model.requests).toHaveLength(2);
    },
  );

  verifies("LOOP-05", "token and cost budgets stop before the call that would pass them", async () => {
    const usage = { prompt_tokens: 5000, completion_tokens: 20, total_tokens: 5020 };
    const script = [asks([{ name: "read_file", args: { path: "a.txt" } }], { usage }), says("never")];
    await using tokens = await scriptedRun(script, {
      files: { "a.txt": "x" },
      session: { limits: { maxTokens: 5200 } },
    });
    await tokens.session.send("go");
    expect((await tokens.session.ended()).turns.at(-1)?.reason).toBe("tokenBudget");
    expect(tokens.model.requests).toHaveLength(1);

    await using cost = await scriptedRun(script, {
      files: { "a.txt": "x" },
      session: { limits: { maxCostUsd: 0.0205 } },
      model: { pricePerMillionUsd: { input: 4, output: 4 } },
    });
    await cost.session.send("go");
    expect((await cost.session.ended()).turns.at(-1)?.reason).toBe("costBudget");
  });

  verifies(
    "LOOP-06",
    "reads of one step run side by side and results return in the order asked",
    async () => {
      await using run = await scriptedRun(
        [
          calls("read_file", { path: "b.txt" }, "read_file", { path: "a.txt" }, "list_files", { path: "." }),
          says("done"),
        ],
        { files: { "a.txt": "AAA", "b.txt": "BBB" } },
      );
      await run.session.send("go");
      const state = await run.session.ended();
      const asked = run.model.requests[1]?.body.messages
        .find((message) => message.tool_calls)
        ?.tool_calls?.map((call) => call.id);
      const results = run.model.requests[1]?.body.messages.filter((message) => message.role === "tool") ?? [];
      expect(results.map((message) => message.tool_call_id)).toEqual(asked);
      const marks = ["AAA", "BBB", "a.txt"];
      expect(results.map((message) => marks.find((mark) => message.content?.includes(mark)))).toEqual([
        "BBB",
        "AAA",
        "a.txt",
      ]);
      const starts = state.calls.map((call) => call.startedAt ?? 0);
      const ends = state.calls.map((call) => call.endedAt ?? 0);
      expect(Math.max(...starts)).toBeLessThanOrEqual(Math.min(...ends));
    },
  );

  verifies("LOOP-06", "a call that waits for a person does not hold back its siblings", async () => {
    await using run = await scriptedRun(
      [calls("run_command", { command: "echo hi" }, "read_file", { path: "a.txt" }), says("done")],
      { files: { "a.txt": "AAA" } },
    );
    await run.session.send("go");
    const approval = await run.session.approval();
    await run.host.logged("call.completed");
    const state = await run.session.state();
    expect(state.state).toBe("waiting");
    expect(state.calls.map((call) => call.state)).toEqual(["awaitingApproval", "completed"]);
    await run.session.decide(approval, "allow");
    const ended = await run.session.ended();
    expect(ended.calls.map((call) => call.state)).toEqual(["completed", "completed"]);
    const results = run.model.requests[1]?.body.messages.filter((message) => message.role === "tool") ?? [];
    expect(results.map((message) => /hi|AAA/.exec(message.content ?? "")?.[0])).toEqual(["hi", "AAA"]);
  });

  verifies(
    "LOOP-07",
    "text streams as deltas, and a stop in mid-answer keeps what was said and a resumable session",
    async () => {
      const never = Promise.withResolvers<void>();
      await using run = await scriptedRun([
        held(says("This is a long answer that is never finished."), never.promise, 4),
        says("Going on."),
      ]);
      await run.session.send("go");
      await run.host.waitFor("session.delta", (delta) => delta.text.length > 0);
      await run.host.ask("session.stop", { sessionId: run.session.sessionId });
      const stopped = await run.session.ended();
      expect(stopped.turns.at(-1)?.reason).toBe("stopped");
      expect(stopped.state).toBe("idle");
      expect(stopped.steps.at(-1)?.text).toMatch(/^This is/);
      await run.session.send("continue");
      expect((await run.session.ended()).turns.at(-1)?.reason).toBe("answered");
      expect(run.model.requests[1]?.body.messages.map((message) => message.role)).toEqual([
        "system",
        "user",
        "assistant",
        "user",
      ]);
      never.resolve();
    },
  );

  verifies(
    "LOOP-07",
    "a stop while a command runs cancels it, and every call of the step has a result",
    async () => {
      await using run = await scriptedRun([
        calls("run_command", { command: "sleep 60" }, "run_command", { command: "echo later" }),
        says("ok"),
      ]);
      await run.session.send("go");
      await run.session.decide(await run.session.approval(), "allow");
      await run.host.logged("call.started");
      await run.host.ask("session.stop", { sessionId: run.session.sessionId });
      const state = await run.session.ended();
      expect(state.calls.map((call) => call.state)).toEqual(["cancelled", "cancelled"]);
      expect(await run.host.ask("approval.list", {})).toEqual([]);
      await run.session.send("and now?");
      await run.session.ended();
      const sent = run.model.requests.at(-1)?.body.messages ?? [];
      const ids = sent.flatMap((message) => message.tool_calls?.map((call) => call.id) ?? []);
      expect(
        sent.filter((message) => message.role === "tool").map((message) => message.tool_call_id),
      ).toEqual(ids);
    },
  );

  verifies(
    "LOOP-05",
    "a failed model request ends the turn as modelFailed with what to do; passing faults are tried again",
    async () => {
      await using run = await scriptedRun([fails(401, "wrong key")]);
      await run.session.send("go");
      expect((await run.session.ended()).turns.at(-1)).toMatchObject({
        reason: "modelFailed",
        error: { code: "unauthorized" },
      });

      await using busy = await scriptedRun([fails(503, "busy", { "retry-after": "0" }), says("ok")]);
      await busy.session.send("go");
      const state = await busy.session.ended();
      expect(state.turns.at(-1)?.reason).toBe("answered");
      expect(state.steps).toHaveLength(1);
      expect(busy.model.requests).toHaveLength(2);
    },
  );

  verifies(
    "MODEL-02",
    "a model whose key was refused goes on with another key, which stands nowhere",
    async () => {
      await using run = await scriptedRun([says("never"), says("Hello.")], {
        server: { apiKey: "sk-the-right-one" },
        model: { apiKey: "sk-a-wrong-one" },
      });
      await run.session.send("hi");
      expect((await run.session.ended()).turns.at(-1)?.error?.code).toBe("unauthorized");
      const kept = await run.host.ask("model.setKey", {
        modelId: run.modelId as never,
        apiKey: "sk-the-right-one",
      });
      expect(kept.key).toBe("memory");
      await run.session.send("again");
      expect((await run.session.ended()).turns.at(-1)?.reason).toBe("answered");
      expect(JSON.stringify(await run.host.ask("model.list", {}))).not.toContain("sk-");
      const log = await run.host.ask("audit.export", { format: "json" });
      expect(log.content).not.toMatch(/sk-(the-right|a-wrong)-one/);
    },
  );
});
