import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { describe, expect } from "vitest";
import { createModel, type Model, type ReplyCall } from "../../../electron/host/models/index.ts";
import { systemClock } from "../../../electron/host/ports.ts";
import type { ChatMessage } from "../../../shared/events/index.ts";
import { verifies } from "../../verifies.ts";

const root = path.resolve(import.meta.dirname, "../../..");
const refusedText = "The user refused this call. It did not run and nothing was changed.";

interface Result {
  readonly content: string;
  readonly isError: boolean;
}

/** The sample workspace with the real workspace server in front of it, as any MCP client would use it. */
async function openSample(): Promise<
  AsyncDisposable & { folder: string; call: (call: ReplyCall) => Promise<Result> }
> {
  const base = await mkdtemp(path.join(tmpdir(), "loopwright-demo-"));
  const folder = path.join(base, "sample");
  await cp(path.join(root, "build/resources/sample"), folder, { recursive: true });
  const client = new Client({ name: "test", version: "1" });
  const args = [path.join(root, "electron/servers/workspace/main.ts"), "--root", folder];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: "ignore" }));
  return {
    folder,
    call: async ({ name, argumentsText }) => {
      const result = await client.callTool({
        name,
        arguments: JSON.parse(argumentsText) as Record<string, unknown>,
      });
      const blocks = result.content as { text?: string }[];
      return {
        content: blocks.map((block) => block.text ?? "").join("\n"),
        isError: result.isError === true,
      };
    },
    [Symbol.asyncDispose]: async () => {
      await client.close();
      await rm(base, { recursive: true, force: true });
    },
  };
}

function demo(): Model {
  const made = createModel(
    { kind: "demo", name: "Demo" },
    { apiKey: null, clock: systemClock, demoDelayMs: 0 },
  );
  if (!made.ok) throw new Error(made.error.message);
  return made.value;
}

/** Plays the model against the real tools until it ends its turn; `answer` may stand in for a tool, as a person's decision does. */
async function play(
  call: (call: ReplyCall) => Promise<Result>,
  answer: (call: ReplyCall) => Promise<Result | null>,
) {
  const model = demo();
  const messages: ChatMessage[] = [{ role: "user", content: "Make fibonacci iterative and run the tests." }];
  const names: string[] = [];
  for (let step = 0; step < 20; step++) {
    const outcome = await model.complete(
      { messages, tools: [], workspacePath: "" },
      new AbortController().signal,
      () => undefined,
    );
    if (!outcome.ok) throw new Error(outcome.failure.error.message);
    const { text, calls } = outcome.reply;
    messages.push({
      role: "assistant",
      content: text,
      calls: calls.map((item) => ({ id: item.id, name: item.name, arguments: item.argumentsText })),
    });
    if (calls.length === 0) return { text, names, messages };
    for (const item of calls) {
      names.push(item.name);
      const result = (await answer(item)) ?? (await call(item));
      messages.push({ role: "tool", callId: item.id, name: item.name, ...result });
    }
  }
  throw new Error(`no end after ${names.join(", ")}`);
}

describe("the recorded task with real tools", () => {
  verifies(
    "MODEL-04",
    "a failing test, a repair and passing tests, all real; the refused push does not run",
    async () => {
      await using sample = await openSample();
      const pushed: string[] = [];
      const story = await play(sample.call, async (call) => {
        if (!call.argumentsText.includes("git push")) return null;
        pushed.push(call.argumentsText);
        return { content: refusedText, isError: true };
      });
      expect(story.names).toEqual([
        "list_files",
        "read_file",
        "read_file",
        "edit_file",
        "run_command",
        "read_file",
        "edit_file",
        "run_command",
        "run_command",
      ]);
      const runs = story.messages.filter(
        (message) => message.role === "tool" && message.name === "run_command",
      );
      expect(runs.map((message) => message.content.split(";", 1)[0])).toEqual([
        "exit 1",
        "exit 0",
        refusedText,
      ]);
      expect(pushed).toHaveLength(1);
      expect(story.text).toContain("6 passed");
      expect(JSON.stringify(story.messages)).toContain("Failing: `fibonacci(0) is 0`");
      const { fibonacci } = (await import(`${path.join(sample.folder, "main.mjs")}?done`)) as {
        fibonacci: (n: number) => number;
      };
      expect([0, 1, 2, 10, 78].map((n) => fibonacci(n))).toEqual([0, 1, 1, 55, 8_944_394_323_791_464]);
    },
  );

  verifies("MODEL-04", "a person's line in the diff stays, and the repair is made from it", async () => {
    await using sample = await openSample();
    const file = path.join(sample.folder, "main.mjs");
    let isFirst = true;
    const story = await play(sample.call, async (call) => {
      if (call.argumentsText.includes("git push")) return { content: refusedText, isError: true };
      if (call.name !== "edit_file" || !isFirst) return null;
      isFirst = false;
      const result = await sample.call(call);
      await writeFile(
        file,
        (await readFile(file, "utf8")).replace(
          "let previous = 0;",
          "let before = 0; // renamed by me\n  let previous = before;",
        ),
      );
      return {
        content: `The user changed your proposal before it was applied. The file now holds the user's version; read it again before you edit it further.\n\n${result.content}`,
        isError: false,
      };
    });
    expect(story.names.slice(3)).toEqual([
      "edit_file",
      "read_file",
      "run_command",
      "read_file",
      "edit_file",
      "run_command",
      "run_command",
    ]);
    const repair = story.messages.findLast(
      (message) => message.role === "assistant" && message.calls[0]?.name === "edit_file",
    );
    expect(JSON.stringify(repair)).toContain("renamed by me");
    expect(await readFile(file, "utf8")).toContain("renamed by me");
    expect(story.text).toContain("6 passed");
  });
});
