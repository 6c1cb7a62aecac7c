import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import path from "node:path";
import { chromium, type Page } from "playwright-core";
import { tempDir } from "../fakes/hostProcess.ts";

const root = path.resolve(import.meta.dirname, "../..");
const nobody = 65534;
const isRoot = process.getuid?.() === 0;

/** Runs one of the project's build scripts and throws with what it said where it fails. */
export function build(script: string, ...args: string[]): string {
  const done = spawnSync(process.execPath, [path.join(root, "build", script), ...args], {
    cwd: root,
    encoding: "utf8",
  });
  if (done.status !== 0) throw new Error(`${script} failed:\n${done.stdout}${done.stderr}`);
  return done.stdout;
}

/** The folder of the packaged app. */
export const packageDir = path.join(root, "out", `Loopwright-${process.platform}-${process.arch}`);

/** Whether the package can be installed on this system: as root on Debian or a relative, as in CI. */
export const canInstall = isRoot && existsSync("/usr/bin/dpkg");

/**
 * Installs the `.deb` of the last `make`. Libraries it depends on are fetched where they can be; where they cannot, the
 * package is installed all the same, because what the app needs to start is already here.
 */
export function install(): string {
  const folder = path.join(root, "out/make/deb", process.arch);
  const [name] = readdirSync(folder).filter((file) => file.endsWith(".deb"));
  if (name === undefined) throw new Error(`no .deb in ${folder}`);
  const deb = path.join(folder, name);
  const apt = spawnSync("apt-get", ["install", "-y", "--no-install-recommends", deb], { encoding: "utf8" });
  if (apt.status !== 0) {
    const forced = spawnSync("dpkg", ["--force-depends", "-i", deb], { encoding: "utf8" });
    if (forced.status !== 0) throw new Error(`${apt.stderr}\n${forced.stderr}`);
  }
  return "/usr/lib/loopwright/loopwright";
}

/** Removes the installed package. */
export function uninstall(): void {
  spawnSync("dpkg", ["--purge", "--force-depends", "loopwright"]);
}

/** The packaged app, driven over Chromium's debugging port: with its fuses Playwright's own way is closed. */
export interface PackagedApp {
  readonly process: ChildProcess;
  readonly page: Page;
  readonly userData: string;
  /** Closes the window as a person would, and waits until the app has ended. */
  quit(): Promise<void>;
}

/** Starts a packaged app as an ordinary user, with Chromium's sandbox where that user may have it. */
export async function startPackaged(executable: string): Promise<PackagedApp> {
  const userData = tempDir("packaged");
  const home = path.join(userData, "home");
  mkdirSync(home);
  if (isRoot) for (const folder of [userData, home]) chownSync(folder, nobody, nobody);
  chmodSync(userData, 0o700);
  const args = [`--user-data-dir=${userData}`, "--disable-gpu", "--remote-debugging-port=0"];
  const asUser = [
    "--reuid",
    String(nobody),
    "--regid",
    String(nobody),
    "--clear-groups",
    executable,
    ...args,
  ];
  const child = spawn(isRoot ? "setpriv" : executable, isRoot ? asUser : args, {
    cwd: "/",
    env: { PATH: process.env["PATH"], DISPLAY: process.env["DISPLAY"], LANG: "en_US.UTF-8", HOME: home },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const browser = await chromium.connectOverCDP(await debuggingAddress(child), { noDefaults: true });
  const context = browser.contexts()[0];
  if (context === undefined) throw new Error("the app has no page");
  const page = context.pages()[0] ?? (await context.waitForEvent("page"));
  await page.getByRole("navigation").first().waitFor({ timeout: 60_000 });
  const quit = async () => {
    const ended = once(child, "exit");
    await page.evaluate(() => window.close());
    await ended;
  };
  return { process: child, page, userData, quit };
}

async function debuggingAddress(child: ChildProcess): Promise<string> {
  let said = "";
  for await (const text of child.stderr ?? []) {
    said += String(text);
    const found = /DevTools listening on (ws:\S+)/.exec(said);
    if (found?.[1] !== undefined) {
      child.stderr?.resume();
      return found[1];
    }
  }
  throw new Error(`the app ended before it could be reached:\n${said}`);
}
