import { describe, expect } from "vitest";
import { verifies } from "../../verifies.ts";
import {
  connectClient,
  openTeam,
  type Instance,
  type Team,
  type TeamAnswer,
  type TeamClient,
} from "./teamServer.ts";

/** A caller that, like a careful client, repeats a call with its request id until it has an answer. */
async function insist(
  team: Team,
  instances: () => readonly Instance[],
  input: Record<string, unknown>,
  requestId: string,
): Promise<TeamAnswer> {
  const token = await team.issuer.token("ana");
  const until = Date.now() + 50_000;
  for (let attempt = Number(/\d+$/.exec(requestId)?.[0] ?? 0); Date.now() < until; attempt += 1) {
    const all = instances();
    const instance = all[attempt % all.length];
    let client: TeamClient | undefined;
    try {
      client = await connectClient(`${instance?.url}/projects/shop/mcp`, token);
      const answer = await client.call("edit_file", input, { requestId });
      if (answer.code !== "resourceExhausted") return answer;
    } catch {
      // The instance was killed; another one, or the next one, has the answer.
      await new Promise((resolve) => setTimeout(resolve, 20));
    } finally {
      await client?.close().catch(() => undefined);
    }
  }
  throw new Error(`no answer for ${requestId}`);
}

describe("team mode's request ids", () => {
  verifies(
    ["TOOL-08", "TOOL-10"],
    "give the first result on every instance, and after a restart",
    async () => {
      await using team = await openTeam();
      team.put("shop", "src/list.txt", "END\n");
      const [first, second] = await Promise.all([team.start(), team.start()]);
      const one = await team.connect(first, "shop", "ana");
      const two = await team.connect(second, "shop", "ana");
      const input = { path: "src/list.txt", old_str: "END", new_str: "1\nEND" };
      const answers = await Promise.all(
        [one, two, one, two].map(
          async (client) => await client.call("edit_file", input, { requestId: "r-1" }),
        ),
      );
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      expect(answers[0]?.isError).toBe(false);
      expect(team.read("shop", "src/list.txt")).toBe("1\nEND\n");
      first.child.kill("SIGKILL");
      await first.exited;
      const third = await team.connect(await team.start(), "shop", "ana");
      expect((await third.call("edit_file", input, { requestId: "r-1" })).text).toBe(answers[0]?.text);
      expect(team.read("shop", "src/list.txt")).toBe("1\nEND\n");
      const other = await third.call("edit_file", { ...input, new_str: "2\nEND" }, { requestId: "r-1" });
      expect(other.code).toBe("invalidInput");
    },
  );

  verifies(
    ["TOOL-10"],
    "of two identities that edit one file on one base, the second gets a stale base",
    async () => {
      await using team = await openTeam();
      const instances = await Promise.all([team.start(), team.start()]);
      const ana = await team.connect(instances[0], "shop", "ana");
      const bob = await team.connect(instances[1], "shop", "bob");
      const rules = [
        ...(team.policy["identities"] as object[]),
        { match: { subject: "bob" }, projects: { shop: { write: ["src/**"] } } },
      ];
      team.writePolicy({ ...team.policy, identities: rules });
      await Promise.all(instances.map(async (one) => await one.logged("policy.loaded")));
      for (let round = 0; round < 10; round += 1) {
        const path = `src/both${round}.txt`;
        team.put("shop", path, "base\n");
        const read = await ana.call("read_file", { path });
        const hash = String(read.data["hash"]);
        expect(hash).toMatch(/^sha256:/);
        const write = async (client: TeamClient, content: string): Promise<string> =>
          (await client.call("write_file", { path, content, base_hash: hash })).code;
        await expect.poll(async () => await write(bob, "probe\n"), { timeout: 20_000 }).not.toBe("denied");
        team.put("shop", path, "base\n");
        const codes = await Promise.all([write(ana, "ana\n"), write(bob, "bob\n")]);
        expect([...codes].sort()).toEqual(["", "stale"]);
        expect(team.read("shop", path)).toBe(codes[0] === "" ? "ana\n" : "bob\n");
      }
    },
  );

  verifies(
    ["TOOL-08", "TOOL-10"],
    "survive kills in the middle of a stream of edits: every acknowledged edit is there once",
    async () => {
      await using team = await openTeam();
      for (const name of ["a", "b"]) team.put("shop", `src/${name}.txt`, "END\n");
      let alive: Instance[] = await Promise.all([team.start(), team.start()]);
      const edits = 60;
      let acknowledged = 0;
      const work = async (worker: number): Promise<void> => {
        for (let n = worker; n < edits; n += 6) {
          const name = n % 2 === 0 ? "a" : "b";
          const input = { path: `src/${name}.txt`, old_str: "END", new_str: `edit ${n}.\nEND` };
          const answer = await insist(team, () => alive, input, `edit-${n}`);
          expect(answer, answer.text).toMatchObject({ isError: false });
          acknowledged += 1;
        }
      };
      const working = Promise.all([0, 1, 2, 3, 4, 5].map(work));
      for (const at of [6, 18, 30]) {
        await expect.poll(() => acknowledged, { timeout: 50_000, interval: 5 }).toBeGreaterThan(at);
        const [victim, ...rest] = alive;
        victim?.child.kill("SIGKILL");
        alive = [...rest, await team.start()];
      }
      await working;
      const lines = ["a", "b"].flatMap((name) => team.read("shop", `src/${name}.txt`).trim().split("\n"));
      const wanted = Array.from({ length: edits }, (_, n) => `edit ${n}.`);
      expect(lines.filter((line) => line !== "END").sort()).toEqual(wanted.sort());
    },
    120_000,
  );
});
