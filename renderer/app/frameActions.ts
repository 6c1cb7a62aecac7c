import type { TFunction } from "i18next";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Appearance, CallId, SessionId } from "../../shared/contract/index.ts";
import { useActions, type Action } from "../actions/index.ts";
import { setAppearance } from "../appearance/index.ts";
import { bridge } from "../bridge/index.ts";
import { verifyLog } from "../features/audit/index.ts";
import { startAddingModel } from "../features/models/index.ts";
import { openKeys, openPalette } from "../features/palette/index.ts";
import { startAddingServer } from "../features/servers/index.ts";
import { selectCall, useSelection } from "../features/session/index.ts";
import { startCreating, startRenaming } from "../features/sessions/index.ts";
import { goTo, places } from "../navigation/index.ts";
import { switchInspector } from "./ChatPlace.tsx";
import { placeKeys } from "./Nav.tsx";
import { stopSession } from "./stop.ts";

type Words = TFunction<"frame">;

const report = (work: Promise<unknown>): void => {
  work.catch((cause: unknown) => console.error("action failed", cause));
};

const goActions = (t: Words): readonly Action[] =>
  places.map((place) => ({
    id: `go.${place}`,
    title: t("action.go", { place: t(`place.${place}`) }),
    section: "go" as const,
    keys: place === "inbox" ? ["mod+i", placeKeys(place)] : [placeKeys(place)],
    run: () => goTo(place),
  }));

const viewActions = (t: Words): readonly Action[] => {
  const theme = (value: Appearance["theme"]): Action => ({
    id: `view.theme.${value}`,
    title: t(`action.theme.${value}`),
    section: "view",
    run: () => report(setAppearance({ theme: value })),
  });
  return [
    {
      id: "view.inspector",
      title: t("inspector.toggle"),
      section: "view",
      keys: ["mod+b"],
      run: switchInspector,
    },
    theme("system"),
    theme("light"),
    theme("dark"),
    theme("contrast"),
    {
      id: "view.english",
      title: "English",
      section: "view",
      words: ["language", "语言"],
      run: () => report(setAppearance({ language: "en" })),
    },
    {
      id: "view.chinese",
      title: "简体中文",
      section: "view",
      words: ["language", "语言", "chinese"],
      run: () => report(setAppearance({ language: "zh-CN" })),
    },
  ];
};

const appActions = (t: Words): readonly Action[] => [
  {
    id: "app.palette",
    title: t("openPalette"),
    section: "app",
    keys: ["mod+k"],
    isUnlisted: true,
    run: openPalette,
  },
  { id: "app.keys", title: t("action.keys"), section: "app", keys: ["?"], run: openKeys },
  {
    id: "app.dataFolder",
    title: t("log.showFolder"),
    section: "app",
    run: () => report(bridge.request("app.showDataFolder", {})),
  },
  {
    id: "app.restartHost",
    title: t("host.restart"),
    section: "app",
    run: () => report(bridge.request("app.restartHost", {})),
  },
  {
    id: "servers.add",
    title: t("action.addServer"),
    section: "servers",
    run: () => {
      goTo("servers");
      startAddingServer();
    },
  },
  {
    id: "models.add",
    title: t("action.addModel"),
    section: "models",
    run: () => {
      goTo("models");
      startAddingModel();
    },
  },
  {
    id: "audit.verify",
    title: t("action.verify"),
    section: "audit",
    run: () => {
      goTo("audit");
      verifyLog();
    },
  },
];

const sessionActions = (
  t: Words,
  sessionId: SessionId | undefined,
  callId: CallId | undefined,
): readonly Action[] => {
  const isEnabled = sessionId !== undefined;
  const withSession = (run: (id: SessionId) => void) => () => {
    if (sessionId !== undefined) run(sessionId);
  };
  const exportAs = (format: "json" | "markdown") =>
    withSession((id) => report(bridge.request("app.exportSession", { sessionId: id, format })));
  const base = { section: "session", isEnabled } as const;
  return [
    {
      ...base,
      id: "session.new",
      title: t("action.newSession"),
      keys: ["mod+n"],
      isEnabled: true,
      run: () => startCreating(),
    },
    { ...base, id: "session.rename", title: t("menu.rename"), run: withSession(startRenaming) },
    {
      ...base,
      id: "session.stop",
      title: t("action.stop"),
      keys: ["mod+."],
      inDialogs: true,
      run: withSession(stopSession),
    },
    { ...base, id: "session.exportJson", title: t("action.exportJson"), run: exportAs("json") },
    { ...base, id: "session.exportMarkdown", title: t("action.exportMarkdown"), run: exportAs("markdown") },
    {
      ...base,
      id: "session.closeCall",
      title: t("action.closeCall"),
      keys: ["escape"],
      isUnlisted: true,
      isEnabled: callId !== undefined,
      run: () => selectCall(undefined),
    },
  ];
};

/** What can be done anywhere in the window, with look.md's keys; menu items of the app carry the same ids. */
export const useFrameActions = (): void => {
  const { t } = useTranslation("frame");
  const sessionId = useSelection((selection) => selection.sessionId);
  const callId = useSelection((selection) => selection.callId);
  const common = useMemo(() => [...goActions(t), ...viewActions(t), ...appActions(t)], [t]);
  const session = useMemo(() => sessionActions(t, sessionId, callId), [t, sessionId, callId]);
  useActions(common);
  useActions(session);
};
