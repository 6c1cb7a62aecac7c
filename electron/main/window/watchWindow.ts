import { dialog } from "electron";
import type { BrowserWindow } from "electron";
import type { Translate } from "../text/index.ts";

const windowMs = 60_000;
const maxCrashes = 3;

/** Brings a page back that crashed or hangs: the sessions live in the host, so a reload loses nothing. */
export function watchWindow(window: BrowserWindow, t: Translate, log: (text: string) => void): void {
  let crashes: number[] = [];
  const ask = async (message: string, detail: string, buttons: string[]) => {
    const { response } = await dialog.showMessageBox(window, {
      type: "error",
      message,
      detail,
      buttons,
      noLink: true,
    });
    return response;
  };
  const recover = async (reason: string) => {
    crashes = [...crashes.filter((at) => Date.now() - at < windowMs), Date.now()];
    if (crashes.length < maxCrashes) return window.reload();
    const detail = t("window.crashedDetail", { reason });
    if ((await ask(t("window.crashed"), detail, [t("reload"), t("quit")])) === 0) return window.reload();
    window.destroy();
  };
  const report = (error: unknown) => log(`[main] window: ${String(error)}\n`);
  window.webContents.on("render-process-gone", (_event, { reason, exitCode }) => {
    log(`[main] the page's process ended: ${reason}, code ${exitCode}\n`);
    if (reason !== "clean-exit" && !window.isDestroyed()) recover(reason).catch(report);
  });
  window.webContents.on("did-fail-load", (_event, code, description, url, isMainFrame) => {
    if (isMainFrame) log(`[main] the page could not be loaded (${description}, ${code}): ${url}\n`);
  });
  window.on("unresponsive", () => {
    log("[main] the page does not answer\n");
    ask(t("window.hangs"), t("window.hangsDetail"), [t("wait"), t("reload")])
      .then((response) => {
        if (response === 1) window.webContents.forcefullyCrashRenderer();
      })
      .catch(report);
  });
}
