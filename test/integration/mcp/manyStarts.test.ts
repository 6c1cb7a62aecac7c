import { describe, expect } from "vitest";
import type { ServerId } from "../../../shared/contract/index.ts";
import { verifies } from "../../verifies.ts";
import { fixture, startManager, stdio, until, type TestManager } from "./support.ts";

/** Longer than any test: what is limited by it never comes to pass. */
const never = 600_000;
const PLAIN = ["plain1", "plain2", "plain3", "plain4"] as const;

/** The plain fixture under another name. */
const copyOf = (at: TestManager, name: string, isEnabled = true): ServerId => {
  const added = at.manager.add({ name, transport: stdio([fixture("plain")]), isEnabled });
  if (!added.ok) throw new Error(added.error.message);
  return added.value.serverId;
};

const readyOf = (at: TestManager, ids: readonly ServerId[]): number =>
  ids.filter((id) => at.info(id).state === "ready").length;

const spawned = (at: TestManager): string[] => at.children.started.map(({ name }) => name);

describe("many servers that start with the app", () => {
  verifies(
    ["MCP-06"],
    "as many start at once as there are places; one hangs, all others get ready",
    async () => {
      let most = 0;
      const starting = { spawned: 0, ready: 0 };
      await using at = startManager({
        limits: { startsAtOnce: 2, startHoldMs: never, connectTimeoutMs: never },
        children: {
          started: () => {
            starting.spawned++;
            most = Math.max(most, starting.spawned - starting.ready);
          },
          ended: () => undefined,
        },
        onEvent: (type) => {
          if (type === "server.started") starting.ready++;
        },
      });
      const hung = at.add("hang");
      const ids = PLAIN.map((name) => copyOf(at, name));
      at.manager.startEnabled();
      await until("all others", () => readyOf(at, ids) === ids.length);
      expect(at.info(hung).state).toBe("starting");
      // The one that hangs kept its place all the time, the others went through the second.
      expect(most).toBe(2);
    },
  );

  verifies(["MCP-06"], "nobody waits behind one that hangs once its hold is over", async () => {
    await using at = startManager({
      limits: { startsAtOnce: 1, startHoldMs: 50, connectTimeoutMs: never },
    });
    const hung = at.add("hang");
    const ids = PLAIN.map((name) => copyOf(at, name));
    at.manager.startEnabled();
    await until("all others", () => readyOf(at, ids) === ids.length);
    expect(at.info(hung).state).toBe("starting");
  });

  verifies(
    ["MCP-06"],
    "what a person starts waits behind none of them, and one that waits can be stopped",
    async () => {
      await using at = startManager({
        limits: { startsAtOnce: 1, startHoldMs: never, connectTimeoutMs: never },
      });
      const hung = at.add("hang");
      const waiting = at.add("plain");
      const stopped = copyOf(at, "stopped");
      const clicked = copyOf(at, "clicked", false);
      at.manager.startEnabled();
      await until("the one that hangs", () => spawned(at).includes("hang"));
      expect(await at.manager.start(clicked)).toEqual({ ok: true, value: null });
      expect(at.info(waiting).state).toBe("starting");
      expect(await at.manager.stop(stopped)).toEqual({ ok: true, value: null });
      expect(at.info(stopped).state).toBe("stopped");
      expect(spawned(at)).toEqual(["hang", "clicked"]);
      // Its place comes back with its end, and goes to the one that still wants it.
      await at.manager.stop(hung);
      await until("the one that waited", () => at.info(waiting).state === "ready");
      expect(spawned(at)).toEqual(["hang", "clicked", "plain"]);
    },
  );
});
