import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { readFileSync } from "node:fs";
import { describe, expect } from "vitest";
import { verifies } from "../../verifies.ts";
import { runningCommands, startWorkspaceServer, until } from "./workspaceServer.ts";

describe("run_command", () => {
  verifies(
    ["TOOL-05", "TOOL-06"],
    "keeps streams and exit code apart, and prefers the project's own programs",
    async () => {
      await using server = await startWorkspaceServer({
        "sub/node_modules/.bin/hello": "#!/bin/sh\necho local\n",
      });
      const answer = await server.call("run_command", {
        command: "chmod +x node_modules/.bin/hello; hello; echo bad >&2; exit 3",
        cwd: "sub",
      });
      expect(answer).toMatchObject({
        isError: false,
        data: { exitCode: 3, stdout: "local\n", stderr: "bad\n", cwd: "sub", isTimedOut: false },
      });
      expect(answer.text).toMatch(
        /^exit 3; 0\.\d\d s; cwd sub\n\nstdout \(6 B\):\nlocal\n\nstderr \(4 B\):\nbad$/,
      );
      const env = await server.call("run_command", { command: "env; node -e 'console.log(1)'" });
      expect(env.data).toMatchObject({ exitCode: 0 });
      expect(env.text).not.toContain("lw-secret");
      expect(await server.call("run_command", { command: "true", cwd: "nowhere" })).toMatchObject({
        code: "notFound",
      });
    },
  );

  verifies(
    ["TOOL-05", "TOOL-11"],
    "CM-01, CM-02: waits for the process, not the pipe; what it left ends with the server",
    async () => {
      await using server = await startWorkspaceServer();
      const ticking = await server.call("run_command", {
        command: "(while :; do echo tick-wsi; sleep 0.2; done) & echo started",
        timeout_ms: 20_000,
      });
      expect(ticking).toMatchObject({ isError: false, data: { exitCode: 0 } });
      expect(ticking.text).toContain("started");
      expect(ticking.text).toContain("still running in the background: ");
      expect(ticking.text).toMatch(/bash \(pid \d+\).*stop_command \{"id": "c-[0-9a-f]{8}"\}/);
      const silent = await server.call("run_command", {
        command: "tail -f /dev/null >/dev/null & echo hi",
        timeout_ms: 20_000,
      });
      const apart = await server.call("run_command", {
        command: "setsid tail -f /dev/null --sleep-interval=9.75 & echo hi2",
        timeout_ms: 20_000,
      });
      expect([silent.data["stdout"], apart.data["stdout"]]).toEqual(["hi\n", "hi2\n"]);
      // Waiting for the pipe would last until the limit of the call.
      for (const { elapsedMs } of [ticking, silent, apart]) expect(elapsedMs).toBeLessThan(20_000);
      const isLeft = (): boolean =>
        runningCommands().some((line) => /tick-wsi|sleep-interval=9\.75/.test(line));
      expect(isLeft()).toBe(true);
      await server.stop();
      await until(() => !isLeft(), "background processes are gone");
    },
  );

  verifies(["TOOL-05", "TOOL-11"], "CM-03: has an empty stdin", async () => {
    await using server = await startWorkspaceServer();
    const script =
      "process.stdin.on('data',()=>{}).on('end',()=>{console.log('eof');process.exit(3)});console.log('Proceed? (y)')";
    const asked = await server.call("run_command", { command: `node -e "${script}"`, timeout_ms: 20_000 });
    expect(asked.data).toMatchObject({ exitCode: 3, stdout: "Proceed? (y)\neof\n" });
    expect((await server.call("run_command", { command: "cat", timeout_ms: 20_000 })).data).toMatchObject({
      exitCode: 0,
      stdout: "",
    });
  });

  verifies(
    ["TOOL-05", "TOOL-11"],
    "CM-04: lets git fail with its own message instead of asking",
    async () => {
      await using server = await startWorkspaceServer();
      const http = createServer((_request, response) => {
        response.writeHead(401, { "WWW-Authenticate": "Basic" }).end();
      });
      await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
      const { port } = http.address() as AddressInfo;
      try {
        await server.call("run_command", {
          command:
            "git init -q r && cd r && git config user.email a@example.com && git config user.name A && echo 1 > f && git add f",
        });
        const commit = await server.call("run_command", {
          command: "cd r && git commit",
          timeout_ms: 60_000,
        });
        const remote = await server.call("run_command", {
          command: `git -c credential.helper= ls-remote http://127.0.0.1:${port}/x.git`,
          timeout_ms: 60_000,
          network: true,
        });
        expect(commit.data["exitCode"]).toBe(1);
        expect(commit.text).toMatch(/empty commit message/);
        expect(remote.data["exitCode"]).not.toBe(0);
        expect(remote.text).toMatch(/could not read Username/);
        for (const { elapsedMs } of [commit, remote]) expect(elapsedMs).toBeLessThan(10_000);
        expect(runningCommands().filter((line) => line.includes("COMMIT_EDITMSG"))).toEqual([]);
      } finally {
        http.close();
      }
    },
  );

  verifies(
    ["TOOL-05", "TOOL-11"],
    "CM-05, CM-06, CM-10: shows output as text, whatever its bytes",
    async () => {
      await using server = await startWorkspaceServer();
      const cut = await server.call("run_command", {
        command: `node -e "const w=(b,t)=>setTimeout(()=>process.stdout.write(Buffer.from(b,'hex')),t);w('e7',0);w('94b2f09f',150);w('9a80',300);w('0a',450)"`,
      });
      expect(cut.data["stdout"]).toBe("甲🚀\n");
      const wide = await server.call("run_command", {
        command: `node -e "process.stdout.write('界'.repeat(60000))"`,
      });
      expect(wide.text + JSON.stringify(wide.data)).not.toContain("\ufffd");
      expect(wide.data["stdout"]).toBe("界".repeat(60_000));
      const gbk = await server.call("run_command", {
        command: `node -e "process.stdout.write(Buffer.from('b3c9b9a63a20d2d1d6d5d6b9bdf8b3cc0a','hex'))"`,
      });
      expect(gbk.text).toContain("not UTF-8");
      expect(gbk.text).toContain("\\xb3\\xc9\\xb9\\xa6: \\xd2");
      const bar = await server.call("run_command", {
        command: `node -e "for(let i=0;i<=100;i++)process.stdout.write('\\r\\x1b[32m'+i+'%\\x1b[0m');console.log('\\nneedle '+'y'.repeat(120000))"`,
      });
      expect(bar.text).toContain("100%\n");
      expect(bar.text).toContain("needle y");
      expect(bar.text).not.toMatch(/\u001b|37%/);
      expect(bar.text).toMatch(/\[… 119,0\d\d characters, 0 line ends omitted here/);
      expect(bar.text.length).toBeLessThan(2_000);
    },
  );

  verifies(
    ["TOOL-05", "TOOL-11"],
    "CM-09: holds little of endless output, and its end",
    async () => {
      await using server = await startWorkspaceServer();
      const rss = (): number =>
        Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, "utf8"))?.[1]) / 1024;
      await server.call("run_command", { command: "true" });
      const before = rss();
      const { text, data } = await server.call("run_command", {
        command: `node -e "const c='x'.repeat(1<<20)+'\\n';let i=0;(function f(){while(i++<3000)if(!process.stdout.write(c))return process.stdout.once('drain',f);process.stdout.write('LAST\\n')})()"`,
      });
      expect(rss() - before).toBeLessThan(300);
      expect(data["stdoutBytes"]).toBe(3_000 * (2 ** 20 + 1) + 5);
      expect(text).toMatch(/LAST$/);
      expect(text).toContain("in the middle not kept");
    },
    180_000,
  );

  verifies(["TOOL-05"], "reports progress, and a cancelled call ends its processes", async () => {
    await using server = await startWorkspaceServer();
    const stop = new AbortController();
    const messages: string[] = [];
    const call = server.call(
      "run_command",
      { command: "setsid sleep 9721 & echo ready; sleep 9722" },
      {
        signal: stop.signal,
        onProgress: (message) => {
          messages.push(message);
          stop.abort();
        },
      },
    );
    await expect(call).rejects.toThrow();
    expect(messages).toEqual(["ready"]);
    await until(
      () => !runningCommands().some((line) => /sleep 972[12]/.test(line)),
      "the cancelled command is gone",
    );
    expect(await server.call("run_command", { command: "echo on" })).toMatchObject({
      data: { stdout: "on\n" },
    });
  });
});
