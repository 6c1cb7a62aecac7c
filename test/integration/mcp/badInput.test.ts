import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe } from "vitest";
import { proveRows, type BadRow } from "./badRow.ts";
import { fixture, startManager, stdio, type TestManager } from "./support.ts";

let folder: string;
let at: TestManager;

const command =
  (name: string): BadRow["make"] =>
  async () => ({ transport: { kind: "stdio", command: name } });

const missingPrograms = [
  ["uvx", "Install uv", "https://docs.astral.sh/uv"],
  ["docker", "Install Docker", "https://docs.docker.com/get-docker"],
  ["python", "Install Python", "https://www.python.org/downloads"],
  ["npx", "Install Node.js", "https://nodejs.org"],
] as const;

const launches: readonly BadRow[] = [
  ...missingPrograms.map(([name, install, url]): BadRow => ({
    what: `${name} is not installed`,
    ids: ["MCP-07", "UI-03"],
    make: command(name),
    code: "notFound",
    says: [
      new RegExp(`"${name}" was not found\\. .* Looked in: /nowhere/bin`),
      new RegExp(`${install} \\(${url}\\) and start the server again`),
    ],
    chinese: [new RegExp(`找不到程序“${name}”。.*已查找：/nowhere/bin`), new RegExp(`请安装 .*${url}`)],
  })),
  {
    what: "a command that nobody knows",
    ids: ["MCP-06", "UI-03"],
    make: command("mcp-serverr"),
    code: "notFound",
    says: [/"mcp-serverr" was not found\. .*Looked in: \/nowhere\/bin/, /Check the spelling, install it/],
    chinese: [/找不到程序“mcp-serverr”。.*已查找：\/nowhere\/bin/, /请检查拼写、安装该程序/],
  },
  {
    what: "a path at which nothing is",
    ids: ["MCP-06", "UI-03"],
    make: command("/no/such/server"),
    code: "notFound",
    says: [/program "\/no\/such\/server" does not exist/, /Check the path/],
    chinese: [/程序“\/no\/such\/server”不存在/, /请检查路径/],
  },
  {
    what: "a file that may not be run",
    ids: ["MCP-06", "UI-03"],
    make: async () => command(path.join(folder, "script"))(),
    code: "denied",
    says: [/script" may not be run: it is not marked as a program/, /chmod \+x/],
    chinese: [/script”没有执行权限/, /chmod \+x/],
  },
  {
    what: "a folder in place of a program",
    ids: ["MCP-06", "UI-03"],
    make: async () => command(path.join(folder, "sub"))(),
    code: "notFound",
    says: [/sub" is a folder/, /Give the path of the program in it/],
    chinese: [/sub”是文件夹/, /请填写其中程序的路径/],
  },
  {
    what: "a working folder that does not exist",
    ids: ["MCP-06", "UI-03"],
    make: async () => ({ transport: stdio([fixture("plain")], { cwd: path.join(folder, "gone") }) }),
    code: "notFound",
    says: [/working folder ".*gone" does not exist/, /Make it, or change the folder/],
    chinese: [/工作文件夹“.*gone”不存在/, /请创建它/],
  },
  {
    what: "a working folder that is a file",
    ids: ["MCP-06", "UI-03"],
    make: async () => ({ transport: stdio([fixture("plain")], { cwd: path.join(folder, "script") }) }),
    code: "notFound",
    says: [/working folder ".*script" is a file/, /Give the folder/],
    chinese: [/工作文件夹“.*script”是文件/, /填写运行它的文件夹/],
  },
  {
    what: "a variable that is not set",
    ids: ["MCP-05", "UI-03"],
    make: async () => ({
      transport: stdio([fixture("plain"), "${env:LOOPWRIGHT_NOT_SET}"]),
      fillsIn: true,
    }),
    code: "invalidInput",
    says: [
      /environment variable LOOPWRIGHT_NOT_SET, not set when Loopwright started/,
      /start Loopwright again, or write the value/,
    ],
    chinese: [/环境变量 LOOPWRIGHT_NOT_SET/, /重新启动 Loopwright，或把值写入服务器设置/],
  },
  {
    what: "a place for the open folder while none is open",
    ids: ["MCP-05", "UI-03"],
    make: async () => ({ transport: stdio([fixture("plain"), "${workspaceFolder}"]), fillsIn: true }),
    code: "invalidInput",
    says: [/needs \$\{workspaceFolder\}, but no folder is open/, /Open one/],
    chinese: [/没有打开文件夹/, /请先打开文件夹/],
  },
  {
    what: "a place that nobody can fill in",
    ids: ["MCP-05", "UI-03"],
    make: async () => ({ transport: stdio([fixture("plain"), "${input:token}"]), fillsIn: true }),
    code: "invalidInput",
    says: [/needs \$\{input:token\}, which Loopwright cannot fill in/, /write the value itself/],
    chinese: [/\$\{input:token\}，Loopwright 无法填入/, /直接写入值/],
  },
  {
    what: "a server that dies at start",
    ids: ["MCP-06", "UI-03"],
    make: async () => ({ transport: stdio([fixture("crashAtStart")]) }),
    code: "unreachable",
    says: [
      /ended while it was starting \(exit code 7\)\. Its last word was: Error: DATABASE_URL/,
      /Check its command/,
    ],
    chinese: [
      /退出（退出码 7）。它最后的输出是：Error: DATABASE_URL is not set。/,
      /请检查程序、参数和环境变量/,
    ],
  },
  {
    what: "a program that is no server and says nothing",
    ids: ["MCP-06", "UI-03"],
    make: async () => ({ transport: stdio(["-e", "process.exit(0)"]) }),
    code: "unreachable",
    says: [/ended while it was starting \(exit code 0\)/, /Check its command, arguments and environment/],
    chinese: [/退出（退出码 0）。它没有说明原因。/, /请检查程序/],
  },
  {
    what: "a program that prints its help and waits",
    ids: ["MCP-06", "UI-03"],
    make: async () => ({
      transport: stdio(["-e", "console.log('usage: serve'); process.stdin.resume()"]),
    }),
    code: "timedOut",
    says: [
      /did not answer within 5 s\. It wrote .*no MCP messages?/,
      /Check that the command starts an MCP server on stdio/,
    ],
    chinese: [/在 5 秒内没有应答。它在标准输出上写了 1 行/, /请确认该命令会启动使用 stdio 的 MCP 服务器/],
  },
];

describe("what a person is told of a program that cannot be used: the cause, and what to do next", () => {
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), "loopwright-bad-"));
    mkdirSync(path.join(folder, "sub"));
    writeFileSync(path.join(folder, "script"), "#!/bin/sh\n", { mode: 0o644 });
    at = startManager({
      limits: { restartDelaysMs: [], connectTimeoutMs: 5000 },
      pathEnv: async () => "/nowhere/bin",
    });
  });
  afterAll(async () => {
    await at[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  });

  proveRows(launches, () => at);
});
