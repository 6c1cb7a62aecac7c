import { createRoot } from "react-dom/client";
import type { Appearance } from "../../shared/contract/index.ts";
import { listenToKeys, runAction } from "../actions/index.ts";
import { adoptAppearance, followSystemTheme } from "../appearance/index.ts";
import { bridge } from "../bridge/index.ts";
import "../design/base.css";
import { takeInstallLink } from "../features/addWays/index.ts";
import { refreshHost, hostView } from "../features/host/index.ts";
import { refreshModels } from "../features/models/index.ts";
import { followNotices } from "../features/notices/index.ts";
import { refreshServers } from "../features/servers/index.ts";
import { refreshSessions, sessionsNow } from "../features/sessions/index.ts";
import { selectSession, useSelection } from "../features/session/index.ts";
import { startTexts } from "../i18n/index.ts";
import { App } from "./App.tsx";

const themes: readonly string[] = ["system", "light", "dark", "contrast"] satisfies Appearance["theme"][];

const isTheme = (text: string | null): text is Appearance["theme"] => text !== null && themes.includes(text);

const report = (work: Promise<unknown>): void => {
  work.catch((cause: unknown) => console.error("start", cause));
};

/** What the frame needs, asked all at once and after it is drawn; each store shows its own loading and failure. */
const readAll = async (): Promise<void> => {
  await Promise.all([
    refreshHost().then(async () => {
      const { app } = hostView();
      if (app !== undefined) await adoptAppearance(app.appearance);
    }),
    refreshSessions().then(() => {
      const newest = sessionsNow().items[0];
      if (useSelection.getState().sessionId === undefined) selectSession(newest?.sessionId);
    }),
    refreshServers(),
    refreshModels(),
  ]);
};

/** Wires the page together, once: texts, theme, keys, notices, then the frame. */
export const startApp = async (): Promise<void> => {
  const query = new URLSearchParams(location.search);
  const theme = query.get("theme");
  await startTexts(query.get("language") === "zh-CN" ? "zh-CN" : "en");
  await adoptAppearance({
    theme: isTheme(theme) ? theme : "system",
    language: query.get("language") === "zh-CN" ? "zh-CN" : "en",
  });
  followSystemTheme();
  listenToKeys();
  followNotices();
  bridge.subscribe("app.command", ({ name }) => {
    if (!runAction(name)) console.warn(`the menu asked for ${name}, which cannot be done now`);
  });
  bridge.subscribe("app.installLink", () => report(takeInstallLink()));
  const root = document.getElementById("root");
  if (root === null) throw new Error("index.html has no #root");
  createRoot(root).render(<App />);
  report(readAll());
  report(takeInstallLink());
  // Letters come last: text is drawn in the system's own until they are here.
  report(import("../design/fonts.ts"));
};
