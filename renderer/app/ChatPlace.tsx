import { MessageSquarePlus } from "lucide-react";
import { lazy, Suspense, useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { SessionId } from "../../shared/contract/index.ts";
import { Button, EmptyState, Skeleton, SplitPane, type Pane } from "../design/index.ts";
import { toggleInspector, useSelection } from "../features/session/index.ts";
import { SessionList, startCreating, useSessions } from "../features/sessions/index.ts";
import { Drawer } from "./Drawer.tsx";
import { useFrame } from "./frame.ts";
import { Inspector } from "./Inspector.tsx";
import { PlaceBoundary } from "./PlaceBoundary.tsx";
import styles from "./App.module.css";
import { useWidth } from "./useWidth.ts";

const ConversationView = lazy(async () => ({
  default: (await import("../features/conversation/index.ts")).ConversationView,
}));

const Main = ({ sessionId }: { readonly sessionId: SessionId | undefined }) => {
  const { t } = useTranslation("frame");
  const isFirst = useSessions((view) => view.status === "ready" && view.items.length === 0);
  if (sessionId === undefined)
    return (
      <EmptyState
        isPage
        icon={<MessageSquarePlus size={16} aria-hidden />}
        title={t(isFirst ? "noSession.firstTitle" : "noSession.title")}
        text={t(isFirst ? "noSession.firstText" : "noSession.text")}
        action={
          <Button kind="primary" keys="mod+n" onClick={() => startCreating()}>
            {t("noSession.action")}
          </Button>
        }
      />
    );
  return (
    <PlaceBoundary key={sessionId} place="chat">
      <Suspense fallback={<Skeleton rows={8} />}>
        <ConversationView sessionId={sessionId} />
      </Suspense>
    </PlaceBoundary>
  );
};

const closeDrawers = (): void => useFrame.setState({ isListDrawerOpen: false, isInspectorDrawerOpen: false });

/** The place Chat: sessions, the conversation, and the inspector beside it; drawers where the window is narrow. */
export const ChatPlace = () => {
  const { t } = useTranslation("frame");
  const { sessionId, callId, isInspectorOpen } = useSelection((selection) => selection);
  const { isListDrawerOpen, isInspectorDrawerOpen } = useFrame((frame) => frame);
  const isNarrow = useWidth("narrow");
  const isSlim = useWidth("slim");
  useEffect(() => useFrame.setState({ isListDrawerOpen: false }), [sessionId]);
  useEffect(() => {
    if (isNarrow && callId !== undefined) useFrame.setState({ isInspectorDrawerOpen: true });
  }, [isNarrow, callId]);
  const list = (
    <PlaceBoundary place="list">
      <SessionList />
    </PlaceBoundary>
  );
  const inspector = sessionId === undefined ? undefined : <Inspector sessionId={sessionId} />;
  const panes: Pane[] = [
    ...(isSlim
      ? []
      : [{ id: "list", content: list, size: "264px", minSize: "180px", maxSize: "400px", isFixed: true }]),
    {
      id: "conversation",
      content: (
        <div className={styles["conversation"]}>
          <Main sessionId={sessionId} />
        </div>
      ),
      minSize: "320px",
    },
    ...(isNarrow || !isInspectorOpen || inspector === undefined
      ? []
      : [
          {
            id: "inspector",
            content: inspector,
            size: "30%",
            minSize: "280px",
            maxSize: "70%",
            isFixed: true,
          },
        ]),
  ];
  return (
    <>
      <SplitPane id="chat" panes={panes} />
      {isSlim && (
        <Drawer side="left" title={t("sessionsDrawer")} isOpen={isListDrawerOpen} onClose={closeDrawers}>
          {list}
        </Drawer>
      )}
      {isNarrow && inspector !== undefined && (
        <Drawer
          side="right"
          title={t("inspector.title")}
          isOpen={isInspectorDrawerOpen}
          onClose={closeDrawers}
        >
          {inspector}
        </Drawer>
      )}
    </>
  );
};

/** Opens or closes the inspector as the window's width has it: beside the page, or over it. */
export const switchInspector = (): void => {
  if (!window.matchMedia("(max-width: 900px)").matches) toggleInspector();
  else useFrame.setState((was) => ({ isInspectorDrawerOpen: !was.isInspectorDrawerOpen }));
};
