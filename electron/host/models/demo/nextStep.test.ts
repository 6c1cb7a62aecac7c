import { describe, expect, it } from "vitest";
import { begin, Play, refusePush } from "../../../../test/fakes/demoPlay.ts";
import { verifies } from "../../../../test/verifies.ts";
import { nextStep } from "./nextStep.ts";
import { code, task } from "./recording.ts";
import { findFunction } from "./source.ts";

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
