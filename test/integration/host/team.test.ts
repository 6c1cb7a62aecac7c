import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { startHost, tempDir } from "../../fakes/hostProcess.ts";
import { verifies } from "../../verifies.ts";
import { connectClient } from "../team/teamServer.ts";
import { hostedTeam, isAlive } from "./teamSetup.ts";

const text = (policy: unknown): string => JSON.stringify(policy, null, 2);

describe("a team server in the hands of the host", () => {
  verifies(
    ["TOOL-10"],
    "is started, watched and stopped; the log keeps who runs under which policy",
    async () => {
      await using team = await hostedTeam();
      const { host, teamId, issuer } = team;
      team.put("src/a.ts", "one\n");
      expect(await team.info()).toMatchObject({
        state: "stopped",
        policy: { projects: ["shop"], problems: [] },
      });
      const url = await team.start();
      const { pid, command, policy } = await team.info();
      expect(command).toContain("--http");
      expect(command.slice(command.indexOf("--host"))).toEqual(
        expect.arrayContaining(["--host", "127.0.0.1", "--sandbox", "auto"]),
      );
      const token = await issuer.token("ana");
      const ana = await connectClient(url, token);
      const edit = { path: "src/a.ts", old_str: "one", new_str: "two" };
      expect((await ana.call("edit_file", edit, { requestId: "r-1" })).code).toBe("");
      await ana.call("write_file", { path: "README.md", content: "x" });
      await ana.close();
      const seen = await host.waitFor("team.changed", ({ team: info }) => (info?.calls.length ?? 0) >= 2);
      expect(seen.team?.calls).toMatchObject([
        { tool: "write_file", identity: "ana", decision: "denied", requestId: null },
        {
          tool: "edit_file",
          identity: "ana",
          project: "shop",
          decision: "allowed",
          outcome: "ok",
          requestId: "r-1",
        },
      ]);
      expect((await team.info()).health).toMatchObject({
        status: "ready",
        running: 0,
        queued: 0,
        policy: "current",
      });
      const lines = await host.ask("team.log", { teamId });
      expect(lines.some((line) => line.text.includes("server.listening"))).toBe(true);
      expect(JSON.stringify(lines)).not.toContain(token);
      await host.ask("team.stop", { teamId });
      expect(await team.info()).toMatchObject({ state: "stopped" });
      expect(isAlive(pid ?? 0)).toBe(false);
      expect((await host.logged("server.teamStarted")).body).toMatchObject({
        serverId: teamId,
        pid,
        policyHash: policy.hash,
      });
      await host.logged("server.stopped");
    },
    120_000,
  );

  verifies(
    ["TOOL-10"],
    "a broken policy is named by line and field and never saved over a good one; a good one counts without a restart",
    async () => {
      await using team = await hostedTeam();
      const { host, teamId, policy } = team;
      const url = await team.start();
      const before = await team.readPolicy();
      const broken = text({ ...policy, limits: { atOnce: 0 } });
      const line = broken.split("\n").findIndex((one) => one.includes("atOnce")) + 1;
      const { problems } = await host.ask("team.checkPolicy", { teamId, text: broken });
      expect(problems).toMatchObject([{ line, field: "limits.atOnce" }]);
      const refused = await host.request("team.savePolicy", { teamId, text: broken, baseHash: before.hash });
      expect(refused).toMatchObject({ ok: false, error: { code: "invalidInput", key: "teamPolicyBroken" } });
      expect((await team.readPolicy()).text).toBe(before.text);
      const newTeam = { name: "other", host: "127.0.0.1", port: 0 };
      expect(await host.request("team.add", { definition: newTeam, policyText: "{" })).toMatchObject({
        ok: false,
      });
      expect(await host.ask("team.list", {})).toHaveLength(1);

      const ana = await connectClient(url, await team.issuer.token("ana"));
      expect((await ana.call("write_file", { path: "docs/a.md", content: "x" })).code).toBe("denied");
      const identities = [{ match: { subject: "ana" }, projects: { shop: { write: ["docs/**"] } } }];
      const saved = await host.ask("team.savePolicy", {
        teamId,
        text: text({ ...policy, identities }),
        baseHash: before.hash,
      });
      expect(readFileSync(saved.backup, "utf8")).toBe(before.text);
      await host.waitFor("team.changed", ({ team: info }) => info?.policy.hash === saved.hash);
      await expect
        .poll(async () => (await ana.call("write_file", { path: "docs/a.md", content: "x" })).code, {
          timeout: 30_000,
        })
        .toBe("");
      await ana.close();
      const logged = await host.logged(
        "config.changed",
        (event) => event.type === "config.changed" && event.body.name === "team.policy",
      );
      expect(logged.body).toMatchObject({
        value: { teamId, beforeHash: before.hash, afterHash: saved.hash, by: "person" },
      });
    },
    120_000,
  );

  verifies(
    ["TOOL-10"],
    "an edit from outside shows as such, broken or not, and is not written over unseen",
    async () => {
      await using team = await hostedTeam();
      const { host, teamId, policy } = team;
      await team.start();
      const before = await team.readPolicy();
      const file = (await team.info()).policy.path;
      appendFileSync(file, "\n");
      const seen = await host.waitFor(
        "team.changed",
        ({ team: info }) => info?.policy.isChangedOutside === true,
      );
      expect(seen.team?.policy.problems).toEqual([]);
      const save = { teamId, text: text({ ...policy, limits: { atOnce: 4 } }), baseHash: before.hash };
      expect(await host.request("team.savePolicy", save)).toMatchObject({
        ok: false,
        error: { code: "stale" },
      });
      writeFileSync(file, "{ nonsense");
      await host.waitFor(
        "team.changed",
        ({ team: info }) => info?.health?.policy === "lastGood" && info.policy.problems[0]?.line === 1,
      );
      const { hash, isChangedOutside, problems } = await team.readPolicy();
      expect({ isChangedOutside, problems: problems.length }).toEqual({
        isChangedOutside: true,
        problems: 1,
      });
      await host.ask("team.savePolicy", { ...save, baseHash: hash });
      await host.waitFor(
        "team.changed",
        ({ team: info }) => info?.policy.isChangedOutside === false && info.health?.policy === "current",
      );
      const byOthers = host.events.filter(({ data }) => JSON.stringify(data).includes('"by":"outside"'));
      expect(byOthers).toHaveLength(2);
    },
    120_000,
  );

  verifies(
    ["TOOL-10", "UI-03"],
    "what cannot start says why: a broken policy, a port that is taken; it is not tried again",
    async () => {
      await using team = await hostedTeam();
      const { host, teamId } = team;
      const taken = createServer();
      await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
      const { port } = taken.address() as AddressInfo;
      await host.ask("team.update", { teamId, definition: { name: "shop team", host: "127.0.0.1", port } });
      expect(await host.request("team.start", { teamId })).toMatchObject({
        ok: false,
        error: { key: "teamAddressTaken", params: { address: `127.0.0.1:${port}` } },
      });
      expect(await team.info()).toMatchObject({ state: "failed", restarts: 0 });
      await new Promise((resolve) => taken.close(resolve));
      writeFileSync((await team.info()).policy.path, "[]");
      expect(await host.request("team.start", { teamId })).toMatchObject({
        ok: false,
        error: { key: "teamPolicyBroken" },
      });
      const missing = await host.request("team.stop", { teamId: "nobody" as never });
      expect(missing).toMatchObject({ ok: false, error: { code: "notFound" } });
    },
    120_000,
  );

  verifies(
    ["TOOL-10"],
    "one that is killed comes back on the port that its clients know",
    async () => {
      await using team = await hostedTeam();
      const { host } = team;
      const url = await team.start();
      const { pid = 0 } = await team.info();
      process.kill(pid, "SIGKILL");
      const back = await host.waitFor(
        "team.changed",
        ({ team: info }) => info?.state === "ready" && info.restarts === 1,
        40_000,
      );
      expect(`${back.team?.url ?? ""}/projects/shop/mcp`).toBe(url);
      expect(back.team?.pid).not.toBe(pid);
      await (await connectClient(url, await team.issuer.token("ana"))).close();
    },
    180_000,
  );

  verifies(
    ["ARCH-01", "TOOL-10"],
    "it ends with the host, with what it started; after kill -9 the next host ends it; removed, its folder stays",
    async () => {
      const dataDir = tempDir("team-host");
      const host = await startHost({ dataDir });
      await using team = await hostedTeam({}, host);
      const url = await team.start();
      const ana = await connectClient(url, await team.issuer.token("ana"));
      await ana.call("run_command", { command: "sleep 74.5", background: true });
      const first = (await team.info()).pid ?? 0;
      await host.close();
      expect(isAlive(first)).toBe(false);

      const second = await startHost({ dataDir });
      await second.ask("team.start", { teamId: team.teamId });
      const [info] = await second.ask("team.list", {});
      await second.kill();
      const third = await startHost({ dataDir });
      expect(isAlive(info?.pid ?? 0)).toBe(false);
      expect(await third.ask("team.list", {})).toMatchObject([{ state: "stopped" }]);
      const { keptAt } = await third.ask("team.remove", { teamId: team.teamId });
      expect(existsSync(keptAt)).toBe(true);
      expect(await third.ask("team.list", {})).toEqual([]);
      await third.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
    180_000,
  );

  it("does not take a name twice, nor what is no address", async () => {
    await using team = await hostedTeam();
    const { host } = team;
    const policyText = text(team.policy);
    const add = (definition: { name: string; host: string; port: number }) =>
      host.request("team.add", { definition, policyText });
    expect(await add({ name: "SHOP team", host: "127.0.0.1", port: 0 })).toMatchObject({
      error: { key: "teamNameTaken" },
    });
    expect(await add({ name: "x", host: "http://127.0.0.1", port: 0 })).toMatchObject({
      error: { code: "invalidInput" },
    });
  });
});
