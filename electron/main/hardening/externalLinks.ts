import { BrowserWindow, dialog, shell } from "electron";
import type { Translate } from "../text/index.ts";
import { readLink } from "./link.ts";

/** Opens a link outside the app if it is one a person may open and they agree; answers whether it was opened. */
export type LinkGate = (url: string) => Promise<boolean>;

/**
 * The one way out of the app for links (security.md §0.8): the whole address is shown, refusing is the default. While
 * one question is open no second is asked, so that a page cannot bury a person in them.
 */
export function createLinkGate(t: Translate): LinkGate {
  let isAsking = false;
  return async (url) => {
    const link = readLink(url);
    if (link === undefined || isAsking) return false;
    isAsking = true;
    try {
      const question = {
        type: link.isDisguised ? ("warning" as const) : ("question" as const),
        message: t("link.question", { host: link.host }),
        detail: link.isDisguised ? `${link.href}\n\n${t("link.disguised")}` : link.href,
        buttons: [t("link.open"), t("cancel")],
        defaultId: 1,
        cancelId: 1,
        noLink: true,
      };
      const owner = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0];
      const { response } = owner
        ? await dialog.showMessageBox(owner, question)
        : await dialog.showMessageBox(question);
      if (response !== 0) return false;
      await shell.openExternal(link.href);
      return true;
    } catch {
      return false; // the system has no program for it: the page says that it did not open
    } finally {
      isAsking = false;
    }
  };
}
