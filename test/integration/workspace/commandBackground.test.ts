import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { verifies } from "../../verifies.ts";
import { runningCommands, startWorkspaceServer, until, type WorkspaceServer } from "./workspaceServer.ts";

const runs = (marker: RegExp): boolean => runningCommands().some((line) => marker.test(line));
const idOf = (data: Record<string, unknown>): string => String(data["id"]);

/** Reads a stream from `offset` on until the command has ended. */
async function readAll(
  server: WorkspaceServer,
  id: string,
): Promise<{ readonly text: string; readonly pages: number }> {
  let text = "";
  let pages = 0;
  for (let offset = 0; ;) {
    const { data, isError } = await server.call("command_output", { id, offset, limit: 24_000 });
    expect(isError).toBe(false);
    expect(data["offset"]).toBe(offset);
    text += String(data["text"]);
    pages += 1;
    offset = Number(data["nextOffset"]);
    if (offset === data["stdoutBytes"]) return { text, pages };
  }
}

describe("a command that outlives its call", () => {
  verifies(
    ["TOOL-05", "TOOL-07"],
    "is still running at the time limit, goes on, and is followed by its id",
    async () => {
      await using server = await startWorkspaceServer();
      const first = await server.call("run_command", {
        command: "echo begun; while [ ! -e go ]; do sleep 0.05; done; echo on; echo bad >&2; exit 7",
        timeout_ms: 1_500,
      });
      expect(first).toMatchObject({
        isError: false,
        data: { isRunning: true, exitCode: null, isTimedOut: false },
      });
      const id = idOf(first.data);
      expect(first.text).toMatch(/^still running after 1\.5 s; id c-[0-9a-f]{8}; cwd \.\n\n/);
      expect(first.text).toContain(`stop_command {"id": "${id}"} ends it`);
      let now = await server.call("command_output", { id, offset: 0 });
      while (now.data["nextOffset"] !== 6) now = await server.call("command_output", { id, offset: 0 });
      expect(now.data).toMatchObject({ isRunning: true, exitCode: null, text: "begun\n", nextOffset: 6 });
      expect(now.text).toMatch(
        /^running for .*stdout bytes 0 to 6 of 6; stderr 0 bytes\n\nbegun\n\n\[what comes next: /,
      );
      server.put("go", "");
      const later = await server.call("command_output", { id, offset: 6, wait_ms: 20_000 });
      expect(later.data).toMatchObject({
        isRunning: false,
        exitCode: 7,
        text: "on\n",
        offset: 6,
        stderrBytes: 4,
      });
      expect(later.text).toMatch(/^exit 7; ran \d.*\n\non\n\n\[that is its end\]$/);
      const bad = await server.call("command_output", { id, stream: "stderr" });
      expect(bad.data).toMatchObject({ text: "bad\n" });
    },
  );

  verifies(
    ["TOOL-05"],
    "starts in the background at once, is listed, and is stopped with all it started",
    async () => {
      await using server = await startWorkspaceServer();
      const started = await server.call("run_program", {
        program: "sh",
        args: [
          "-c",
          "trap 'echo asked > asked; exit 0' TERM; setsid sleep 9731 & echo up > up; while :; do sleep 0.05; done",
        ],
        background: true,
      });
      expect(started).toMatchObject({ isError: false, data: { isRunning: true } });
      expect(started.text).toMatch(/^started in the background; id c-/);
      const id = idOf(started.data);
      const listed = await server.call("list_commands", {});
      expect(listed.text).toMatch(/^1 command running, 0 ended\n\nc-\w+  sh -c .*; running for /);
      expect(listed.data["commands"]).toMatchObject([{ id, isRunning: true }]);
      // The shell's own line names the child too: only the file says that its trap is set.
      await until(() => existsSync(join(server.root, "up")) && runs(/^sleep 9731/), "its child runs");
      const stopped = await server.call("stop_command", { id });
      expect(stopped).toMatchObject({ isError: false, data: { isRunning: false } });
      expect(stopped.text).toMatch(/^was stopped.*, it and all it started were ended/);
      expect(existsSync(join(server.root, "asked"))).toBe(true);
      expect(runs(/sleep 9731/)).toBe(false);
      expect((await server.call("stop_command", { id })).text).toContain("had ended already");
      expect((await server.call("list_commands", {})).text).toMatch(/^0 commands running, 1 ended/);
    },
  );

  verifies(
    ["TOOL-05"],
    "is ended when it does not listen, and stop_command ends what an ended one left",
    async () => {
      await using server = await startWorkspaceServer();
      const deaf = await server.call("run_command", {
        command: "trap '' TERM; while :; do sleep 0.0973; done",
        background: true,
      });
      const stopped = await server.call("stop_command", { id: idOf(deaf.data) });
      expect(stopped.data).toMatchObject({ isRunning: false });
      expect(runs(/0\.0973/)).toBe(false);
      const left = await server.call("run_command", {
        command: "setsid sleep 9741 & (sleep 9742 &) ; echo x",
      });
      expect(left.data).toMatchObject({ exitCode: 0 });
      expect(runs(/sleep 974[12]/)).toBe(true);
      const ended = await server.call("stop_command", { id: idOf(left.data) });
      expect(ended.text).toMatch(/^ended what c-\w+ had left running: /);
      expect(runs(/sleep 974[12]/)).toBe(false);
    },
  );

  verifies(["TOOL-05", "TOOL-07"], "ends with its whole tree at its own time limit", async () => {
    await using server = await startWorkspaceServer();
    const started = await server.call("run_command", {
      command: "setsid sleep 9751 & (sleep 9752 &) ; echo begun; sleep 9753",
      background: true,
      timeout_ms: 4_000,
    });
    const id = idOf(started.data);
    const ended = await server.call("command_output", { id, wait_ms: 20_000 });
    expect(ended.text).toMatch(/^timed out, it and all it started were ended/);
    expect(ended.data).toMatchObject({ isRunning: false, exitCode: null, text: "begun\n" });
    expect(runs(/sleep 975[123]/)).toBe(false);
  });

  verifies(["TOOL-05"], "leaves no process when the server ends", async () => {
    await using server = await startWorkspaceServer();
    for (const command of ["setsid sleep 9761", "sleep 9762 & sleep 9763"]) {
      await server.call("run_command", { command, background: true });
    }
    await server.call("run_command", { command: "(sleep 9764 &) ; sleep 9765", timeout_ms: 300 });
    await until(() => runs(/sleep 9761/) && runs(/sleep 976[2345]/), "they run");
    await server.stop();
    await until(() => !runs(/sleep 976[12345]/), "nothing of it runs");
  });

  verifies(
    ["TOOL-05"],
    "of a server that was killed is ended by the next one, and nobody else's is",
    async () => {
      await using other = await startWorkspaceServer({}, {}, ["--sandbox", "off"]);
      await other.call("run_command", { command: "sleep 9791", background: true });
      await using server = await startWorkspaceServer({}, {}, ["--sandbox", "off"]);
      await server.call("run_command", { command: "setsid sleep 9792 & sleep 9793", background: true });
      await until(() => runs(/sleep 9792/) && runs(/sleep 9793/), "they run");
      process.kill(server.pid, "SIGKILL");
      expect(runs(/sleep 9792/)).toBe(true);
      await server.restart();
      await server.call("list_commands", {});
      expect(runs(/sleep 979[23]/)).toBe(false);
      expect(runs(/sleep 9791/)).toBe(true);
    },
  );

  verifies(["TOOL-05"], "is refused beyond 16, and unknown ids are told from known ones", async () => {
    await using server = await startWorkspaceServer();
    expect(await server.call("command_output", { id: "c-00000000" })).toMatchObject({ code: "notFound" });
    const start = async (): ReturnType<typeof server.call> =>
      await server.call("run_program", { program: "sleep", args: ["9771"], background: true });
    const all = await Promise.all(Array.from({ length: 20 }, start));
    const refused = all.filter((one) => one.isError);
    expect(refused.map((one) => one.code)).toEqual(Array(4).fill("resourceExhausted"));
    expect(refused[0]?.text).toContain("nothing was started");
    const unknown = await server.call("stop_command", { id: "../../x" });
    expect(unknown).toMatchObject({ code: "notFound" });
    expect(unknown.text).toMatch(/Known are c-\w+, /);
    await server.stop();
    await until(() => !runs(/sleep 9771/), "nothing of it runs");
  });

  verifies(
    ["TOOL-05", "TOOL-06"],
    "has its whole output kept and read page by page, also after a restart",
    async () => {
      const line = "甲🚀 0123456789".repeat(4);
      await using server = await startWorkspaceServer();
      const ran = await server.call("run_program", {
        program: "node",
        args: ["-e", `for(let i=0;i<3000;i++)console.log(i+' ${line}')`],
      });
      expect(ran.text.length).toBeLessThan(2_000);
      const id = idOf(ran.data);
      expect(ran.text).toContain(
        `command_output {"id": "${id}", "stream": "stdout", "offset": 0} reads it in pages`,
      );
      const whole = Array.from({ length: 3_000 }, (_, i) => `${i} ${line}\n`).join("");
      const read = await readAll(server, id);
      expect(read.text).toBe(whole);
      expect(read.pages).toBeGreaterThan(5);
      const end = await server.call("command_output", { id, offset: -100 });
      expect(whole.endsWith(String(end.data["text"]))).toBe(true);
      await server.restart();
      expect((await readAll(server, id)).text).toBe(whole);
      const over = await server.call("command_output", { id, offset: 9_000_000 });
      expect(over).toMatchObject({ code: "invalidInput" });
      expect(readdirSync(join(server.state, "outputs")).sort()).toEqual([`${id}.json`, `${id}.stdout`]);
    },
  );
});
