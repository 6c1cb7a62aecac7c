import { expect } from "vitest";
import { verifies } from "../../../../test/verifies.ts";
import type { Clock } from "../../ports.ts";
import { Updates } from "./updates.ts";
import { Watched } from "./watched.ts";

verifies("MCP-02", "a burst of changes is told once a resource, and only of what is watched", async () => {
  const ends: (() => void)[] = [];
  const clock = {
    now: () => 0,
    wait: () =>
      new Promise<void>((resolve) => {
        ends.push(resolve);
      }),
  } as unknown as Clock;
  const watched = new Watched();
  watched.asked("resources/subscribe", { uri: "file:///a" });
  watched.asked("resources/subscribe", { uri: "x://b" });
  const told: string[] = [];
  const updates = new Updates({
    clock,
    isWatched: (uri) => watched.has(uri),
    tell: (uri) => told.push(uri),
  });
  for (let i = 0; i < 1000; i++)
    for (const uri of ["file:///a", "file:///a/part", "y://c", `x://b${"!".repeat(5000)}`])
      updates.changed(uri);
  expect([told, ends.length]).toEqual([[], 1]);
  ends.shift()?.();
  await new Promise((resolve) => setImmediate(resolve));
  expect(told).toEqual(["file:///a", "file:///a/part"]);
  watched.asked("resources/unsubscribe", { uri: "file:///a" });
  updates.changed("file:///a");
  updates.changed("x://b");
  ends.shift()?.();
  await new Promise((resolve) => setImmediate(resolve));
  expect(told.slice(2)).toEqual(["x://b"]);
});
