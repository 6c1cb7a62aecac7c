import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import type { ChatMessage } from "../../../../shared/events/index.ts";
import { verifies } from "../../../../test/verifies.ts";
import { nextStep, type DemoCall, type DemoStep } from "./nextStep.ts";
import { code, task } from "./recording.ts";
import { findFunction } from "./source.ts";

const sample = (name: string) =>
  readFileSync(new URL(`../../../../build/resources/sample/${name}`, import.meta.url), "utf8");

type Answer = { content: string; isError?: boolean };
const refused = (reason = ""): Answer => ({
  content: `The user refused this call. It did not run and nothing was changed.${reason === "" ? "" : ` Reason given: ${reason}`}\n\nDo not repeat it as it is.`,
  isError: true,
});
const interrupted: Answer = {
  content: "The app was closed or its host died while this call ran. Its outcome is not known.",
  isError: true,
};
const failed = (content: string): Answer => ({ content, isError: true });

/** A workspace and a person in miniature; results have the form that the real tools and the real loop give. */
class Play {
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

const begin = (text = "Make fibonacci iterative and run the tests."): Play => new Play().say(text);
const refusePush = (call: DemoCall, play: Play): Answer =>
  call.arguments["command"] === task.publishCommand ? refused() : play.run(call);

describe("the demo model's next step", () => {
  verifies(
    "MODEL-04",
    "the story: look, edit, failing test, repair, passing tests, refused push, end",
    () => {
      const play = begin();
      const end = play.toEnd({ run_command: (call) => refusePush(call, play) });
      expect(play.beats).toEqual([
        "look",
        "propose",
        "runTests",
        "lookAfterFailure",
        "repair",
        "runTests",
        "publish",
        "done",
      ]);
      expect(findFunction(play.source, "fibonacci")).toBe(code.repaired);
      expect(play.source).toContain("Started as a program");
      expect(end.text).toContain("6 passed");
      expect(end.text).toContain("git push");
      expect(
        play.messages.find(
          (message) =>
            message.role === "assistant" && message.content.includes("Failing: `fibonacci(0) is 0`"),
        ),
      ).toBeDefined();
    },
  );

  verifies(
    "MODEL-04",
    "a person's edit is acknowledged and read again; the repair starts from their text",
    () => {
      const play = begin();
      play.step();
      play.step({
        edit_file: (call) => {
          play.run(call);
          play.files.set(task.file, play.source.replace("let previous = 0;", "let previous = 0; // mine"));
          return {
            content:
              "The user changed your proposal before it was applied. The file now holds the user's version; read it again before you edit it further.\nmain.mjs, from line 13\n\nmain.mjs: 1 place changed at line 9 (+9 -3 lines, now 700 B).",
          };
        },
      });
      play.toEnd({ run_command: (call) => refusePush(call, play) });
      expect(play.beats).toEqual([
        "look",
        "propose",
        "lookAfterChange",
        "runTests",
        "lookAfterFailure",
        "repair",
        "runTests",
        "publish",
        "done",
      ]);
      const repair = play.messages.findLast(
        (message) => message.role === "assistant" && message.calls[0]?.name === "edit_file",
      );
      expect(JSON.stringify(repair)).toContain("// mine");
      expect(findFunction(play.source, "fibonacci")).toBe(
        code.repaired.replace("let previous = 0;", "let previous = 0; // mine"),
      );
    },
  );

  verifies("MODEL-04", "a person who mends the mistake in the diff sees the tests pass at once", () => {
    const play = begin();
    play.step();
    play.step({
      edit_file: () => {
        play.files.set(
          task.file,
          play.source.replace(findFunction(play.source, "fibonacci") ?? "", code.repaired),
        );
        return {
          content: "The user changed your proposal before it was applied.\n\nmain.mjs: 1 place changed.",
        };
      },
    });
    play.toEnd({ run_command: (call) => refusePush(call, play) });
    expect(play.beats).toEqual(["look", "propose", "lookAfterChange", "runTests", "publish", "done"]);
  });

  verifies(
    "MODEL-04",
    "a refused edit leads to a smaller one, which works; a second refusal ends the turn with a question",
    () => {
      const play = begin();
      play.step();
      play.step({ edit_file: refused("too much at once") });
      const smaller = play.step();
      expect(smaller).toMatchObject({ beat: "proposeSmaller" });
      expect(smaller.text).toContain('Your reason: "too much at once"');
      expect(JSON.stringify(smaller.calls).length).toBeLessThan(400);
      play.toEnd({ run_command: (call) => refusePush(call, play) });
      expect(play.beats.slice(2)).toEqual(["proposeSmaller", "runTests", "publish", "done"]);

      const stubborn = begin();
      const end = stubborn.toEnd({ edit_file: refused() });
      expect(stubborn.beats).toEqual(["look", "propose", "proposeSmaller", "refusedTwice"]);
      expect(stubborn.source).toBe(sample(task.file));
      expect(end.text).toContain("go on");
      stubborn.say("go on").toEnd({ run_command: (call) => refusePush(call, stubborn) });
      expect(stubborn.beats.slice(4, 6)).toEqual(["propose", "runTests"]);
    },
  );

  verifies("MODEL-04", "refused tests end with the truth that nothing was tested; going on runs them", () => {
    const play = begin();
    const end = play.toEnd({ run_command: refused("not now") });
    expect(play.beats).toEqual(["look", "propose", "runTests", "testsRefused"]);
    expect(end.text).toContain("not tested");
    play.say("continue").step();
    expect(play.beats.at(-1)).toBe("runTests");
  });

  verifies(
    "MODEL-04",
    "an allowed push that fails is reported as it is, a working one too, an interrupted one as unknown",
    () => {
      const failing = begin();
      expect(failing.toEnd().text).toContain("fatal: not a git repository");
      expect(failing.beats.at(-1)).toBe("publishFailed");
      for (const [answer, beat] of [
        [{ content: "exit 0; 1.2 s in ." }, "published"],
        [interrupted, "publishUnknown"],
      ] as const) {
        const play = begin();
        play.toEnd({
          run_command: (call) =>
            call.arguments["command"] === task.publishCommand ? answer : play.run(call),
        });
        expect(play.beats.at(-1)).toBe(beat);
      }
    },
  );

  verifies(
    "MODEL-04",
    "after an interruption anywhere it checks the state and goes on from what is there",
    () => {
      for (const at of [0, 1, 2, 3, 4, 5]) {
        for (const hasTakenEffect of [false, true]) {
          const play = begin();
          for (let i = 0; i < at; i++) play.step();
          const cut = (call: DemoCall): Answer => {
            if (hasTakenEffect) play.run(call);
            return interrupted;
          };
          play.step({ read_file: cut, list_files: cut, edit_file: cut, run_command: cut });
          play.say("go on");
          // An interrupted reading of the failure is simply done again.
          expect(play.step().beat, `interrupted in step ${at + 1}`).toBe(
            at === 3 ? "lookAfterFailure" : "lookAgain",
          );
          play.toEnd({ run_command: (call) => refusePush(call, play) });
          expect(play.beats.at(-1), play.beats.join(", ")).toBe("done");
          expect(findFunction(play.source, "fibonacci")).toBe(code.repaired);
        }
      }
    },
  );

  verifies("MODEL-04", "the policy's refusal is taken as final", () => {
    const play = begin();
    const end = play.toEnd({
      edit_file: failed(
        "The policy refused this call. It did not run and nothing was changed. Reason given: Plan mode is on",
      ),
    });
    expect(play.beats).toEqual(["look", "propose", "refusedByPolicy"]);
    expect(end.calls).toEqual([]);
  });

  verifies(
    "MODEL-04",
    "a change that cannot be applied is tried from a fresh read, three times at most",
    () => {
      const play = begin();
      const end = play.toEnd({ edit_file: failed("main.mjs changed on disk since it was read.") });
      expect(play.beats).toEqual([
        "look",
        "propose",
        "lookAfterError",
        "propose",
        "lookAfterError",
        "propose",
        "stuck",
      ]);
      expect(end.text).toContain("changed on disk");
    },
  );

  it("replaces the whole function where a person's own lines hide the mistake", () => {
    const play = begin();
    play.step();
    play.step({
      edit_file: () => {
        const own = "function fibonacci(n) {\n  return n;\n}";
        play.files.set(task.file, play.source.replace(findFunction(play.source, "fibonacci") ?? "", own));
        return {
          content: "The user changed your proposal before it was applied.\n\nmain.mjs: 1 place changed.",
        };
      },
    });
    play.toEnd({ run_command: (call) => refusePush(call, play) });
    expect(play.beats.slice(2)).toEqual([
      "lookAfterChange",
      "runTests",
      "lookAfterFailure",
      "repairWhole",
      "runTests",
      "publish",
      "done",
    ]);
  });

  it("ends honestly where the tests fail for a reason of their own, cannot run, or the repair is refused", () => {
    const own = begin();
    expect(
      own.toEnd({ run_command: { content: "exit 1; 0.2 s in .\n\nstdout (9 B):\n✖ another test (1ms)" } })
        .text,
    ).toContain("another test");
    expect(own.beats.at(-1)).toBe("testsFailStill");
    const late = begin();
    expect(
      late.toEnd({ run_command: failed("timed out after 120 s, the command and all it started were ended") })
        .text,
    ).toContain("not tested");
    const kept = begin();
    for (let i = 0; i < 4; i++) kept.step();
    expect(kept.toEnd({ edit_file: refused("leave it") }).text).toContain("leave it");
    expect(kept.beats.at(-1)).toBe("testsFailStill");
  });

  it("knows an iterative function, and plays only in the sample workspace", () => {
    const again = begin();
    again.files.set(task.file, `export ${code.repaired}\n`);
    again.toEnd({ run_command: (call) => refusePush(call, again) });
    expect(again.beats).toEqual(["look", "alreadyIterative", "publish", "done"]);
    const elsewhere = begin();
    elsewhere.files.clear();
    expect(elsewhere.toEnd().text).toContain("sample workspace");
    const other = begin();
    other.files.set(task.file, "console.log(1);\n");
    expect(other.toEnd().beat).toBe("notTheSample");
    const empty = begin();
    empty.files.set(task.file, "");
    expect(empty.toEnd().beat).toBe("notTheSample");
  });

  it("answers anything else by saying what it is and how to add a real model, in the language of the question", () => {
    expect(nextStep([{ role: "user", content: "Write me a poem" }])).toMatchObject({
      beat: "otherTask",
      calls: [],
    });
    expect(nextStep([{ role: "user", content: "go on" }]).beat).toBe("otherTask");
    expect(nextStep([{ role: "user", content: "写一首诗" }]).text).toContain("演示模型");
    const chinese = new Play().say("把 fibonacci 改成迭代写法并运行测试。");
    chinese.toEnd({ run_command: (call) => refusePush(call, chinese) });
    expect(chinese.beats.at(-1)).toBe("done");
    const spoken = chinese.messages
      .filter((message) => message.role === "assistant")
      .map((message) => message.content);
    expect(spoken.every((text) => /\p{Script=Han}/u.test(text) && !text.includes("{"))).toBe(true);
  });

  it("after the task, another question is another question, and the task can be asked anew", () => {
    const play = begin();
    play.toEnd({ run_command: (call) => refusePush(call, play) });
    expect(play.say("Thanks! What is the weather?").step().beat).toBe("otherTask");
    expect(play.say("Make fibonacci iterative again and test it").step().beat).toBe("look");
  });
});
