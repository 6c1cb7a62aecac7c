import { MousePointerClick } from "lucide-react";
import { Suspense, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { SessionId } from "../../shared/contract/index.ts";
import { EmptyState, Skeleton, Tabs } from "../design/index.ts";
import { showInspectorTab, useSelection, type InspectorTab } from "../features/session/index.ts";
import { SessionFacts } from "../features/sessions/index.ts";
import { CallInspector, TimelinePanel } from "../features/timeline/index.ts";
import { PlaceBoundary } from "./PlaceBoundary.tsx";
import styles from "./App.module.css";

const Framed = ({ children }: { readonly children: ReactNode }) => (
  <PlaceBoundary place="inspector">
    <Suspense fallback={<Skeleton rows={6} />}>{children}</Suspense>
  </PlaceBoundary>
);

/** What lies beside the conversation: the timeline, the call one looks at, and what the session is made of. */
export const Inspector = ({ sessionId }: { readonly sessionId: SessionId }) => {
  const { t } = useTranslation("frame");
  const tab = useSelection((selection) => selection.tab);
  const callId = useSelection((selection) => selection.callId);
  return (
    <aside className={styles["inspector"]} aria-label={t("inspector.title")}>
      <Tabs<InspectorTab>
        label={t("inspector.title")}
        value={tab}
        onChange={showInspectorTab}
        tabs={[
          {
            value: "timeline",
            label: t("inspector.timeline"),
            content: (
              <Framed>
                <TimelinePanel sessionId={sessionId} />
              </Framed>
            ),
          },
          {
            value: "call",
            label: t("inspector.call"),
            content: (
              <Framed>
                {callId === undefined ? (
                  <EmptyState
                    icon={<MousePointerClick size={16} aria-hidden />}
                    title={t("inspector.noCall")}
                    text={t("inspector.noCallText")}
                  />
                ) : (
                  <CallInspector key={callId} sessionId={sessionId} callId={callId} />
                )}
              </Framed>
            ),
          },
          {
            value: "state",
            label: t("inspector.state"),
            content: (
              <Framed>
                <SessionFacts sessionId={sessionId} />
              </Framed>
            ),
          },
        ]}
      />
    </aside>
  );
};
