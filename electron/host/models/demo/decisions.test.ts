import { describe, expect, it } from "vitest";
import { begin, failed, refused, refusePush, sample } from "../../../../test/fakes/demoPlay.ts";
import { verifies } from "../../../../test/verifies.ts";
import { code, task } from "./recording.ts";
import { findFunction } from "./source.ts";

describe("the demo model where a person changes or refuses", () => {
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
});
