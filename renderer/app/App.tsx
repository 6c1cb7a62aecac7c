import { Suspense, useEffect, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Skeleton, TooltipProvider } from "../design/index.ts";
import { AddServers } from "../features/addServers/index.ts";
import { useAddServers } from "../features/addWays/index.ts";
import { AuditPage } from "../features/audit/index.ts";
import { ModelsPage } from "../features/models/index.ts";
import { Banners, Toasts } from "../features/notices/index.ts";
import { KeysDialog, Palette, usePalette } from "../features/palette/index.ts";
import { ServersPage } from "../features/servers/index.ts";
import { CreateDialog, RenameDialog, useSessionDialogs } from "../features/sessions/index.ts";
import { SettingsPage } from "../features/settings/index.ts";
import {
  useWorkspaceServersDialog,
  WorkspaceServersBanner,
  WorkspaceServersDialog,
} from "../features/workspaceServers/index.ts";
import { usePlace, type Place } from "../navigation/index.ts";
import styles from "./App.module.css";
import { ChatPlace } from "./ChatPlace.tsx";
import { InboxPlace } from "./InboxPlace.tsx";
import { Nav } from "./Nav.tsx";
import { PlaceBoundary } from "./PlaceBoundary.tsx";
import { StatusBar } from "./StatusBar.tsx";
import { TitleBar } from "./TitleBar.tsx";
import { useFrameActions } from "./frameActions.ts";
import { WaitingNote } from "./WaitingNote.tsx";

const contents: Record<Place, () => ReactNode> = {
  chat: () => <ChatPlace />,
  inbox: () => <InboxPlace />,
  servers: () => <ServersPage />,
  models: () => <ModelsPage />,
  audit: () => <AuditPage />,
  settings: () => <SettingsPage />,
};

const Overlays = () => {
  const { isCreating, renaming } = useSessionDialogs((dialogs) => dialogs);
  const open = usePalette((state) => state.open);
  const isAdding = useAddServers(({ way, proposals }) => way !== undefined || proposals !== undefined);
  const folder = useWorkspaceServersDialog();
  return (
    <Suspense fallback={null}>
      {folder !== undefined && <WorkspaceServersDialog key={folder} workspaceId={folder} />}
      {isCreating && <CreateDialog />}
      {isAdding && <AddServers />}
      {renaming !== undefined && <RenameDialog sessionId={renaming} />}
      {open === "palette" && <Palette />}
      {open === "keys" && <KeysDialog />}
    </Suspense>
  );
};

/** The frame: title bar, navigation, the open place, status bar, and what lies over them. */
export const App = () => {
  const { t } = useTranslation("frame");
  const place = usePlace();
  useFrameActions();
  useEffect(() => {
    // A place reached by key took the focused control with it: go on from the place, not from the top of the page.
    if (document.activeElement === document.body)
      document.getElementById("main")?.focus({ preventScroll: true });
  }, [place]);
  return (
    <TooltipProvider delayDuration={500}>
      <div className={styles["app"]}>
        <a className={styles["skip"]} href="#main">
          {t("skip")}
        </a>
        <TitleBar />
        <Banners />
        {place === "chat" && <WorkspaceServersBanner />}
        <div className={styles["body"]}>
          <Nav />
          <main id="main" className={styles["main"]} tabIndex={-1} aria-label={t(`place.${place}`)}>
            <PlaceBoundary key={place} place={place}>
              <Suspense fallback={<Skeleton rows={8} />}>{contents[place]()}</Suspense>
            </PlaceBoundary>
          </main>
        </div>
        <StatusBar />
        <WaitingNote />
        <Overlays />
        <Toasts />
      </div>
    </TooltipProvider>
  );
};
