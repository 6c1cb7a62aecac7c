import { lazy } from "react";

export { openWay, takeInstallLink, useAddServers, type Way } from "./addServers.ts";
export { WaysBar } from "./WaysBar.tsx";

/** The dialogs that add servers other than by form; their code comes when one is opened. */
export const AddServers = lazy(async () => ({ default: (await import("./AddServers.tsx")).AddServers }));
