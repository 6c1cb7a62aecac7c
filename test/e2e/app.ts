import { mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { _electron, type ElectronApplication, type Page } from "playwright-core";
import { tempDir } from "../fakes/hostProcess.ts";

const root = path.resolve(import.meta.dirname, "../..");

/** Where screenshots of a run are kept, to be looked at. */
export const artefacts = path.join(root, "artifacts", "e2e");

/** The real app in a real window. */
export interface TestApp extends AsyncDisposable {
  readonly electron: ElectronApplication;
  readonly page: Page;
  readonly userData: string;
  /** Keeps a picture of the window as `artifacts/e2e/<name>.png`. */
  shot(name: string): Promise<void>;
  /** Sets the inner size of the window in CSS pixels. */
  resize(width: number, height: number): Promise<void>;
  /** Quits as a person would, and waits. */
  quit(): Promise<void>;
  /** `kill -9` of the main process, and waits until it is gone. */
  kill(): Promise<void>;
}

export interface AppOptions {
  /** Kept when given; else a new folder that is removed. */
  readonly userData?: string;
  readonly language?: "en" | "zh-CN";
  readonly theme?: "light" | "dark" | "contrast";
}

/** The readied Electron runtime; `npm test` writes the file. */
export const electronPath = (): string => {
  const file = path.join(root, ".cache/electron.json");
  return (JSON.parse(readFileSync(file, "utf8")) as { executable: string }).executable;
};

const isRoot = process.getuid?.() === 0;

/** Command line switches that a test machine needs: no GPU, and as root no Chromium sandbox. */
export const testSwitches = (userData: string): string[] => [
  `--user-data-dir=${userData}`,
  "--disable-gpu",
  ...(isRoot ? ["--no-sandbox"] : []),
];

/** How long a start may take: on a busy machine the first window can be late by many times its usual second. */
const windowMs = 90_000;

/** Starts the app and waits until its frame is there and its host is ready. */
export const openApp = async (options: AppOptions = {}): Promise<TestApp> => {
  const userData = options.userData ?? tempDir("app");
  const electron = await _electron.launch({
    executablePath: electronPath(),
    args: [root, ...testSwitches(userData)],
    cwd: root,
    env: { ...(process.env as Record<string, string>), LANG: "en_US.UTF-8" },
    timeout: windowMs,
  });
  const page = await electron.firstWindow({ timeout: windowMs });
  page.setDefaultTimeout(45_000);
  const main = electron.process();
  const gone = new Promise<void>((resolve) =>
    main.once("exit", () => {
      resolve();
    }),
  );
  await page.getByRole("contentinfo").or(page.getByRole("navigation")).first().waitFor();
  const resize = async (width: number, height: number): Promise<void> => {
    await electron.evaluate(
      ({ BrowserWindow }, size) => {
        BrowserWindow.getAllWindows()[0]?.setContentSize(size.width, size.height);
      },
      { width, height },
    );
    await page.waitForFunction((wanted) => Math.abs(window.innerWidth - wanted) < 4, width);
  };
  await resize(1440, 860);
  if (options.language !== undefined || options.theme !== undefined) {
    const { language = "en", theme = "light" } = options;
    await page.evaluate(
      ([set]) =>
        (
          window as never as {
            loopwright: { requests: Record<string, (params: unknown) => Promise<unknown>> };
          }
        ).loopwright.requests["app.setAppearance"]?.(set),
      [{ language, theme }],
    );
    await page.reload();
  }
  return {
    electron,
    page,
    userData,
    resize,
    shot: async (name) => {
      mkdirSync(artefacts, { recursive: true });
      await page.screenshot({ path: path.join(artefacts, `${name}.png`) });
    },
    quit: async () => {
      await electron.close();
      await gone;
    },
    kill: async () => {
      main.kill("SIGKILL");
      await gone;
    },
    [Symbol.asyncDispose]: async () => {
      if (main.exitCode === null && main.signalCode === null) await electron.close();
      await gone;
      if (options.userData === undefined) rmSync(userData, { recursive: true, force: true });
    },
  };
};
