import { spawn } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import path from "node:path";
import { electronPath, testSwitches } from "../../e2e/app.ts";
import { tempDir } from "../../fakes/hostProcess.ts";
import { connectCdp, type Cdp } from "./cdp.ts";
import type { Display } from "./display.ts";
import { endLeftovers, treeOf } from "./processes.ts";
import { until } from "./wait.ts";

const root = path.resolve(import.meta.dirname, "../../..");

/** What can be opened: the product as it is built in this repository, and a window with nothing in it. */
export const apps = { loopwright: root, bare: path.join(root, "test/bench/bare") } as const;

const endTimeoutMs = 8000;
const answerTimeoutMs = 20_000;

/** A window that was opened in a process of its own. */
export interface BenchWindow extends AsyncDisposable {
  readonly pid: number;
  /** Milliseconds since 1970, just before the process was started. */
  readonly spawnedAt: number;
  /** Connects to the page. */
  attach(): Promise<Cdp>;
  /** Ends the app as the system would and removes its data folder; what is left of its processes is ended by number. */
  end(): Promise<void>;
}

interface Target {
  readonly type: string;
  readonly url: string;
  readonly webSocketDebuggerUrl: string;
}

const pageAt = async (port: string): Promise<string | undefined> => {
  const answer = await fetch(`http://127.0.0.1:${port}/json/list`, {
    signal: AbortSignal.timeout(answerTimeoutMs),
  });
  const targets = (await answer.json()) as Target[];
  return targets.find(({ type, url }) => type === "page" && /^(?:app|file):/.test(url))?.webSocketDebuggerUrl;
};

/** Whether the page's own document is there; the first empty one may go while it is asked. */
const isLoaded = (page: Cdp): Promise<true | undefined> =>
  page
    .call(() => /^(?:app|file):/.test(location.href) && document.readyState === "complete")
    .then(
      (isThere) => isThere || undefined,
      () => undefined,
    );

/** Opens a window with its own data folder, `userData` or a fresh one. All apps get the same switches. */
export const openWindow = (
  app: keyof typeof apps,
  display: Display,
  userData = tempDir("bench"),
): BenchWindow => {
  const built = [".vite/build/main.cjs", ".vite/renderer/main_window/index.html"].find(
    (file) => !existsSync(path.join(root, file)),
  );
  if (built !== undefined) throw new Error(`the app is not built (${built} is missing): run npm run build`);
  const args = [apps[app], ...testSwitches(userData), "--remote-debugging-port=0"];
  const env = { ...process.env, ...display.env, LANG: "en_US.UTF-8" };
  const spawnedAt = Date.now();
  const child = spawn(electronPath(), args, { cwd: root, env, stdio: ["ignore", "ignore", "pipe"] });
  const pid = child.pid ?? -1;
  const exited = new Promise<void>((resolve) =>
    child.once("exit", () => {
      resolve();
    }),
  );
  let said = "";
  child.stderr.on("data", (text: Buffer) => (said += text.toString()));
  const attach = async (): Promise<Cdp> => {
    const port = await until("the window's process", () => {
      if (child.exitCode !== null)
        throw new Error(`the app ended with code ${child.exitCode}: ${said.slice(-1000)}`);
      return /DevTools listening on ws:\/\/127\.0\.0\.1:(\d+)\//.exec(said)?.[1];
    });
    const page = await connectCdp(await until("the window's page", () => pageAt(port)));
    await until("the page's document", () => isLoaded(page));
    return page;
  };
  const end = async (): Promise<void> => {
    const tree = treeOf(pid);
    const timer = setTimeout(() => child.kill("SIGKILL"), endTimeoutMs);
    child.kill("SIGTERM");
    await exited;
    clearTimeout(timer);
    endLeftovers(tree);
    rmSync(userData, { recursive: true, force: true, maxRetries: 5 });
  };
  return { pid, spawnedAt, attach, end, [Symbol.asyncDispose]: end };
};
