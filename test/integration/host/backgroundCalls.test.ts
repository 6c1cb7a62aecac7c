import { existsSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect } from "vitest";
import type { CallId } from "../../../shared/contract/index.ts";
import { attachSession, startHost, tempDir } from "../../fakes/hostProcess.ts";
import { calls, says, type RecordedRequest, type Reply } from "../../fakes/modelServer.ts";
import { scriptedRun, type RunOptions, type ScriptedRun } from "../../fakes/workspace.ts";
import { verifies } from "../../verifies.ts";
import { until } from "../mcp/support.ts";

const server = path.resolve(import.meta.dirname, "../../fixtures/servers/held.ts");
const TOOL = "long__hold";

/** What a model answers, told the id of the call that went on. */
type Step = (id: string) => Reply;

const idIn = ({ body }: RecordedRequest): string =>
  body.messages
    .map(({ content }) => /its id is (call_[\w-]+)\./.exec(content ?? "")?.[1])
    .find((id) => id !== undefined) ?? "";

/** The first request of the first turn asks for the long call; the steps are what follows. */
const scripted = async (
  steps: readonly Step[],
  options: RunOptions = {},
): Promise<ScriptedRun & { file: string }> => {
  const folder = tempDir("held");
  const file = path.join(folder, "done");
  const run = await scriptedRun(
    (request, index) =>
      index === 0 ? calls(TOOL, { file }) : (steps[index - 1] ?? (() => says("Done.")))(idIn(request)),
    options,
  );
  const { serverId } = await run.host.ask("server.add", {
    name: "long",
    transport: { kind: "stdio", command: process.execPath, args: [server] },
    callTimeoutMs: 1000,
  });
  await run.host.ask("server.start", { serverId });
  await run.session.send("Do the long work.");
  await run.session.decide(await run.session.approval(), "allow");
  return {
    ...run,
    file,
    [Symbol.asyncDispose]: async () => {
      await run[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** The server notes by a file that it was told to stop. */
const stopped = (file: string): Promise<void> =>
  until("the server hears of it", () => existsSync(`${file}.stopped`));

const told = (run: ScriptedRun, request: number): string =>
  run.model.requests[request]?.body.messages.at(-1)?.content ?? "";
const offered = (run: ScriptedRun, request: number): string[] =>
  (run.model.requests[request]?.body.tools ?? []).map((tool) => tool.function.name);

/** Resolves when a call of the session of this tool is on its way. */
const startedCall = async (run: ScriptedRun, tool: string): Promise<void> => {
  const proposed = await run.host.logged(
    "call.proposed",
    (event) => event.type === "call.proposed" && event.body.modelName === tool,
  );
  if (proposed.type !== "call.proposed") return;
  const { callId } = proposed.body;
  await run.host.logged(
    "call.started",
    (event) => event.type === "call.started" && event.body.callId === callId,
  );
};

describe("a call that outlasts its time limit", () => {
  verifies(
    "MCP-12",
    "the model is told that it still runs, with an id; it looks at it, waits for it and gets its result",
    async () => {
      await using run = await scripted([
        (id) => calls("call_result", { id }),
        (id) => calls("call_result", { id, wait_seconds: 300 }),
      ]);
      await run.model.arrived(3);
      expect(offered(run, 0)).not.toContain("call_result");
      expect(offered(run, 1)).toEqual(expect.arrayContaining(["call_result", "stop_call"]));
      expect(told(run, 1)).toMatch(/^Still running: long__hold has not answered within 1 s/);
      expect(told(run, 2)).toMatch(/^Still running: long__hold, call call_[\w-]+, for \d+ s\./);
      const { calls: open } = await run.session.state();
      expect(open[0]).toMatchObject({
        tool: "hold",
        state: "running",
        backgroundedAt: expect.any(Number) as number,
      });

      writeFileSync(run.file, "");
      const state = await run.session.ended();
      expect(state.calls.map(({ tool, state: end }) => [tool, end])).toEqual([
        ["hold", "completed"],
        ["call_result", "completed"],
        ["call_result", "completed"],
      ]);
      const said = run.model.requests[3]?.body.messages ?? [];
      expect(
        said.some(
          ({ content }) =>
            /^Ended: long__hold/.test(content ?? "") && content?.includes("The long work is done."),
        ),
      ).toBe(true);
      expect(said.find(({ role }) => role === "tool")?.content).toMatch(/^Still running/);
      expect(await run.host.ask("audit.verify", {})).toMatchObject({ ok: true });
    },
  );

  verifies(
    "MCP-12",
    "the model stops it: the server is told, and the log says that it was stopped",
    async () => {
      await using run = await scripted([(id) => calls("stop_call", { id })]);
      const card = await run.session.approval();
      expect(card).toMatchObject({ severity: "L2", reasons: ["stopsCall"], call: { tool: "stop_call" } });
      await run.session.decide(card, "allow");
      const state = await run.session.ended();
      await stopped(run.file);
      expect(state.calls[0]).toMatchObject({ tool: "hold", state: "cancelled" });
      expect(
        run.model.requests[2]?.body.messages.some(({ content }) => /^Ended: long__hold/.test(content ?? "")),
      ).toBe(true);
    },
  );

  verifies(
    "MCP-12",
    "it goes on when its turn has ended; a person stops it, and the model hears of it with the next message",
    async () => {
      await using run = await scripted([() => says("I go on without it."), () => says("Well.")]);
      const ended = await run.session.ended();
      const callId = ended.calls[0]?.callId ?? ("" as CallId);
      const ids = { sessionId: run.session.sessionId, callId };
      expect(ended).toMatchObject({ state: "idle", calls: [{ state: "running" }] });

      await run.host.ask("call.stop", ids);
      await stopped(run.file);
      expect((await run.session.lastCall()).state).toBe("cancelled");
      expect(await run.host.request("call.stop", ids)).toMatchObject({
        ok: false,
        error: { code: "notFound" },
      });

      await run.session.send("And now?");
      await run.session.ended();
      expect(told(run, 2)).toMatch(/^And now\?/);
      expect(told(run, 2)).toContain(
        `The call ${callId} of long__hold, which went on in the background, has ended without success.`,
      );
    },
  );

  verifies("MCP-12", "stopping the turn stops it as well", async () => {
    await using run = await scripted([(id) => calls("call_result", { id, wait_seconds: 300 })]);
    await startedCall(run, "call_result");
    await run.host.ask("session.stop", { sessionId: run.session.sessionId });
    await stopped(run.file);
    await run.host.logged(
      "call.failed",
      (event) => event.type === "call.failed" && event.body.outcome === "cancelled",
    );
    expect((await run.session.state()).calls[0]).toMatchObject({ tool: "hold", state: "cancelled" });
  });

  verifies(
    ["MCP-12", "AUD-01"],
    "the app dies after its turn has ended: the call shows as interrupted",
    async () => {
      const dataDir = tempDir("held-crash");
      await using run = await scripted([() => says("I go on without it.")], { host: { dataDir } });
      await run.session.ended();
      await run.host.kill();
      await using next = await startHost({ dataDir });
      expect(await attachSession(next, run.session.sessionId).state()).toMatchObject({
        state: "idle",
        calls: [{ tool: "hold", state: "interrupted" }],
      });
      rmSync(dataDir, { recursive: true, force: true });
    },
  );
});
