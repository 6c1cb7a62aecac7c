import path from "node:path";
import type { App } from "electron";
import type { LinkInbox } from "./inbox.ts";
import { SCHEME } from "./parseLink.ts";

type LinkApp = Pick<App, "isPackaged" | "setAsDefaultProtocolClient" | "on">;

/** Only the last argument can be a link: the system puts it there, after `--`. */
const lastOf = (argv: readonly string[]): string => argv.at(-1) ?? "";

/**
 * Takes links from the command line, from a second start and from macOS, and registers the scheme for this user. `--` keeps a
 * link from being read as a switch (GHSA-w222-53c6-c86p).
 */
export const listenForLinks = (app: LinkApp, inbox: LinkInbox, argv: readonly string[]): void => {
  // An unpacked app would register the bare Electron for everything.
  if (app.isPackaged) app.setAsDefaultProtocolClient(SCHEME, path.resolve(process.execPath), ["--"]);
  inbox.offer(lastOf(argv));
  app.on("second-instance", (_event, given) => {
    inbox.offer(lastOf(given));
  });
  app.on("open-url", (event, url) => {
    event.preventDefault();
    inbox.offer(url);
  });
};
