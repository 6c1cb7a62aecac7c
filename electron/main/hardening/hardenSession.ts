import type { Session } from "electron";

/** Which addresses a page may load: its own scheme, images and workers it made itself, and in development the Vite server. */
export function mayLoad(address: string, resourceType: string, devOrigin: string | undefined): boolean {
  if (address.startsWith("app://bundle/") || address.startsWith("blob:app://bundle/")) return true;
  if (address.startsWith("devtools://")) return true;
  if (address.startsWith("data:")) return resourceType === "image";
  if (devOrigin === undefined) return false;
  const socket = devOrigin.replace(/^http/, "ws");
  return [devOrigin, socket, `blob:${devOrigin}`].some((allowed) => address.startsWith(`${allowed}/`));
}

/**
 * Refuses what pages must never have (security.md §5.4): remote loads, downloads, devices, notifications, location. The
 * one permission given is to write text to the clipboard, which the copy buttons need and which reads nothing.
 */
export function hardenSession(session: Session, pageOrigin: string, devOrigin: string | undefined): void {
  const isWrite = (permission: string) => permission === "clipboard-sanitized-write";
  const isOurs = (origin: string) => [pageOrigin, devOrigin].includes(origin.replace(/\/$/, ""));
  session.setPermissionRequestHandler((contents, permission, answer) => {
    answer(isWrite(permission) && isOurs(originOf(contents.getURL())));
  });
  session.setPermissionCheckHandler((_contents, permission, origin) => isWrite(permission) && isOurs(origin));
  session.setDevicePermissionHandler(() => false);
  session.webRequest.onBeforeRequest(({ url, resourceType }, answer) => {
    answer({ cancel: !mayLoad(url, resourceType, devOrigin) });
  });
  session.on("will-download", (event) => event.preventDefault());
}

/** `scheme://host`, also for schemes whose origin the URL standard calls opaque. */
export function originOf(address: string): string {
  try {
    const { protocol, host } = new URL(address);
    return `${protocol}//${host}`;
  } catch {
    return ""; // no address: nobody's origin
  }
}
