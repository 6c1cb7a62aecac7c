import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { reapLeftovers } from "../../../electron/host/mcp/index.ts";
import { startedAtOf } from "../../../electron/host/mcp/process/index.ts";
import type { ServerId } from "../../../shared/contract/index.ts";
import { verifies } from "../../verifies.ts";
import { fixture, isAlive, startManager, stdio, until, type TestManager } from "./support.ts";

interface Pids {
  readonly own: number;
  readonly grandchild: number;
}

const pidsOf = async (at: TestManager, id: ServerId): Promise<Pids> =>
  JSON.parse(await at.text(id, "pids")) as Pids;

const areGone = async ({ own, grandchild }: Pids): Promise<boolean> =>
  !(await isAlive(own)) && !(await isAlive(grandchild));

describe("stopping", () => {
  verifies(
    ["MCP-01", "ARCH-01"],
    "SEC-MCP-12: a server that ignores EOF and SIGTERM goes with its grandchild that left the group",
    async () => {
      await using at = startManager();
      const id = await at.ready("stubborn");
      const pids = await pidsOf(at, id);
      expect(at.children.started).toEqual([
        { pid: pids.own, startTicks: startedAtOf(pids.own), name: "stubborn" },
      ]);
      expect(await isAlive(pids.grandchild)).toBe(true);
      await at.manager.stop(id);
      expect(await areGone(pids)).toBe(true);
      expect(at.children.ended).toEqual([pids.own]);
      expect(at.info(id)).toMatchObject({ state: "stopped" });
      expect(at.info(id).pid).toBeUndefined();
    },
  );

  verifies(["MCP-01"], "a grandchild that left the group and dropped its environment goes too", async () => {
    await using at = startManager();
    const id = await at.ready("stubborn", ["bare"]);
    const pids = await pidsOf(at, id);
    await at.manager.remove(id);
    expect(await areGone(pids)).toBe(true);
    expect(at.manager.list()).toEqual([]);
  });

  verifies(
    ["MCP-01"],
    "MC-18: under a shell, started, restarted and closed: nothing of any generation lives",
    async () => {
      await using at = startManager();
      const command = `"${process.execPath}" "${fixture("stubborn")}"; true`;
      const added = at.manager.add({
        name: "wrapped",
        transport: { kind: "stdio", command: "sh", args: ["-c", command] },
      });
      const id = added.ok ? added.value.serverId : ("" as ServerId);
      const seen: Pids[] = [];
      for (let round = 0; round < 2; round++) {
        expect(await at.manager.start(id)).toMatchObject({ ok: true });
        seen.push(await pidsOf(at, id));
        if (round === 0) await at.manager.stop(id);
      }
      await at.manager.close();
      for (const pids of seen) expect(await areGone(pids)).toBe(true);
    },
  );

  verifies(["MCP-01"], "through npx: the server below the wrappers goes as well", async () => {
    await using at = startManager();
    const folder = mkdtempSync(join(tmpdir(), "loopwright-npx-"));
    try {
      // A package that is already there, so that npx starts it without asking a registry.
      const bin = join(folder, "node_modules", ".bin");
      mkdirSync(bin, { recursive: true });
      writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "x", version: "1.0.0" }));
      writeFileSync(
        join(bin, "stubborn-server"),
        `#!/bin/sh\nexec "${process.execPath}" "${fixture("stubborn")}"\n`,
      );
      chmodSync(join(bin, "stubborn-server"), 0o755);
      const transport = {
        kind: "stdio" as const,
        command: "npx",
        args: ["--no-install", "stubborn-server"],
        cwd: folder,
      };
      const added = at.manager.add({ name: "by npx", transport });
      const id = added.ok ? added.value.serverId : ("" as ServerId);
      const started = await at.manager.start(id);
      expect(started).toEqual({ ok: true, value: null });
      const pids = await pidsOf(at, id);
      expect(pids.own).not.toBe(at.info(id).pid);
      await at.manager.stop(id);
      expect(await areGone(pids)).toBe(true);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it("stop ends a start under way; a later start works", async () => {
    await using at = startManager();
    const id = at.add("hang");
    const starting = at.manager.start(id);
    await until("spawned", () => at.children.started.length === 1);
    await at.manager.stop(id);
    expect(await starting).toMatchObject({ ok: false, error: { key: "serverStoppedWhileStarting" } });
    expect(at.info(id).state).toBe("stopped");
    expect(at.info(id).lastError).toBeUndefined();
    expect(await isAlive(at.children.started[0]?.pid ?? 0)).toBe(false);
  });
});

describe("leftovers of a host that was killed", () => {
  verifies(
    ["MCP-01", "ARCH-01"],
    "kill -9 of the host: the next start ends the orphans, by pid and start time or by mark, and nothing else",
    async () => {
      const dataDir = mkdtempSync(join(tmpdir(), "loopwright-reap-"));
      const bystander = spawn(process.execPath, ["-e", "setInterval(() => undefined, 1000)"], {
        stdio: "ignore",
      });
      const support = join(import.meta.dirname, "support.ts");
      const script = `
      const { startManager } = await import(${JSON.stringify(support)});
      const at = startManager({ dataDir: ${JSON.stringify(dataDir)} });
      const id = await at.ready("stubborn");
      console.log(await at.text(id, "pids"));`;
      const host = spawn(process.execPath, ["--input-type=module", "-e", script], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      try {
        const [line] = (await once(host.stdout, "data")) as [Buffer];
        const pids = JSON.parse(line.toString()) as Pids;
        host.kill("SIGKILL");
        await once(host, "exit");
        expect([await isAlive(pids.own), await isAlive(pids.grandchild)]).toEqual([true, true]);
        const file = join(dataDir, "children.json");
        const book = JSON.parse(readFileSync(file, "utf8")) as {
          children: { pid: number; startTicks: string }[];
        };
        expect(book.children).toMatchObject([{ pid: pids.own, startTicks: startedAtOf(pids.own) }]);
        // The bystander's pid with another start time: a number that was used again.
        writeFileSync(
          file,
          JSON.stringify({
            version: 1,
            children: [...book.children, { pid: bystander.pid, startTicks: "1", name: "x", marker: "x" }],
          }),
        );
        const other = mkdtempSync(join(tmpdir(), "loopwright-other-"));
        expect(await reapLeftovers(other)).toBe(0);
        rmSync(other, { recursive: true, force: true });
        expect(await isAlive(pids.own)).toBe(true);
        expect(await reapLeftovers(dataDir)).toBe(2);
        expect(await areGone(pids)).toBe(true);
        expect(await isAlive(bystander.pid ?? 0)).toBe(true);
        expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ version: 1, children: [] });
        expect(await reapLeftovers(dataDir)).toBe(0);
      } finally {
        bystander.kill("SIGKILL");
        host.kill("SIGKILL");
        rmSync(dataDir, { recursive: true, force: true });
      }
      expect(existsSync(dataDir)).toBe(false);
    },
  );
});

describe("failing to start", () => {
  verifies(["MCP-06"], "a server that dies at once: exit code, its last words, no restart", async () => {
    await using at = startManager();
    const id = at.add("crashAtStart");
    const started = await at.manager.start(id);
    expect(started).toMatchObject({
      ok: false,
      error: {
        code: "unreachable",
        key: "serverDied",
        params: { server: "crashAtStart", how: "exit code 7", lastWord: "Error: DATABASE_URL is not set" },
      },
    });
    expect(started.ok ? "" : started.error.message).toMatch(
      /exit code 7.*DATABASE_URL is not set.*start it again/s,
    );
    expect(started.ok ? "" : started.error.detail).toContain("first line");
    expect(at.info(id)).toMatchObject({ state: "failed", restarts: 0, lastError: { key: "serverDied" } });
    expect(at.logText(id)).toContain("DATABASE_URL");
    expect(at.events.map((event) => event.type)).toEqual(["server.added", "server.failed"]);
  });

  verifies(["MCP-07"], "a command that is not there: what was tried and how to get it", async () => {
    await using at = startManager({ pathEnv: async () => "/nowhere/bin:/also/nowhere" });
    const try_ = async (name: string, command: string) => {
      const added = at.manager.add({ name, transport: { kind: "stdio", command } });
      return at.manager.start(added.ok ? added.value.serverId : ("" as ServerId));
    };
    const uvx = await try_("a", "uvx");
    expect(uvx).toMatchObject({
      ok: false,
      error: {
        code: "notFound",
        key: "serverCommandNotFoundGet",
        params: { command: "uvx", url: "https://docs.astral.sh/uv" },
      },
    });
    expect(uvx.ok ? "" : uvx.error.message).toContain("/also/nowhere");
    expect(await try_("b", "/no/such/program")).toMatchObject({
      error: { key: "serverProgramMissing", params: { path: "/no/such/program" } },
    });
    expect(await try_("c", "docker")).toMatchObject({ error: { params: { what: "Docker" } } });
  });

  verifies(["MCP-07"], "node without a Node on the PATH runs on the shipped one", async () => {
    await using at = startManager({ pathEnv: async () => "/nowhere/bin" });
    const added = at.manager.add({
      name: "n",
      transport: { kind: "stdio", command: "node", args: [fixture("plain")] },
    });
    const id = added.ok ? added.value.serverId : ("" as ServerId);
    expect(await at.manager.start(id)).toMatchObject({ ok: true });
    expect(await at.text(id, "echo", { text: "hi" })).toBe("hi");
  });

  verifies(
    ["MCP-06"],
    "a folder that is gone, a file that may not run, a program that is no MCP server, one that hangs",
    async () => {
      await using at = startManager({ limits: { connectTimeoutMs: 1500 } });
      const start = async (transport: ReturnType<typeof stdio>, name: string) => {
        const added = at.manager.add({ name, transport });
        return at.manager.start(added.ok ? added.value.serverId : ("" as ServerId));
      };
      expect(await start(stdio([fixture("plain")], { cwd: "/no/such/folder" }), "a")).toMatchObject({
        error: { key: "serverCwdMissing", params: { cwd: "/no/such/folder" } },
      });
      expect(await start({ kind: "stdio", command: fixture("plain") }, "b")).toMatchObject({
        error: { key: "serverProgramNotRunnable" },
      });
      expect(await start({ kind: "stdio", command: "cat" }, "c")).toMatchObject({
        error: { key: "serverNotMcp" },
      });
      expect(await start({ kind: "stdio", command: "yes" }, "d")).toMatchObject({
        error: { code: "timedOut", key: "serverTimedOut" },
      });
      expect(await start(stdio([fixture("hang")]), "e")).toMatchObject({
        error: { code: "timedOut", key: "serverTimedOut" },
      });
      for (const { pid } of at.children.started) expect(await isAlive(pid)).toBe(false);
    },
  );

  verifies(
    ["MCP-06"],
    "a hanging server delays no other: started side by side, the good one answers at once",
    async () => {
      await using at = startManager();
      const hanging = at.add("hang");
      const good = at.add("plain");
      const off = at.add("noisy", [], { isEnabled: false });
      at.manager.startEnabled();
      await until("the good one is ready", () => at.info(good).state === "ready");
      expect(await at.text(good, "echo", { text: "here" })).toBe("here");
      expect([at.info(hanging).state, at.info(off).state]).toEqual(["starting", "stopped"]);
    },
  );
});

describe("crashing in use", () => {
  verifies(
    ["MCP-06"],
    "a crash in a call: outcome unknown, then restarts with growing pauses until they are used up",
    async () => {
      await using at = startManager({ limits: { restartDelaysMs: [10, 20] } });
      const id = await at.ready("plain");
      const first = at.info(id).pid;
      for (const restarts of [1, 2]) {
        const call = await at.call(id, "crash");
        expect(call).toMatchObject({
          ok: false,
          error: { code: "unreachable", key: "serverDiedInCall", params: { how: "exit code 3" } },
        });
        await until("restarted", () => at.info(id).state === "ready" && at.info(id).restarts === restarts);
      }
      expect(at.info(id).pid).not.toBe(first);
      expect(await at.text(id, "echo", { text: "back" })).toBe("back");
      await at.call(id, "crash");
      await until("given up", () => at.logText(id).includes("not restarted any more"));
      expect(at.info(id)).toMatchObject({ state: "failed", lastError: { key: "serverDiedInUse" } });
      expect(at.info(id).lastError?.message).toContain("out of luck");
      expect(await at.call(id, "echo", { text: "x" })).toMatchObject({
        error: { code: "unreachable", key: "serverNotRunning" },
      });
      expect(await at.manager.start(id)).toMatchObject({ ok: true });
      expect(await at.text(id, "echo", { text: "by hand" })).toBe("by hand");
    },
  );
});
