import type { App } from "electron";
import type { LinkGate } from "./externalLinks.ts";

/**
 * Holds every page of the app where it is (security.md §5.5): no navigation, no window, no webview. What looks like a
 * link to the outside goes through the gate instead.
 */
export function hardenContents(app: App, openLink: LinkGate): void {
  const offer = (url: string) => {
    openLink(url).catch(() => undefined); // the gate never rejects
  };
  app.on("web-contents-created", (_created, contents) => {
    contents.on("will-navigate", (event) => {
      event.preventDefault();
      offer(event.url);
    });
    contents.on("will-redirect", (event) => event.preventDefault());
    contents.on("will-attach-webview", (event) => event.preventDefault());
    contents.setWindowOpenHandler(({ url }) => {
      offer(url);
      return { action: "deny" };
    });
  });
}
