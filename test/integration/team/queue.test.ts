import { describe, expect } from "vitest";
import { verifies } from "../../verifies.ts";
import { openTeam, type Instance } from "./teamServer.ts";

async function counts(server: Instance): Promise<{ running: number; queued: number }> {
  return (await (await fetch(`${server.url}/readyz`)).json()) as { running: number; queued: number };
}

const hold = (name: string): string => `until test -e ../shop/go; do sleep 0.05; done; echo ${name}`;

describe("team mode's queue", () => {
  verifies(
    ["TOOL-10"],
    "runs so many at once, lets so many wait, and tells the rest when to come back",
    async () => {
      await using team = await openTeam({ atOnce: 2, perIdentityAtOnce: 2, queued: 3 });
      const server = await team.start();
      const ana = await team.connect(server, "shop", "ana");
      const held = [1, 2].map(async (n) => await ana.call("run_command", { command: hold(String(n)) }));
      await expect.poll(async () => await counts(server), { timeout: 20_000 }).toMatchObject({ running: 2 });
      const waiting = [1, 2, 3].map(async () => await ana.call("list_files", {}));
      await expect
        .poll(async () => await counts(server), { timeout: 20_000 })
        .toMatchObject({ running: 2, queued: 3 });
      const refused = await ana.call(
        "write_file",
        { path: "src/no.ts", content: "x" },
        { requestId: "again" },
      );
      expect(refused).toMatchObject({ isError: true, code: "resourceExhausted" });
      const { retryAfterMs } = refused.data["error"] as { retryAfterMs: number };
      expect(retryAfterMs).toBeGreaterThanOrEqual(100);
      expect(refused.meta["loopwright/retryAfterMs"]).toBe(retryAfterMs);
      expect(refused.text).toMatch(
        /^The team server is busy, and its queue is full\.\n\nNothing was done\. Try again in/,
      );
      team.put("shop", "go", "");
      for (const answer of await Promise.all([...held, ...waiting])) expect(answer.isError).toBe(false);
      expect(await counts(server)).toMatchObject({ running: 0, queued: 0 });
      // Being turned away used up no request id.
      expect(
        (await ana.call("write_file", { path: "src/no.ts", content: "x" }, { requestId: "again" })).code,
      ).toBe("");
      await server.end();
      expect(server.log.filter((line) => line["decision"] === "refused")).toHaveLength(1);
    },
  );

  verifies(["TOOL-10"], "does not let one identity take all the room, nor the queue", async () => {
    await using team = await openTeam({ atOnce: 4, queued: 4 });
    const server = await team.start();
    const ana = await team.connect(server, "shop", "ana");
    const bob = await team.connect(server, "blog", "bob");
    const flood = Array.from(
      { length: 12 },
      async (_, n) => await ana.call("run_command", { command: hold(String(n)) }),
    );
    // One of the four places stays free for others.
    await expect
      .poll(async () => await counts(server), { timeout: 20_000 })
      .toMatchObject({ running: 3, queued: 4 });
    expect((await bob.call("list_files", {})).isError).toBe(false);
    expect((await bob.call("write_file", { path: "posts/a.md", content: "x" })).code).toBe("");
    team.put("shop", "go", "");
    const answers = await Promise.all(flood);
    expect(answers.filter(({ code }) => code === "resourceExhausted")).toHaveLength(5);
    expect(answers.filter(({ code }) => code === "")).toHaveLength(7);
  });

  verifies(
    ["TOOL-10"],
    "does not let a call wait for ever, and lets a client cancel one that runs",
    async () => {
      await using team = await openTeam({ atOnce: 1, queued: 4, queueMs: 300 });
      const server = await team.start();
      const ana = await team.connect(server, "shop", "ana");
      const stop = new AbortController();
      const held = ana.call("run_command", { command: "sleep 60" }, { signal: stop.signal }).catch(String);
      await expect.poll(async () => await counts(server), { timeout: 20_000 }).toMatchObject({ running: 1 });
      const late = await ana.call("list_files", {});
      expect(late.code).toBe("resourceExhausted");
      expect(late.text).toContain("No room came free within 300 ms.");
      stop.abort();
      await held;
      await expect.poll(async () => await counts(server), { timeout: 20_000 }).toMatchObject({ running: 0 });
      expect((await ana.call("list_files", {})).isError).toBe(false);
    },
  );
});
