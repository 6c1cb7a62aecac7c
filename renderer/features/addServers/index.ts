import { lazy } from "react";

/** The dialogs that add servers other than by form; their code comes when one is opened. */
export const AddServers = lazy(async () => ({ default: (await import("./AddServers.tsx")).AddServers }));
