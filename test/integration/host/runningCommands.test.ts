import { rmSync } from "node:fs";
import { describe, expect } from "vitest";
import type { WorkspaceCommand, WorkspaceId } from "../../../shared/contract/index.ts";
import { attachSession, startHost, tempDir, type TestHost } from "../../fakes/hostProcess.ts";
import { calls, says } from "../../fakes/modelServer.ts";
import { scriptedRun, type ScriptedRun } from "../../fakes/workspace.ts";
import { verifies } from "../../verifies.ts";
import { runningCommands, until } from "../workspace/workspaceServer.ts";

const runs = (marker: string): boolean => runningCommands().some((line) => line.includes(marker));
const background = (script: string) =>
  calls("run_program", { program: "sh", args: ["-c", script], background: true });

const workspaceOf = async (run: ScriptedRun): Promise<WorkspaceId> => (await run.session.state()).workspaceId;

const listed = async (host: TestHost, workspaceId: WorkspaceId): Promise<WorkspaceCommand[]> =>
  (await host.ask("command.list", { workspaceId })).commands;

/** Asks again until an answer fits. */
const asked = async <T>(ask: () => Promise<T>, fits: (answer: T) => boolean, what: string): Promise<T> => {
  const end = Date.now() + 15_000;
  for (;;) {
    const answer = await ask();
    if (fits(answer)) return answer;
    if (Date.now() > end) throw new Error(`not in time: ${what}; last answer ${JSON.stringify(answer)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};

const allowNext = async (run: ScriptedRun): Promise<void> =>
  run.session.decide(await run.session.approval(), "allow");

describe("commands that go on, as the person looks after them", () => {
  verifies(
    ["TOOL-05", "TOOL-07", "AUD-01"],
    "listed after the turn, followed byte by byte, stopped by the person, in the log, and told to the model",
    async () => {
      let id = "";
      await using run = await scriptedRun(
        ({ body }) => {
          const last = body.messages.at(-1);
          if (last?.content === "again") return calls("command_output", { id });
          if (last?.role === "user")
            return background("echo first; echo '\u001b[31msecond\u001b[0m'; sleep 9761");
          id = /\bc-[0-9a-f]{8}\b/.exec(last?.content ?? "")?.[0] ?? id;
          return says("It runs.");
        },
        { files: { "sub/a": "" } },
      );
      const { host } = run;
      const workspaceId = await workspaceOf(run);
      expect(await listed(host, workspaceId)).toEqual([]);
      await run.session.send("start it");
      await allowNext(run);
      await run.session.ended();

      const [command] = await asked(
        () => listed(host, workspaceId),
        (commands) => commands[0]?.lastLine === "second",
        "the second line",
      );
      expect(command).toMatchObject({
        id,
        isRunning: true,
        cwd: ".",
        endedAt: null,
        exitCode: null,
        stoppedBy: null,
        network: false,
        stderrBytes: 0,
      });
      expect(command?.label).toContain("sleep 9761");

      const ask = (offset?: number) =>
        host.ask("command.output", {
          workspaceId,
          id,
          stream: "stdout",
          ...(offset === undefined ? {} : { offset }),
        });
      const whole = await ask(0);
      expect(whole).toMatchObject({ isRunning: true, offset: 0, text: "first\n\u001b[31msecond\u001b[0m\n" });
      expect(await ask(whole.nextOffset)).toMatchObject({ text: "", nextOffset: whole.nextOffset });

      const stopped = await host.ask("command.stop", { workspaceId, id });
      expect(stopped.stopped.map(({ name }) => name)).toContain("sleep");
      expect(runs("sleep 9761")).toBe(false);
      const decided = await host.logged("command.stopDecided");
      expect(decided.body).toMatchObject({ workspaceId, commandId: id, by: "person", cwd: "." });
      const ended = await host.logged("command.stopped");
      expect(ended.body).toMatchObject({ commandId: id, processes: stopped.stopped });
      expect(ended.seq).toBeGreaterThan(decided.seq);
      expect(await listed(host, workspaceId)).toMatchObject([{ id, isRunning: false, stoppedBy: "stop" }]);

      await run.session.send("again");
      const state = await run.session.ended();
      expect(state.calls.at(-1)).toMatchObject({ tool: "command_output", state: "completed" });
      expect(run.model.requests.at(-1)?.body.messages.at(-1)?.content).toMatch(/^was stopped/);
    },
    120_000,
  );

  verifies(
    "TOOL-05",
    "what cannot be answered is said: an id nobody knows, a server that is down",
    async () => {
      await using run = await scriptedRun([says("hi")]);
      const { host } = run;
      const workspaceId = await workspaceOf(run);
      // The workspace's server starts with the first turn.
      expect(await host.ask("command.list", { workspaceId })).toEqual({ commands: [], since: null });
      await run.session.send("hi");
      await run.session.ended();
      expect(await host.ask("command.list", { workspaceId })).toEqual({
        commands: [],
        since: expect.any(Number) as number,
      });
      const unknown = { workspaceId, id: "c-00000000" };
      expect(await host.request("command.output", { ...unknown, stream: "stdout" })).toMatchObject({
        ok: false,
        error: { code: "notFound", key: "commandUnknown" },
      });
      expect(await host.request("command.stop", unknown)).toMatchObject({
        ok: false,
        error: { code: "notFound", key: "commandGone" },
      });
      expect(host.events.filter(({ data }) => JSON.stringify(data).includes("stopDecided"))).toEqual([]);
      const servers = await host.ask("server.list", {});
      const own = servers.find((one) => one.workspaceId === workspaceId);
      await host.ask("server.stop", { serverId: own?.serverId as never });
      expect(await host.ask("command.list", { workspaceId })).toEqual({ commands: [], since: null });
      expect(await host.request("command.output", { ...unknown, stream: "stdout" })).toMatchObject({
        ok: false,
        error: { code: "notAvailable", key: "commandServerDown" },
      });
    },
  );

  verifies(
    ["TOOL-07", "ARCH-01"],
    "after kill -9 of the host nothing is left running, and the list says since when it counts",
    async () => {
      const dataDir = tempDir("running");
      await using run = await scriptedRun([background("sleep 9762"), says("ok")], { host: { dataDir } });
      const workspaceId = await workspaceOf(run);
      await run.session.send("start it");
      await allowNext(run);
      await run.session.ended();
      const before = await run.host.ask("command.list", { workspaceId });
      expect(before.commands).toMatchObject([{ isRunning: true }]);
      await run.host.kill();

      await using next = await startHost({ dataDir });
      await until(() => !runs("sleep 9762"), "nothing of it runs");
      expect(await next.ask("command.list", { workspaceId })).toEqual({ commands: [], since: null });
      const session = attachSession(next, run.session.sessionId);
      await session.send("go on");
      await session.ended();
      const after = await next.ask("command.list", { workspaceId });
      expect(after.commands).toEqual([]);
      expect(after.since).toBeGreaterThan(before.since ?? Infinity);
      rmSync(dataDir, { recursive: true, force: true });
    },
    120_000,
  );
});
