import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { HostSupervisor } from "../../../electron/main/host/index.ts";
import { readProcessTable } from "../../../electron/main/host/processTable.ts";
import { ok } from "../../../shared/contract/index.ts";
import type { HostState, Result } from "../../../shared/contract/index.ts";
import { verifies } from "../../verifies.ts";

const fakeHost = path.resolve(import.meta.dirname, "../../fixtures/fakeHost.mjs");
const running: HostSupervisor[] = [];
const work = mkdtempSync(path.join(tmpdir(), "supervisor-"));

afterEach(async () => {
  await Promise.all(running.splice(0).map((supervisor) => supervisor.stop()));
});
process.on("exit", () => rmSync(work, { recursive: true, force: true }));

function supervise(args: string[] = [], options: { stopTimeoutMs?: number } = {}) {
  const states: HostState[] = [];
  const events: string[] = [];
  const secrets = new Map<string, string>();
  let log = "";
  const supervisor = new HostSupervisor({
    launch: () =>
      ok({ node: process.execPath, script: fakeHost, args, cwd: work, codeCache: path.join(work, "code") }),
    secrets: {
      put: async (name, value) => {
        if (value === null) secrets.delete(name);
        else secrets.set(name, value);
        return "memory";
      },
      get: async (name) => ({ where: "memory", value: secrets.get(name) ?? null }),
    },
    onEvent: (text) => events.push(text),
    onState: (state) => states.push(state),
    log: (text) => (log += text),
    logFile: "host.log",
    ...options,
  });
  running.push(supervisor);
  supervisor.start();
  const ask = async <T>(method: string, params: unknown = {}) =>
    JSON.parse(await supervisor.request(method, JSON.stringify(params))) as Result<T>;
  const value = async <T>(method: string, params: unknown = {}) => {
    const result = await ask<T>(method, params);
    if (!result.ok) throw new Error(result.error.message);
    return result.value;
  };
  return { supervisor, states, events, secrets, ask, value, log: () => log };
}

/** Whether a process runs. One that has ended but was not collected by its parent does not. */
async function isAlive(pid: number): Promise<boolean> {
  return (await readProcessTable()).some((row) => row.pid === pid);
}

interface Echo {
  params: unknown;
  pid: number;
  argv: string[];
  nodeOptions: string | null;
}

verifies("ARCH-01", "when the host is killed its servers' trees end and a new host answers", async () => {
  const { states, value } = supervise();
  const { server, grandchild } = await value<{ server: number; grandchild: number }>("test.startServer");
  const first = (await value<Echo>("test.echo")).pid;
  expect(await isAlive(server)).toBe(true);
  expect(await isAlive(grandchild)).toBe(true);
  process.kill(first, "SIGKILL");
  await vi.waitFor(() => expect(states.at(-1)).toMatchObject({ state: "ready", restarts: 1 }), {
    timeout: 30_000,
    interval: 10,
  });
  expect(await isAlive(server)).toBe(false);
  expect(await isAlive(grandchild)).toBe(false);
  expect((await value<Echo>("test.echo")).pid).not.toBe(first);
});

verifies(
  "ARCH-01",
  "a request that was under way is answered, one asked meanwhile waits for the new host",
  async () => {
    const { supervisor, states, ask, value } = supervise();
    const { pid } = await value<Echo>("test.echo");
    const lost = ask("test.hang");
    process.kill(pid, "SIGKILL");
    await expect(lost).resolves.toMatchObject({
      ok: false,
      error: { code: "unreachable", key: "hostRestarted" },
    });
    expect(supervisor.state.state).toBe("restarting");
    expect((await value<Echo>("test.echo", { n: 1 })).params).toEqual({ n: 1 });
    expect(states.map(({ state }) => state)).toEqual(["ready", "restarting", "restarting", "ready"]);
  },
);

verifies(
  "ARCH-01",
  "a host that dies each time is given up after three deaths, and started again when asked",
  async () => {
    const { supervisor, ask, states } = supervise(["--die-at-start"]);
    const waiting = ask("test.echo");
    await vi.waitFor(() => expect(supervisor.state.state).toBe("failed"), { timeout: 30_000 });
    expect(supervisor.state.error).toMatchObject({ code: "unreachable", key: "hostKeepsDying" });
    expect(await waiting).toMatchObject({ ok: false, error: { key: "hostKeepsDying" } });
    expect(states.filter(({ state }) => state === "failed")).toHaveLength(1);
    await supervisor.restart();
    expect(states.at(-1)?.state).toBe("restarting");
  },
);

it("ends without a restart when the host says it cannot go on", async () => {
  const { supervisor, ask, states } = supervise();
  const lost = ask("test.fatal");
  await vi.waitFor(() => expect(supervisor.state.state).toBe("failed"), { timeout: 30_000 });
  expect(supervisor.state.error).toMatchObject({ code: "damaged" });
  await lost;
  expect(await ask("test.echo")).toMatchObject({ ok: false, error: { code: "damaged" } });
  expect(states.map(({ state }) => state)).toEqual(["ready", "failed"]);
});

it("asks the host to end, and ends a deaf one with its servers after the time limit", async () => {
  const { supervisor, value } = supervise(["--deaf"], { stopTimeoutMs: 300 });
  const { server, grandchild } = await value<{ server: number; grandchild: number }>("test.startServer");
  const { pid } = await value<Echo>("test.echo");
  await supervisor.stop();
  expect(await Promise.all([pid, server, grandchild].map(isAlive))).toEqual([false, false, false]);
});

it("keeps events in order and gives the host no NODE_OPTIONS", async () => {
  vi.stubEnv("NODE_OPTIONS", "--no-warnings");
  const { events, value } = supervise();
  await value("test.events", { count: 500 });
  expect(events.map((text) => (JSON.parse(text) as { data: { n: number } }).data.n)).toEqual(
    Array.from({ length: 500 }, (_, n) => n),
  );
  expect((await value<Echo>("test.echo")).nodeOptions).toBeNull();
  vi.unstubAllEnvs();
});

verifies(
  "MODEL-02",
  "keeps and gives back the host's secrets, which never stand in its arguments",
  async () => {
    const { value, secrets } = supervise();
    expect(await value("test.putSecret", { name: "model/1", value: "sk-secret" })).toEqual({
      where: "memory",
      value: null,
    });
    expect(await value("test.getSecret", { name: "model/1" })).toEqual({
      where: "memory",
      value: "sk-secret",
    });
    expect((await value<Echo>("test.echo")).argv.join(" ")).not.toContain("sk-secret");
    await value("test.putSecret", { name: "model/1", value: null });
    expect(secrets.size).toBe(0);
  },
);

it("says what is missing when there is no host to start", async () => {
  const states: HostState[] = [];
  const supervisor = new HostSupervisor({
    launch: () => ({ ok: false, error: { code: "notFound", message: "A part is missing." } }),
    secrets: { put: async () => "memory", get: async () => ({ where: "memory", value: null }) },
    onEvent: () => undefined,
    onState: (state) => states.push(state),
    log: () => undefined,
    logFile: "host.log",
  });
  const asked = supervisor.request("host.info", "{}");
  supervisor.start();
  expect(JSON.parse(await asked)).toMatchObject({ ok: false, error: { code: "notFound" } });
  expect(states).toMatchObject([{ state: "failed" }]);
});
