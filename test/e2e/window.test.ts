import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { verifies } from "../verifies.ts";
import { electronPath, openApp, testSwitches, type TestApp } from "./app.ts";

const root = path.resolve(import.meta.dirname, "../..");
const work = mkdtempSync(path.join(tmpdir(), "loopwright-window-"));
afterAll(() => rmSync(work, { recursive: true, force: true }));

const outer = (app: TestApp) =>
  app.electron.evaluate(({ BrowserWindow, Menu }) => {
    const [window] = BrowserWindow.getAllWindows();
    return {
      size: window?.getSize(),
      minimum: window?.getMinimumSize(),
      background: window?.getBackgroundColor().toLowerCase(),
      menu: Menu.getApplicationMenu()?.items.map(({ label }) => label),
    };
  });

verifies(
  "UI-01",
  "a window opens as it was left: size, theme from the first frame, language of menus and page",
  async () => {
    const userData = path.join(work, "kept");
    const first = await openApp({ userData, language: "zh-CN", theme: "dark" });
    await first.electron.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.setSize(1111, 777),
    );
    await first.quit();
    const second = await openApp({ userData });
    const url = new URL(second.page.url());
    expect([url.searchParams.get("theme"), url.searchParams.get("language")]).toEqual(["dark", "zh-CN"]);
    expect(await second.page.evaluate(() => document.documentElement.lang)).toBe("zh-CN");
    const { background, minimum, menu } = await outer(second);
    expect(background).toMatch(/^#(ff)?111113$/);
    expect(minimum).toEqual([640, 480]);
    expect(menu?.join()).toContain("文件");
    await second.quit();
    expect(existsSync(path.join(userData, "window.json"))).toBe(true);
  },
);

it("brings a page back that crashed; the host goes on", async () => {
  await using app = await openApp();
  const hostPid = () =>
    app.page.evaluate(async () => {
      type Ask = (params: unknown) => Promise<{ value: { pid: number } }>;
      const { requests } = (window as never as { loopwright: { requests: Record<string, Ask> } }).loopwright;
      return (await requests["host.info"]?.({}))?.value.pid;
    });
  const before = await hostPid();
  const reloaded = app.electron.evaluate(
    ({ BrowserWindow }) =>
      new Promise<void>((resolve) => {
        const contents = BrowserWindow.getAllWindows()[0]?.webContents;
        contents?.once("did-finish-load", () => resolve());
        contents?.forcefullyCrashRenderer();
      }),
  );
  await reloaded;
  const pid: unknown = await app.electron.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(
      `window.loopwright.requests["host.info"]({}).then((result) => result.value.pid)`,
    ),
  );
  expect(pid).toBe(before);
});

it("says what is wrong and how to go on when its folder cannot be written", async () => {
  // A file stands where the folder should be: not even root can write into it.
  const place = path.join(work, "file-in-the-way");
  writeFileSync(place, "");
  const app = spawn(electronPath(), [root, ...testSwitches(path.join(place, "data"))], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  app.stderr.setEncoding("utf8").on("data", (text: string) => {
    said += text;
    if (said.includes("--user-data-dir=FOLDER")) app.kill("SIGKILL"); // the dialog waits for a person
  });
  await once(app, "exit");
  expect(said).toContain("Loopwright cannot keep its data");
  expect(said).toContain("ENOTDIR");
});
