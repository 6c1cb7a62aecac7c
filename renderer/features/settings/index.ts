import { lazy } from "react";

/** The place Settings; its code comes when it is opened. */
export const SettingsPage = lazy(async () => ({
  default: (await import("./SettingsPage.tsx")).SettingsPage,
}));
