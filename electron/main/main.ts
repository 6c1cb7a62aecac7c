import path from "node:path";
import { app, BrowserWindow, Menu, protocol, session } from "electron";
import type { HostState } from "../../shared/contract/index.ts";
import { AppearanceStore } from "./appearance/index.ts";
import { RotatingLog } from "./files/index.ts";
import { createLinkGate, hardenContents, hardenSession } from "./hardening/index.ts";
import { hostLaunch, HostSupervisor } from "./host/index.ts";
import { answerPages, createDispatcher, EventFeed, sendToPages } from "./ipc/index.ts";
import { createInbox, listenForLinks } from "./links/index.ts";
import { setMenu } from "./menu/index.ts";
import { answerApp, appHandlers } from "./requests/index.ts";
import { declareScheme, pageOrigin, servePage } from "./scheme/index.ts";
import { SecretStore, systemCipher } from "./secrets/index.ts";
import { missingPage, once, pageSource, refuse, reportBugs, useDataFolder } from "./start/index.ts";
import { createTranslate } from "./text/index.ts";
import { createWindow, watchWindow } from "./window/index.ts";

/** The host starts when the page has painted, or after this long: it must not take the first paint's time. */
const hostDelayMs = 1500;

const { folder: dataDir, problem } = useDataFolder();
const inData = (name: string) => path.join(dataDir, name);
const inBuild = (name: string) => path.join(app.getAppPath(), ".vite/build", name);

// As root Chromium needs --no-sandbox, and a sandbox that is forced then ends every page (runtime.md).
if (!app.commandLine.hasSwitch("no-sandbox")) app.enableSandbox();
declareScheme();
Menu.setApplicationMenu(null);

if (problem !== undefined) {
  const t = createTranslate(() => (app.getLocale().startsWith("zh") ? "zh-CN" : "en"));
  const detail = () => t("start.noDataFolderDetail", { folder: dataDir, why: problem });
  refuse(() => [t("start.noDataFolder"), detail()]);
} else if (!app.requestSingleInstanceLock()) {
  console.error("Loopwright is already running with this data folder: its window was brought to the front.");
  app.exit(0);
} else {
  run();
}

function run(): void {
  const parts = makeParts();
  const { host, log, source, t, appearance, push, openLink, reportBug } = parts;
  const menu = () => setMenu({ t, host, push });
  const handlers = appHandlers({ ...parts, onAppearance: menu });
  const answer = createDispatcher({
    host: (name, params) => host.request(name, params),
    app: (name, params) => answerApp(handlers, name, params),
    onBug: reportBug,
  });
  hardenContents(app, openLink);
  answerPages((origin) => origin === pageOrigin || origin === source.devOrigin, answer);

  const openWindow = () => {
    const window = createWindow({
      page: source.page,
      preload: inBuild("preload.cjs"),
      icon: process.platform === "linux" ? inBuild("icon.png") : undefined,
      stateFile: inData("window.json"),
      firstPaint: appearance.firstPaint(),
    });
    watchWindow(window, t, log.write);
    return window;
  };
  const start = () => {
    const missing = missingPage(source);
    if (missing !== undefined)
      return refuse(() => [t("start.noPage"), t("start.noPageDetail", { file: missing })]);
    hardenSession(session.defaultSession, pageOrigin, source.devOrigin);
    servePage(protocol, source.folder);
    const startRest = once(() => {
      menu();
      host.start();
    });
    openWindow().once("ready-to-show", startRest);
    setTimeout(startRest, hostDelayMs);
  };
  keepOneApp(openWindow);
  endWithHost(parts);
  app.whenReady().then(start).catch(reportBug);
}

/** Everything with a state of its own, made before the app is ready. */
function makeParts() {
  const appearance = new AppearanceStore(inData("appearance.json"));
  const t = createTranslate(() => appearance.language);
  const log = new RotatingLog(inData("logs/host.log"));
  const { push } = new EventFeed(sendToPages);
  const links = createInbox(push, Date.now);
  listenForLinks(app, links, process.argv);
  const secrets = new SecretStore(inData("secrets.json"), systemCipher(), (text) =>
    log.write(`[main] ${text}\n`),
  );
  const { isPackaged } = app;
  const appPath = app.getAppPath();
  const places = {
    isPackaged,
    appPath,
    resourcesPath: process.resourcesPath,
    dataDir,
    version: app.getVersion(),
  };
  const host = new HostSupervisor({
    launch: () => hostLaunch(places),
    secrets,
    onEvent: push,
    onState: (state: HostState) => push(JSON.stringify({ event: "app.hostChanged", data: state })),
    log: log.write,
    logFile: log.file,
  });
  return {
    appearance,
    t,
    log,
    push,
    secrets,
    links,
    host,
    openLink: createLinkGate(t),
    source: pageSource(appPath, isPackaged, process.env["LOOPWRIGHT_DEV_SERVER"]),
    reportBug: reportBugs(new RotatingLog(inData("logs/main.log")), t),
  };
}

/** A second start brings the first one's window to the front; without windows the app ends, but on a Mac. */
function keepOneApp(openWindow: () => BrowserWindow): void {
  app.on("second-instance", () => {
    const window = BrowserWindow.getAllWindows()[0] ?? openWindow();
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
  });
  app.on("activate", () => {
    if (BrowserWindow.getAllWindows().length === 0) openWindow();
  });
  app.on("window-all-closed", () => {
    if (process.platform !== "darwin") app.quit();
  });
}

/** The windows go at once; the app ends when the host has, at most three seconds later. */
function endWithHost({ host, log, reportBug }: ReturnType<typeof makeParts>): void {
  const stop = once(() => {
    host
      .stop()
      .then(() => log.flushed())
      .finally(() => app.exit(0))
      .catch(reportBug);
  });
  app.on("will-quit", (event) => {
    event.preventDefault();
    stop();
  });
}
