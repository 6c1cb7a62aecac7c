import { app, dialog } from "electron";
import type { RotatingLog } from "../files/index.ts";
import type { Translate } from "../text/index.ts";

/**
 * The one place where bugs of main end: written to the log with their stack, told to the person without it, once per run.
 */
export function reportBugs(log: RotatingLog, t: Translate): (error: unknown) => void {
  let isTold = false;
  const report = (error: unknown) => {
    const bug = error instanceof Error ? error : new Error(String(error));
    log.write(`${new Date().toISOString()} ${bug.stack ?? bug.message}\n`);
    if (isTold) return;
    isTold = true;
    const detail = t("bug.detail", { what: bug.message, file: log.file });
    app
      .whenReady()
      .then(() =>
        dialog.showMessageBox({ type: "error", message: t("bug.title"), detail, buttons: [t("close")] }),
      )
      .catch(() => undefined); // what cannot be shown is in the log
  };
  process.on("uncaughtException", report);
  process.on("unhandledRejection", report);
  return report;
}
