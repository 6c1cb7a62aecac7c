import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { FuseV1Options, FuseVersion, getCurrentFuseWire } from "@electron/fuses";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Result } from "../../shared/contract/index.ts";
import { verifies } from "../verifies.ts";
import {
  build,
  canInstall,
  install,
  packageDir,
  startPackaged,
  uninstall,
  type PackagedApp,
} from "./packagedApp.ts";
import { createSession, decide, hostReady, nextCard, send, TASK } from "./story.ts";

const packagingMs = 900_000;
let app: PackagedApp;
let executable: string;

beforeAll(async () => {
  build("package.mjs", ...(canInstall ? ["--deb"] : []));
  executable = canInstall
    ? install()
    : path.join(packageDir, process.platform === "linux" ? "loopwright" : "Loopwright");
  app = await startPackaged(executable);
}, packagingMs);
afterAll(async () => {
  if (app.process.exitCode === null) app.process.kill("SIGKILL");
  if (canInstall) uninstall();
});

type Requests = Record<string, (params: unknown) => Promise<Result<unknown>>>;
const ask = (name: string, params: unknown = {}) =>
  app.page.evaluate(
    async (asked) => {
      const { requests } = (window as never as { loopwright: { requests: Requests } }).loopwright;
      const answer = await requests[asked.name]?.(asked.params);
      return answer?.ok === true ? answer.value : answer;
    },
    { name, params },
  );

/** Kernel facts of every process of the app, by what its command line says it is. */
const processes = () =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
        if (!command.includes(path.dirname(executable))) return [];
        return [{ pid: Number(pid), command, status: readFileSync(`/proc/${pid}/status`, "utf8") }];
      } catch {
        return []; // ended while we looked
      }
    });

describe.runIf(process.platform === "linux")("the package on Linux", () => {
  verifies("SHIP-02", "opens its window and runs its own host on the Node it ships with", async () => {
    expect(app.page.url()).toMatch(/^app:\/\/bundle\/index\.html\?/);
    await hostReady(app.page);
    expect(await ask("app.info")).toMatchObject({ isPackaged: true, platform: "linux" });
    const { pid, node } = (await ask("host.info")) as { pid: number; node: string };
    expect(node).toMatch(/^v24\./);
    const host = processes().find((one) => one.pid === pid);
    expect(host?.command).toContain(path.join(path.dirname(executable), "resources/runtime/node"));
  });

  verifies(
    "SHIP-02",
    "its fuses leave no way to run it as Node, to debug its main process or to swap its code",
    async () => {
      const wire = await getCurrentFuseWire(executable);
      const on = "1".charCodeAt(0);
      const off = "0".charCodeAt(0);
      expect(wire).toMatchObject({
        version: FuseVersion.V1,
        [FuseV1Options.RunAsNode]: off,
        [FuseV1Options.EnableCookieEncryption]: on,
        [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: off,
        [FuseV1Options.EnableNodeCliInspectArguments]: off,
        [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: on,
        [FuseV1Options.OnlyLoadAppFromAsar]: on,
      });
      const older = (wire as Record<number, number | undefined>)[
        FuseV1Options.GrantFileProtocolExtraPrivileges
      ];
      expect([off, undefined]).toContain(older);
    },
  );

  verifies("SHIP-02", "holds its page: no Node in it, no navigation, no window, nothing remote", async () => {
    const before = app.page.url();
    const seen = await app.page.evaluate(async () => {
      location.assign("data:text/html,<title>away</title>");
      const opened = window.open("about:blank");
      const remote = await fetch("http://127.0.0.1:9/").then(
        () => "loaded",
        () => "refused",
      );
      const policy = (await fetch(location.href)).headers.get("content-security-policy");
      const permission = await Notification.requestPermission();
      const globals = ["require", "process", "ipcRenderer"].filter((name) => name in window);
      return { opened: opened === null ? "refused" : "opened", remote, policy, permission, globals };
    });
    expect(seen).toMatchObject({ opened: "refused", remote: "refused", permission: "denied", globals: [] });
    expect(seen.policy).toMatch(/^default-src 'none'; script-src 'self';/);
    expect(app.page.url()).toBe(before);
  });

  it.runIf(canInstall)("runs its pages in Chromium's sandbox", () => {
    const renderer = processes().find(({ command }) => command.includes("--type=renderer"));
    expect(renderer?.status).toMatch(/^Seccomp:\s+2$/m);
    expect(renderer?.status).toMatch(/^NoNewPrivs:\s+1$/m);
    expect(processes().some(({ command }) => command.includes("--no-sandbox"))).toBe(false);
  });

  verifies(
    "SHIP-02",
    "does a task: reads, shows the diff, writes what was accepted, runs a command",
    async () => {
      await createSession(app.page);
      await send(app.page, TASK);
      const file = path.join(app.userData, "sample-workspace/main.mjs");
      const edit = await nextCard(app.page, "Edit main.mjs");
      const before = readFileSync(file, "utf8");
      await decide(app.page, edit, /^Accept/);
      const command = await nextCard(app.page, "node --test");
      expect(readFileSync(file, "utf8")).not.toBe(before);
      await decide(app.page, command, /Run|Accept/);
      await nextCard(app.page, "Edit main.mjs");
      expect(await ask("audit.verify")).toMatchObject({ ok: true });
    },
  );

  verifies("SHIP-02", "ends whole: no process of it stays behind", async () => {
    await app.quit();
    const left = () => processes().map(({ command }) => command);
    expect(left().filter((command) => command.includes("/runtime/"))).toEqual([]);
    // Chromium's own helpers notice a moment later that their parent is gone.
    await vi.waitFor(() => expect(left()).toEqual([]), { timeout: 60_000 });
  });

  verifies(
    "SHIP-02",
    "brings the licences of what it holds, and electron-builder takes it (npm run dist)",
    () => {
      const runtime = path.join(packageDir, "resources/runtime");
      const licences = readFileSync(path.join(runtime, "THIRD-PARTY-LICENCES.txt"), "utf8");
      for (const name of ["better-sqlite3", "react", "monaco-editor", "@modelcontextprotocol/sdk"]) {
        expect(licences).toContain(`\n${name} `);
      }
      for (const file of ["LICENSE", "LICENSES.chromium.html"])
        expect(existsSync(path.join(packageDir, file))).toBe(true);
      build("dist.mjs", "--linux", "dir");
    },
  );
});
