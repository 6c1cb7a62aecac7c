import { ipcMain, webContents } from "electron";
import type { IpcMainInvokeEvent } from "electron";
import { fail } from "../result/index.ts";
import { originOf } from "../hardening/index.ts";

/**
 * Takes requests of the page's main frame at its own origin, and of nobody else (security.md §5.6).
 */
export function answerPages(
  isOurs: (origin: string) => boolean,
  dispatch: (name: unknown, text: unknown) => Promise<string>,
): void {
  ipcMain.handle("loopwright:request", (event: IpcMainInvokeEvent, name: unknown, text: unknown) => {
    const frame = event.senderFrame;
    const isPage = frame !== null && frame === event.sender.mainFrame && isOurs(originOf(frame.url));
    return isPage
      ? dispatch(name, text)
      : JSON.stringify(fail("denied", "Only Loopwright's own page may ask."));
  });
}

/** Sends a batch of events to every page. */
export function sendToPages(batch: string): void {
  for (const contents of webContents.getAllWebContents()) {
    if (contents.getType() === "window" && !contents.isDestroyed() && !contents.isCrashed()) {
      contents.send("loopwright:events", batch);
    }
  }
}
