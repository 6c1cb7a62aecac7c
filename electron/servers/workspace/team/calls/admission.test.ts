import { describe, expect, it } from "vitest";
import { Busy, createAdmission, type Admission, type AdmissionLimits } from "./admission.ts";

interface Held {
  readonly done: Promise<string>;
  release(): void;
}

const usual: AdmissionLimits = { atOnce: 2, perIdentityAtOnce: 2, queued: 4, queueMs: 60_000 };

/** Calls that run until they are released, and the order in which they started. */
function holding(admission: Admission): {
  hold(identity: string, name?: string): Held;
  readonly started: string[];
} {
  const started: string[] = [];
  return {
    started,
    hold: (identity, name = identity) => {
      let release: () => void = () => undefined;
      const until = new Promise<void>((resolve) => (release = resolve));
      const done = admission
        .run(identity, async () => {
          started.push(name);
          await until;
          return name;
        })
        .catch((error: unknown) => (error instanceof Busy ? `busy: ${error.message}` : String(error)));
      return { done, release: () => release() };
    },
  };
}

/** Lets everything run that can. */
const settle = async (): Promise<void> => await new Promise((resolve) => setImmediate(resolve));

describe("admission", () => {
  it("runs so many at once and serves identities in turn, each in its own order", async () => {
    const admission = createAdmission(() => usual);
    const { hold, started } = holding(admission);
    const first = [hold("ana", "a1"), hold("ana", "a2")];
    const rest = [hold("ana", "a3"), hold("ana", "a4"), hold("bob", "b1"), hold("cy", "c1")];
    await settle();
    expect(admission.counts()).toEqual({ running: 2, queued: 4 });
    for (const held of [...first, ...rest]) {
      held.release();
      await settle();
    }
    await Promise.all([...first, ...rest].map(async ({ done }) => await done));
    expect(started).toEqual(["a1", "a2", "b1", "c1", "a3", "a4"]);
    expect(admission.counts()).toEqual({ running: 0, queued: 0 });
  });

  it("keeps room that one identity alone cannot take", async () => {
    const admission = createAdmission(() => ({ ...usual, perIdentityAtOnce: 1 }));
    const { hold, started } = holding(admission);
    const held = [hold("ana", "a1"), hold("ana", "a2"), hold("bob", "b1")];
    await settle();
    expect(started).toEqual(["a1", "b1"]);
    for (const one of held) one.release();
    await Promise.all(held.map(async ({ done }) => await done));
  });

  it("turns away what comes to a full queue, or the newest of whoever fills it", async () => {
    const admission = createAdmission(() => ({ ...usual, atOnce: 1, perIdentityAtOnce: 1, queued: 3 }));
    const { hold, started } = holding(admission);
    const ana = Array.from({ length: 4 }, (_, i) => hold("ana", `a${i}`));
    await settle();
    expect(await hold("ana").done).toContain("its queue is full");
    const bob = hold("bob", "b1");
    expect(await ana[3]?.done).toContain("others wait with fewer calls");
    const all = [...ana.slice(0, 3), bob];
    for (const one of all) one.release();
    await Promise.all(all.map(async ({ done }) => await done));
    expect(started).toEqual(["a0", "b1", "a1", "a2"]);
  });

  it("gives a hint that lies within its limits and differs from call to call", async () => {
    const admission = createAdmission(() => ({ ...usual, atOnce: 1, perIdentityAtOnce: 1, queued: 0 }));
    const { hold } = holding(admission);
    const held = hold("ana");
    const hints: number[] = [];
    for (let i = 0; i < 50; i += 1) {
      await admission
        .run("bob", async () => "")
        .catch((error: unknown) => {
          if (error instanceof Busy) hints.push(error.retryAfterMs);
        });
    }
    expect(hints).toHaveLength(50);
    expect(Math.min(...hints)).toBeGreaterThanOrEqual(100);
    expect(Math.max(...hints)).toBeLessThanOrEqual(15_000);
    expect(new Set(hints).size).toBeGreaterThan(5);
    held.release();
    await held.done;
  });

  it("gives the place back when a call fails, and refuses everything once it is closed", async () => {
    const admission = createAdmission(() => ({ ...usual, atOnce: 1, perIdentityAtOnce: 1 }));
    await expect(admission.run("ana", async () => await Promise.reject(new Error("no")))).rejects.toThrow(
      "no",
    );
    expect(admission.counts()).toEqual({ running: 0, queued: 0 });
    const { hold } = holding(admission);
    const held = hold("ana");
    const waiting = hold("ana");
    await settle();
    admission.close();
    expect(await waiting.done).toContain("about to end");
    expect(await hold("bob").done).toContain("about to end");
    let isIdle = false;
    const idle = admission.idle().then(() => (isIdle = true));
    await settle();
    expect(isIdle).toBe(false);
    held.release();
    await idle;
    expect(await held.done).toBe("ana");
  });
});
