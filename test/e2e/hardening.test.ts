import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { appRequestNames, eventNames, hostRequestNames } from "../../electron/preload/names.ts";
import type { Result } from "../../shared/contract/index.ts";
import { verifies } from "../verifies.ts";
import { electronPath, openApp, testSwitches, type TestApp } from "./app.ts";

const root = path.resolve(import.meta.dirname, "../..");
interface Exposed {
  readonly requests: Record<string, (params: unknown) => Promise<Result<unknown>>>;
  on(name: string, listener: (data: unknown) => void): () => void;
}
type Page = Omit<Window, "loopwright"> & {
  loopwright: Exposed;
  canary?: unknown;
  heard: { state: string }[];
};
declare const window: Page;

let app: TestApp;
let sink: Server;
let hits: string[];

beforeAll(async () => {
  hits = [];
  sink = createServer((request, response) => {
    hits.push(request.url ?? "");
    response.end("x");
  }).listen(0, "127.0.0.1");
  await once(sink, "listening");
  app = await openApp();
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  sink.close();
});
const sinkUrl = () => `http://127.0.0.1:${(sink.address() as AddressInfo).port}`;

it("gives the page the contract's functions and nothing of Node or Electron", async () => {
  const seen = await app.page.evaluate(() => ({
    exposed: Object.keys(window.loopwright).sort(),
    requests: Object.keys(window.loopwright.requests).sort(),
    globals: ["require", "process", "module", "ipcRenderer", "electron", "Buffer"].filter(
      (name) => name in window,
    ),
  }));
  expect(seen).toEqual({
    exposed: ["on", "requests"],
    requests: [...hostRequestNames, ...appRequestNames].sort(),
    globals: [],
  });
  const settings = await app.electron.evaluate(({ BrowserWindow }) => {
    const [shown] = BrowserWindow.getAllWindows();
    // The typings lack what Electron has always had: the settings as they took effect.
    return (
      shown?.webContents as unknown as { getLastWebPreferences(): Record<string, unknown> }
    ).getLastWebPreferences();
  });
  expect(settings).toMatchObject({
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    webSecurity: true,
  });
  for (const name of [
    "webviewTag",
    "nodeIntegrationInWorker",
    "experimentalFeatures",
    "allowRunningInsecureContent",
  ]) {
    expect([name, settings[name] ?? false]).toEqual([name, false]);
  }
});

it("runs no inline script and no handler written into the page", async () => {
  const policy = await app.page.evaluate(async () => {
    const button = document.createElement("button");
    button.setAttribute("onclick", "window.canary = 'handler'");
    document.body.append(button);
    button.click();
    const script = document.createElement("script");
    script.textContent = "window.canary = 'script'";
    document.body.append(script);
    button.remove();
    script.remove();
    return (await fetch(location.href)).headers.get("content-security-policy");
  });
  expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline';/);
  expect(await app.page.evaluate(() => window.canary)).toBeUndefined();
});

it("loads nothing from outside, whatever asks for it", async () => {
  await app.page.evaluate(async (url) => {
    const html = `<img src="${url}/img"><iframe src="${url}/frame"></iframe><video src="${url}/video"></video>
      <link rel="stylesheet" href="${url}/css"><link rel="prefetch" href="${url}/prefetch"><link rel="dns-prefetch" href="${url}">
      <style>@import url("${url}/import"); body { --x: url("${url}/var") }</style><object data="${url}/object"></object>`;
    const holder = document.createElement("div");
    holder.innerHTML = html;
    document.body.append(holder);
    navigator.sendBeacon(`${url}/beacon`, "x");
    const ask = (work: () => Promise<unknown>) => work().catch(() => undefined);
    await ask(() => fetch(`${url}/fetch`));
    await ask(() => fetch(`${url}/nocors`, { mode: "no-cors" }));
    await ask(async () => new WebSocket(url.replace("http", "ws")));
    // What the elements asked for went out before these, or was refused.
    for (let round = 0; round < 3; round += 1) await fetch(`./boot.js?${round}`);
    holder.remove();
  }, sinkUrl());
  expect(hits).toEqual([]);
});

const permissions = [
  "geolocation",
  "notifications",
  "camera",
  "microphone",
  "midi",
  "clipboard-read",
] as const;
it.each(permissions)("denies %s", async (name) => {
  const state = await app.page.evaluate(
    async (asked) => (await navigator.permissions.query({ name: asked as PermissionName })).state,
    name,
  );
  expect(state).toBe("denied");
});

interface Asked {
  message: string;
  detail: string;
}
/** Stands in for the person and the system's browser. `answer` 0 opens, 1 refuses. */
async function stubLinks(answer: 0 | 1): Promise<() => Promise<{ asked: Asked[]; opened: string[] }>> {
  await app.electron.evaluate(({ dialog, shell }, response) => {
    const seen = { asked: [] as unknown[], opened: [] as string[] };
    (globalThis as never as { seen: typeof seen }).seen = seen;
    dialog.showMessageBox = async (...args: unknown[]) => {
      seen.asked.push(args.at(-1));
      return { response, checkboxChecked: false };
    };
    shell.openExternal = async (url: string) => {
      seen.opened.push(url);
    };
  }, answer);
  return () =>
    app.electron.evaluate(() => (globalThis as never as { seen: { asked: Asked[]; opened: string[] } }).seen);
}

const hostile = [
  "javascript:window.canary=1",
  "JaVaScRiPt:window.canary=1",
  "data:text/html,<script>1</script>",
  "vbscript:x",
  "file:///etc/hosts",
  "smb://127.0.0.1/s",
  "ms-msdt:/id",
  "calculator://",
  "loopwright://install?config=e30",
];

it("never hands a link of another scheme to the system (SEC-UI-03)", async () => {
  const seen = await stubLinks(0);
  const before = app.page.url();
  for (const url of hostile) {
    const answer = await app.page.evaluate(async (link) => {
      window.open(link);
      const anchor = document.createElement("a");
      anchor.href = link;
      document.body.append(anchor);
      anchor.click();
      anchor.remove();
      return window.loopwright.requests["app.openExternal"]?.({ url: link });
    }, url);
    expect(answer).toEqual({ ok: true, value: { isOpened: false } });
  }
  expect(await seen()).toEqual({ asked: [], opened: [] });
  expect(app.page.url()).toBe(before);
  expect(await app.page.evaluate(() => window.canary)).toBeUndefined();
  expect(app.electron.windows()).toHaveLength(1);
});

it("asks with the whole address before a web link opens, and goes nowhere itself (SEC-UI-03)", async () => {
  const before = app.page.url();
  const long = `https://xn--80ak6aa92e.example.invalid/${"a".repeat(300)}?end=1`;
  let seen = await stubLinks(1);
  await app.page.evaluate((link) => window.loopwright.requests["app.openExternal"]?.({ url: link }), long);
  let { asked, opened } = await seen();
  expect(opened).toEqual([]);
  expect(asked[0]?.message).toContain("xn--80ak6aa92e.example.invalid");
  expect(asked[0]?.detail).toContain(long);
  expect(asked[0]).toMatchObject({ type: "warning", defaultId: 1, cancelId: 1 });
  seen = await stubLinks(0);
  for (const how of ["open", "click", "assign"] as const) {
    await app.page.evaluate(
      ({ url, way }) => {
        if (way === "open") window.open(url);
        if (way === "assign") location.assign(url);
        const anchor = document.createElement("a");
        anchor.href = url;
        if (way === "click") anchor.click();
      },
      { url: `https://good.example.invalid/${how}`, way: how },
    );
    await vi.waitFor(
      async () => expect((await seen()).opened).toContain(`https://good.example.invalid/${how}`),
      { timeout: 45_000 },
    );
  }
  ({ asked, opened } = await seen());
  expect([asked.length, opened.length]).toEqual([3, 3]);
  expect(app.page.url()).toBe(before);
});

verifies(
  "ARCH-03",
  "answers wrong parameters on every channel with a typed failure (SEC-IPC-01, -02)",
  async () => {
    const answers = await app.page.evaluate(
      async (names) => {
        const odd: unknown[] = [
          null,
          0,
          -1,
          1e308,
          "",
          [],
          [[]],
          true,
          { id: {} },
          { extra: 1 },
          { limit: -1, extra: 1 },
          10n,
          new Date(),
        ];
        odd.push({ constructor: { prototype: { isAdmin: true } } }, { x: "x".repeat(1e6) });
        const out: { name: string; result: Result<unknown> }[] = [];
        for (const name of names) {
          for (const params of odd) {
            const result = await window.loopwright.requests[name]?.(params).catch((error: unknown) =>
              String(error),
            );
            out.push({ name, result: result as Result<unknown> });
          }
        }
        return out;
      },
      [...hostRequestNames, ...appRequestNames],
    );
    expect(answers).toHaveLength((hostRequestNames.length + appRequestNames.length) * 15);
    const wrong = answers.filter(
      ({ result }) => !(result.ok === false && ["invalidInput", "notAvailable"].includes(result.error.code)),
    );
    expect(wrong.map(({ name, result }) => [name, result])).toEqual([]);
    expect(JSON.stringify(answers)).not.toMatch(/at [\w.]+ \(|node_modules/);
    expect(await app.page.evaluate(() => (({}) as Record<string, unknown>)["isAdmin"])).toBeUndefined();
  },
);

it("refuses huge and deep parameters early and stays alive (SEC-IPC-03)", async () => {
  const results = await app.page.evaluate(async () => {
    const ask = async (params: unknown) => {
      const startedAt = performance.now();
      const result = await window.loopwright.requests["session.list"]?.(params).catch(() => undefined);
      return {
        code: result?.ok === false ? result.error.code : "none",
        elapsedMs: performance.now() - startedAt,
      };
    };
    const keys = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`k${n}`, n]));
    return [
      await ask({ cursor: "x".repeat(20e6) }),
      await ask({ cursor: Array(1e6).fill(1) }),
      await ask(keys),
    ];
  });
  expect(results.map(({ code }) => code)).toEqual(["invalidInput", "invalidInput", "invalidInput"]);
  const many = await app.page.evaluate(async () => {
    const all = Array.from({ length: 1000 }, async () => window.loopwright.requests["session.list"]?.({}));
    return (await Promise.all(all)).map((result) => (result?.ok === false ? result.error.code : "ok"));
  });
  expect(new Set(many)).toContain("resourceExhausted");
  expect(await app.page.evaluate(async () => (await window.loopwright.requests["app.info"]?.({}))?.ok)).toBe(
    true,
  );
});

it("answers nobody but its own page", async () => {
  const answer = await app.electron.evaluate(
    async ({ BrowserWindow }, preload) => {
      const stranger = new BrowserWindow({
        show: false,
        webPreferences: { preload, sandbox: true, contextIsolation: true },
      });
      await stranger.loadURL("about:blank");
      const code: unknown = await stranger.webContents.executeJavaScript(
        `window.loopwright.requests["app.info"]({}).then((result) => result.error?.code)`,
      );
      stranger.destroy();
      return code;
    },
    path.join(root, ".vite/build/preload.cjs"),
  );
  expect(answer).toBe("denied");
});

verifies("ARCH-01", "the window hears that the host was killed and that another is ready", async () => {
  await app.page.evaluate(() => {
    window.heard = [];
    window.loopwright.on("app.hostChanged", (state) => window.heard.push(state as { state: string }));
  });
  const hostPid = () =>
    app.page.evaluate(async () => {
      const info = await window.loopwright.requests["host.info"]?.({});
      return info?.ok === true ? (info.value as { pid: number }).pid : 0;
    });
  const first = await hostPid();
  process.kill(first, "SIGKILL");
  await app.page.waitForFunction(() => window.heard.at(-1)?.state === "ready", undefined, {
    timeout: 45_000,
  });
  const heard = await app.page.evaluate(
    () => window.heard as { state: string; at: number; restarts: number }[],
  );
  expect(heard.map(({ state }) => state)).toEqual(["restarting", "restarting", "ready"]);
  expect(await hostPid()).not.toBe(first);
});

it("a second start brings the first window forward and ends", async () => {
  const second = spawn(electronPath(), [root, ...testSwitches(app.userData)], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  second.stderr.setEncoding("utf8").on("data", (text: string) => (said += text));
  const [code] = (await once(second, "exit")) as [number];
  expect(code).toBe(0);
  expect(said).toContain("already running");
  expect(app.electron.windows()).toHaveLength(1);
});

it("knows every event of the contract", async () => {
  const heard = await app.page.evaluate(
    (names) => names.map((name) => typeof window.loopwright.on(name, () => undefined)),
    [...eventNames],
  );
  expect(new Set(heard)).toEqual(new Set(["function"]));
});
