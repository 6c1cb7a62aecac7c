import { describe, expect } from "vitest";
import { verifies } from "../../verifies.ts";
import { startWorkspaceServer } from "./workspaceServer.ts";

describe("run_program", () => {
  verifies(
    ["TOOL-05", "TOOL-06"],
    "gives the program its arguments as they are, without a shell",
    async () => {
      await using server = await startWorkspaceServer({
        "sub/node_modules/.bin/hello": '#!/bin/sh\nprintf "%s|" "$@"\n',
        "notes.txt": "x",
      });
      await server.call("run_command", { command: "chmod +x sub/node_modules/.bin/hello" });
      const args = ["a b", "$HOME", "`id`", "'\"", "*", "", "; echo no", "-n", "新🚀", "x\ny"];
      const answer = await server.call("run_program", { program: "hello", args, cwd: "sub" });
      expect(answer).toMatchObject({
        isError: false,
        data: { exitCode: 0, stdout: `${args.join("|")}|`, stderr: "", cwd: "sub", isRunning: false },
      });
      expect(answer.text).toMatch(/^exit 0; 0\.\d\d s; cwd sub\n\nstdout \(/);
      const read = await server.call("run_program", { program: "cat", args: ["-"] });
      expect(read).toMatchObject({ data: { exitCode: 0, stdout: "" } });
    },
  );

  verifies(["TOOL-05", "TOOL-06"], "says why a program cannot be started, and what to do", async () => {
    await using server = await startWorkspaceServer({ "tool.sh": "echo hi\n", "dir/x": "" });
    const missing = await server.call("run_program", { program: "nodee", args: ["-v"] });
    expect(missing).toMatchObject({ isError: true, code: "notFound" });
    expect(missing.text).toMatch(
      /neither in the project's node_modules\/\.bin nor on PATH\.\n\nThere are .*\bnode\b/,
    );
    const line = await server.call("run_program", { program: "npm test" });
    expect(line.text).toContain('{"program":"npm","args":["test"]}');
    const plain = await server.call("run_program", { program: "./tool.sh" });
    expect(plain).toMatchObject({ code: "spawnFailed" });
    expect(plain.text).toContain("no execute permission");
    for (const program of ["./nothing", "./dir"]) {
      expect(await server.call("run_program", { program })).toMatchObject({ code: "notFound" });
    }
    expect(await server.call("run_program", { program: "ls", args: ["a\0b"] })).toMatchObject({
      code: "invalidInput",
    });
    expect(await server.call("run_program", { program: "ls", timeout_ms: 700_000 })).toMatchObject({
      code: "invalidInput",
    });
    expect(await server.call("run_program", { program: "ls", cwd: ".." })).toMatchObject({
      code: "outsideWorkspace",
    });
    const huge = await server.call("run_program", { program: "echo", args: ["x".repeat(3_000_000)] });
    expect(huge).toMatchObject({ code: "spawnFailed" });
    expect(huge.text).toContain("too long for the system");
  });

  verifies(["TOOL-05", "TOOL-11"], "CM-06: reads the encoding of the system's locale", async () => {
    await using server = await startWorkspaceServer({}, { LANG: "zh_CN.GBK" });
    const script =
      "process.stdout.write(Buffer.from('b3c9b9a63a20d2d1d6d5d6b9bdf8b3cc0a','hex'));console.error('甲🚀')";
    const answer = await server.call("run_program", { program: "node", args: ["-e", script] });
    expect(answer.data).toMatchObject({ stdout: "成功: 已终止进程\n", stderr: "甲🚀\n" });
    expect(answer.text).toContain("stdout (17 B; read as GBK):\n成功: 已终止进程");
  });

  verifies(["TOOL-05"], "keeps colours for the person and leaves them out for the model", async () => {
    await using server = await startWorkspaceServer();
    const script = "process.stdout.write('\\u001b[31mred\\u001b[0m\\n')";
    const answer = await server.call("run_program", { program: "node", args: ["-e", script] });
    expect(answer.data["stdout"]).toBe("\u001b[31mred\u001b[0m\n");
    expect(answer.text).toMatch(/\nred$/);
    const again = await server.call("command_output", { id: String(answer.data["id"]), offset: 0 });
    expect(again.data["text"]).toBe("\u001b[31mred\u001b[0m\n");
    expect(again.text).not.toContain("\u001b");
  });
});
