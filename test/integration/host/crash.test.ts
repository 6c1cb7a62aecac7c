import { rmSync } from "node:fs";
import { describe, expect } from "vitest";
import { verifies } from "../../verifies.ts";
import { attachSession, startHost, tempDir } from "../../fakes/hostProcess.ts";
import { calls, held, says } from "../../fakes/modelServer.ts";
import { isAlive } from "../mcp/support.ts";
import { scriptedRun } from "../../fakes/workspace.ts";

/** The same data folder again, after a `kill -9`. */
const again = (dataDir: string) => startHost({ dataDir });

describe("kill -9 of the host", () => {
  verifies(
    ["AUD-01", "LOOP-07"],
    "between intent and outcome: the call shows as interrupted, the session goes on, the chain holds",
    async () => {
      const dataDir = tempDir("crash");
      await using run = await scriptedRun(
        [calls("run_command", { command: "sleep 60" }), says("I looked again.")],
        { host: { dataDir } },
      );
      await run.session.send("go");
      await run.session.decide(await run.session.approval(), "allow");
      await run.host.logged("call.started");
      await run.host.kill();

      await using next = await again(dataDir);
      const session = attachSession(next, run.session.sessionId);
      const state = await session.state();
      expect(state).toMatchObject({
        state: "interrupted",
        calls: [{ state: "interrupted" }],
        turns: [{ reason: "interrupted" }],
      });
      expect(await next.ask("audit.verify", {})).toMatchObject({ ok: true });
      await session.send("go on");
      await session.ended();
      const sent = run.model.requests.at(-1)?.body.messages ?? [];
      expect(sent.map((message) => message.role)).toEqual(["system", "user", "assistant", "tool", "user"]);
      expect(sent[3]?.content).toMatch(/not known/);
      rmSync(dataDir, { recursive: true, force: true });
    },
  );

  verifies(
    ["AUD-01", "GOV-04"],
    "while a call waits for a person: it comes back with the same card and can be decided",
    async () => {
      const dataDir = tempDir("crash");
      await using run = await scriptedRun(
        [
          calls("read_file", { path: "a.txt" }),
          calls("edit_file", { path: "a.txt", old_str: "one", new_str: "two" }),
          says("Done."),
        ],
        {
          host: { dataDir },
          files: { "a.txt": "one" },
        },
      );
      await run.session.send("go");
      const before = await run.session.approval();
      await run.host.kill();
      expect(run.workspace.read("a.txt")).toBe("one");

      await using next = await again(dataDir);
      const session = attachSession(next, run.session.sessionId);
      const [card] = await next.ask("approval.list", {});
      expect(card).toMatchObject({
        argsHash: before.argsHash,
        files: before.files,
        severity: "L2",
        requestedAt: before.requestedAt,
      });
      expect((await session.state()).state).toBe("waiting");
      await next.ask("approval.decide", {
        callId: before.call.callId,
        argsHash: before.argsHash,
        decision: "allow",
      });
      const state = await session.ended();
      expect(state).toMatchObject({
        state: "idle",
        calls: [{ state: "completed" }, { state: "completed" }],
        turns: [{ reason: "answered" }],
      });
      expect(run.workspace.read("a.txt")).toBe("two");
      rmSync(dataDir, { recursive: true, force: true });
    },
  );

  verifies(
    ["AUD-01", "LOOP-07"],
    "in mid-stream: the message and the text up to the last second are there, the run is interrupted (HS-01)",
    async () => {
      const dataDir = tempDir("crash");
      const never = Promise.withResolvers<void>();
      const text = Array.from({ length: 200 }, (_, at) => `word${at}`).join(" ");
      await using run = await scriptedRun([held(says(text, { pieceChars: 40 }), never.promise, 20)], {
        host: { dataDir },
      });
      await run.session.send("tell me");
      await run.host.waitFor("session.delta", (delta) => delta.offset + delta.text.length > 100);
      await run.host.kill();
      never.resolve();

      await using next = await again(dataDir);
      const state = await next.ask("session.snapshot", { sessionId: run.session.sessionId });
      expect(state).toMatchObject({
        state: "interrupted",
        turns: [{ text: "tell me", reason: "interrupted" }],
      });
      const { items } = await next.ask("session.list", {});
      expect(items).toMatchObject([{ sessionId: run.session.sessionId, state: "interrupted" }]);
      rmSync(dataDir, { recursive: true, force: true });
    },
  );

  verifies(
    "ARCH-01",
    "the servers of a killed host are gone, and the next one says how many calls were interrupted",
    async () => {
      const dataDir = tempDir("crash");
      await using run = await scriptedRun([calls("run_command", { command: "sleep 61" }), says("ok")], {
        host: { dataDir },
      });
      await run.session.send("go");
      await run.session.decide(await run.session.approval(), "allow");
      await run.host.logged("call.started");
      const servers = await run.host.ask("server.list", {});
      const pid = servers.find((server) => server.isBundled)?.pid ?? 0;
      expect(pid).toBeGreaterThan(0);
      await run.host.kill();
      await using next = await again(dataDir);
      const { items } = await next.ask("audit.query", { types: ["host.started"] });
      expect(items[0]?.event.body).toMatchObject({ interruptedCalls: 1 });
      await expect.poll(() => isAlive(pid), { timeout: 30_000 }).toBe(false);
      rmSync(dataDir, { recursive: true, force: true });
    },
  );
});
