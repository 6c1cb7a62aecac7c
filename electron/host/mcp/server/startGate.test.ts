import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Clock } from "../../ports.ts";
import { StartGate, startTurns, type Leave } from "./startGate.ts";

/** Time that passes only when told to. */
class HandClock implements Clock {
  #now = 0;
  readonly #alarms = new Set<{ readonly at: number; readonly ring: () => void }>();

  now(): number {
    return this.#now;
  }

  wait(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const alarm = { at: this.#now + ms, ring: resolve };
      this.#alarms.add(alarm);
      signal?.addEventListener("abort", () => {
        this.#alarms.delete(alarm);
        resolve();
      });
    });
  }

  async pass(ms: number): Promise<void> {
    this.#now += ms;
    for (const alarm of this.#alarms)
      if (alarm.at <= this.#now) {
        this.#alarms.delete(alarm);
        alarm.ring();
      }
    await settled();
  }
}

/** Everything that can go on without time passing has gone on. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const never = new AbortController().signal;

/** Sends starts through and notes which came in, in their order. */
const crowd = (enter: (name: string) => Promise<Leave>) => {
  const inside = new Map<string, Leave>();
  const came: string[] = [];
  return {
    came,
    inside,
    send: (...names: string[]): Promise<void> => {
      for (const name of names)
        enter(name)
          .then((leave) => {
            came.push(name);
            inside.set(name, leave);
          })
          .catch((error: unknown) => came.push(String(error)));
      return settled();
    },
    leave: (name: string): Promise<void> => {
      inside.get(name)?.();
      inside.delete(name);
      return settled();
    },
  };
};

describe("StartGate", () => {
  it("lets as many in as there are places, the others in their order as places come back", async () => {
    const gate = new StartGate(new HandClock(), 2, 1000);
    const starts = crowd(() => gate.enter(never));
    await starts.send("a", "b", "c", "d");
    expect(starts.came).toEqual(["a", "b"]);
    await starts.leave("b");
    expect(starts.came).toEqual(["a", "b", "c"]);
    await starts.leave("a");
    expect(starts.came).toEqual(["a", "b", "c", "d"]);
  });

  it("lets nobody wait longer than the hold behind one that hangs, and counts its late end once", async () => {
    const clock = new HandClock();
    const gate = new StartGate(clock, 1, 1000);
    const starts = crowd(() => gate.enter(never));
    await starts.send("hangs", "b", "c");
    await clock.pass(999);
    expect(starts.came).toEqual(["hangs"]);
    await clock.pass(1);
    expect(starts.came).toEqual(["hangs", "b"]);
    await starts.leave("hangs");
    expect(starts.came).toEqual(["hangs", "b"]);
  });

  it("keeps no place for a start that is not wanted any more, waiting or new", async () => {
    const gate = new StartGate(new HandClock(), 1, 1000);
    const unwanted = new AbortController();
    const starts = crowd((name) => gate.enter(name === "b" ? unwanted.signal : never));
    await starts.send("a", "b", "c");
    unwanted.abort();
    await settled();
    expect(starts.came).toEqual(["a", "b"]);
    await starts.send("b");
    await starts.leave("b");
    expect(starts.came).toEqual(["a", "b", "b"]);
    await starts.leave("a");
    expect(starts.came).toEqual(["a", "b", "b", "c"]);
  });

  it("holds the number of places and loses none, whatever comes and goes", async () => {
    const step = fc.oneof(
      fc.constant("come" as const),
      fc.record({ leave: fc.nat(20) }),
      fc.record({ giveUp: fc.nat(20) }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.array(step, { maxLength: 40 }),
        async (places, steps) => {
          const gate = new StartGate(new HandClock(), places, 1000);
          const wishes = new Map<string, AbortController>();
          const starts = crowd((name) => gate.enter(wishes.get(name)?.signal ?? never));
          const gone = new Set<string>();
          for (const what of steps) {
            if (what === "come") {
              const name = String(wishes.size);
              wishes.set(name, new AbortController());
              await starts.send(name);
            } else if ("leave" in what) {
              if (starts.inside.has(String(what.leave))) gone.add(String(what.leave));
              await starts.leave(String(what.leave));
            } else if (!starts.inside.has(String(what.giveUp)) && wishes.has(String(what.giveUp))) {
              wishes.get(String(what.giveUp))?.abort();
              gone.add(String(what.giveUp));
              await settled();
              await starts.leave(String(what.giveUp));
            }
            const there = [...wishes.keys()].filter((name) => !gone.has(name));
            expect([...starts.inside.keys()].filter((name) => !gone.has(name))).toEqual(
              there.slice(0, places),
            );
          }
        },
      ),
      { numRuns: 200, seed: 11 },
    );
  });
});

describe("startTurns", () => {
  it("lets a person's start in at once while what starts by itself waits", async () => {
    const turn = startTurns(new HandClock(), 1, 1000);
    const starts = crowd((name) => turn(name === "click" ? "asked" : "byItself", never));
    await starts.send("a", "b", "c", "click");
    expect(starts.came).toEqual(["a", "click"]);
  });
});
