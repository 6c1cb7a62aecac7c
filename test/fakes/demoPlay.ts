import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { nextStep, type DemoCall, type DemoStep } from "../../electron/host/models/demo/nextStep.ts";
import { task } from "../../electron/host/models/demo/recording.ts";
import { findFunction } from "../../electron/host/models/demo/source.ts";
import type { ChatMessage } from "../../shared/events/index.ts";

/** A file of the sample workspace as it is shipped. */
export const sample = (name: string) =>
  readFileSync(new URL(`../../build/resources/sample/${name}`, import.meta.url), "utf8");

/** What a tool answers in a play. */
export type Answer = { content: string; isError?: boolean };
/** What the loop says for a person who refuses, with their reason. */
export const refused = (reason = ""): Answer => ({
  content: `The user refused this call. It did not run and nothing was changed.${reason === "" ? "" : ` Reason given: ${reason}`}\n\nDo not repeat it as it is.`,
  isError: true,
});
/** What stands for a call during which the host ended. */
export const interrupted: Answer = {
  content: "The app was closed or its host died while this call ran. Its outcome is not known.",
  isError: true,
};
/** A call that failed with these words. */
export const failed = (content: string): Answer => ({ content, isError: true });

/** A workspace and a person in miniature; results have the form that the real tools and the real loop give. */
export class Play {
  readonly messages: ChatMessage[] = [{ role: "system", content: "You are an agent." }];
  readonly files = new Map<string, string>([
    [task.file, sample(task.file)],
    [task.tests, sample(task.tests)],
  ]);
  beats: string[] = [];
  #calls = 0;

  say(content: string): this {
    this.messages.push({ role: "user", content });
    return this;
  }

  /** Plays one step; `answer` replaces what the tools would say, by the tool's name. */
  step(answer: Readonly<Record<string, Answer | ((call: DemoCall) => Answer)>> = {}): DemoStep {
    const step = nextStep(this.messages);
    this.beats.push(step.beat);
    const calls = step.calls.map((call) => ({ call, id: `c${(this.#calls += 1)}` }));
    this.messages.push({
      role: "assistant",
      content: step.text,
      calls: calls.map(({ call, id }) => ({
        id,
        name: call.name,
        arguments: JSON.stringify(call.arguments),
      })),
    });
    for (const { call, id } of calls) {
      const given = answer[call.name];
      const result = typeof given === "function" ? given(call) : (given ?? this.run(call));
      this.messages.push({
        role: "tool",
        callId: id,
        name: call.name,
        content: result.content,
        isError: result.isError ?? false,
      });
    }
    return step;
  }

  run(call: DemoCall): Answer {
    const args = call.arguments as Record<string, string>;
    const path = args["path"] ?? "";
    const text = this.files.get(path);
    switch (call.name) {
      case "list_files":
        return { content: `Workspace root: 2 entries. Columns: type, bytes, name.\n\nfile\t1\tmain.mjs` };
      case "read_file": {
        if (text === undefined)
          return failed(
            `There is no ${path}; in the workspace root there are a.py.\n\nUse list_files to see what exists.`,
          );
        const body = text
          .replace(/\n$/, "")
          .split("\n")
          .map((line, i) => `${i + 1}\t${line}`)
          .join("\n");
        return { content: `${path}: lines 1-9 of 9, 300 B, UTF-8, LF\n\n${body}` };
      }
      case "edit_file": {
        if (text === undefined || !text.includes(args["old_str"] ?? ""))
          return failed(`old_str was not found in ${path}.`);
        this.files.set(
          path,
          text.replace(args["old_str"] ?? "", () => args["new_str"] ?? ""),
        );
        return { content: `${path}: 1 place changed at line 9 (+9 -3 lines, now 700 B).` };
      }
      case "write_file":
        this.files.set(path, args["content"] ?? "");
        return { content: `${path}: replaced (+9 -3 lines, now 700 B).` };
      default:
        return args["command"] === task.testCommand
          ? this.test()
          : { content: "exit 128; 0.01 s in .\n\nstderr (40 B):\nfatal: not a git repository" };
    }
  }

  /** What Node's test runner says; the function is really evaluated. */
  test(): Answer {
    const found = findFunction(this.files.get(task.file) ?? "", task.functionName) ?? "";
    const fibonacci = runInNewContext(`(${found})`) as (n: number) => number;
    const isRight = [0, 1, 2, 10].every((n, i) => fibonacci(n) === [0, 1, 1, 55][i]);
    return isRight
      ? {
          content:
            "exit 0; 0.21 s in .\n\nstdout (300 B):\n✔ fibonacci(0) is 0 (1.1ms)\nℹ tests 6\nℹ pass 6\nℹ fail 0",
        }
      : {
          content:
            "exit 1; 0.21 s in .\n\nstdout (900 B):\n✖ fibonacci(0) is 0 (1.1ms)\nℹ pass 5\nℹ fail 1\n\n✖ failing tests:\n\n✖ fibonacci(0) is 0 (1.1ms)",
        };
  }

  /** Plays until the model ends its turn. */
  toEnd(answer: Parameters<Play["step"]>[0] = {}): DemoStep {
    for (let i = 0; i < 20; i++) {
      const step = this.step(answer);
      if (step.calls.length === 0) return step;
    }
    throw new Error(`no end: ${this.beats.join(", ")}`);
  }

  get source(): string {
    return this.files.get(task.file) ?? "";
  }
}

/** A play that begins with the task, or with other words. */
export const begin = (text = "Make fibonacci iterative and run the tests."): Play => new Play().say(text);
/** Refuses the last command, as most people would; the others run. */
export const refusePush = (call: DemoCall, play: Play): Answer =>
  call.arguments["command"] === task.publishCommand ? refused() : play.run(call);
