import { describe, expect, it } from "vitest";
import type { LoggedEvent } from "../../../shared/events/index.ts";
import { logError } from "./errors.ts";
import type { Timers } from "./types.ts";
import { createWaitingLine } from "./waiting.ts";

/** Timers that run when told to. */
const manual = (): Timers & { readonly pauses: number[]; run(): void } => {
  const pauses: number[] = [];
  let due: (() => void) | undefined;
  return {
    pauses,
    after: (ms, fn) => {
      pauses.push(ms);
      due = fn;
      return () => (due = undefined);
    },
    run: () => {
      const fn = due;
      due = undefined;
      fn?.();
    },
  };
};
const none: LoggedEvent[] = [];

describe("the waiting line", () => {
  it("tries at once, then with growing pauses, and keeps the order", async () => {
    const timers = manual();
    const line = createWaitingLine(timers);
    const done: string[] = [];
    let isHeld = true;
    const attempt = (name: string) => (): LoggedEvent[] => {
      if (isHeld) throw logError("locked");
      done.push(name);
      return none;
    };
    const first = line.add(attempt("first"));
    const second = line.add(attempt("second"));
    for (let n = 0; n < 6; n++) timers.run();
    expect(timers.pauses).toEqual([10, 25, 50, 100, 200, 200, 200]);
    expect(line.isEmpty()).toBe(false);
    isHeld = false;
    const third = line.add(attempt("third"));
    expect(done).toEqual([]);
    timers.run();
    await Promise.all([first, second, third]);
    expect(done).toEqual(["first", "second", "third"]);
    expect(line.isEmpty()).toBe(true);
  });

  it("refuses one that fails for another reason and goes on with the next", async () => {
    const line = createWaitingLine(manual());
    const bad = line.add(() => {
      throw logError("full");
    });
    await expect(bad).rejects.toMatchObject({ kind: "full" });
    await expect(line.add(() => none)).resolves.toBe(none);
  });

  it("tries once more when it closes, then refuses who is left", async () => {
    const timers = manual();
    const line = createWaitingLine(timers);
    let tries = 0;
    const lucky = line.add(() => {
      if (++tries < 2) throw logError("locked");
      return none;
    });
    const stuck = line.add(() => {
      throw logError("locked");
    });
    line.close();
    await expect(lucky).resolves.toBe(none);
    await expect(stuck).rejects.toMatchObject({ kind: "closed" });
    expect(line.isEmpty()).toBe(true);
  });
});
