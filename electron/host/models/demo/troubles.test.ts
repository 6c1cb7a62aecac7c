import { describe, expect, it } from "vitest";
import {
  begin,
  failed,
  interrupted,
  refused,
  refusePush,
  type Answer,
} from "../../../../test/fakes/demoPlay.ts";
import { verifies } from "../../../../test/verifies.ts";
import { type DemoCall } from "./nextStep.ts";
import { code, task } from "./recording.ts";
import { findFunction } from "./source.ts";

describe("the demo model where a call fails, is cut off or cannot be repaired", () => {
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
});
