import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { CallTimer } from "./callTimer.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const timer = (more: Partial<ConstructorParameters<typeof CallTimer>[0]> = {}): CallTimer =>
  new CallTimer({ signal: new AbortController().signal, timeoutMs: 100, maxTotalMs: 1000, ...more });

it("gives a silent call up at its limit, and one that reports progress at the total", () => {
  const silent = timer();
  const busy = timer();
  for (let at = 0; at < 1000; at += 50) {
    busy.progressed();
    vi.advanceTimersByTime(50);
  }
  expect(silent.givenUp).toEqual({ why: "timedOut", afterMs: 100 });
  expect(busy.givenUp).toEqual({ why: "timedOut", afterMs: 1000 });
  expect(busy.signal.aborted).toBe(true);
});

it("tells once at the limit where somebody wants to hear it, and ends the call at the total, progress or not (MCP-12)", () => {
  const onLate = vi.fn();
  const call = timer({ onLate });
  vi.advanceTimersByTime(99);
  expect(onLate).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onLate).toHaveBeenCalledTimes(1);
  call.progressed();
  vi.advanceTimersByTime(899);
  expect(call.givenUp).toBeNull();
  vi.advanceTimersByTime(1);
  expect(call.givenUp).toEqual({ why: "timedOut", afterMs: 1000 });
  expect(onLate).toHaveBeenCalledTimes(1);
});

it("does not count the time in which the server waits for the person, up to the total", () => {
  let isHeldUp = true;
  const onLate = vi.fn();
  const call = timer({ onLate, isHeldUp: () => isHeldUp });
  vi.advanceTimersByTime(350);
  expect(onLate).not.toHaveBeenCalled();
  isHeldUp = false;
  vi.advanceTimersByTime(100);
  expect(onLate).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(550);
  expect(call.givenUp).toEqual({ why: "timedOut", afterMs: 1000 });
});
