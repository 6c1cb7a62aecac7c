import { MousePointerClick } from "lucide-react";
import { useEffect, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { CallDetail, CallId, SessionId } from "../../../shared/contract/index.ts";
import { isInBackground } from "../../../shared/session/index.ts";
import { Button, EmptyState, ErrorState, Skeleton, StateIcon, Tabs } from "../../design/index.ts";
import { prewarmDiff } from "../diff/index.ts";
import { selectCall, useSelection, useSessionSelector } from "../session/index.ts";
import { BackgroundBar } from "./BackgroundBar.tsx";
import { CallTab } from "./CallTab.tsx";
import { Contained } from "./Contained.tsx";
import { DiffTab } from "./DiffTab.tsx";
import { EventsTab } from "./EventsTab.tsx";
import styles from "./inspector.module.css";
import { PromptTab } from "./PromptTab.tsx";
import { summaryOf } from "./summary.ts";
import { useAnswer } from "./useAnswer.ts";

type TabName = "call" | "diff" | "prompt" | "events";

interface CallInspectorProps {
  readonly sessionId: SessionId;
  /** The call to show; without it the one that is selected. */
  readonly callId?: CallId;
}

const Views = ({ detail, sessionId }: { readonly detail: CallDetail; readonly sessionId: SessionId }) => {
  const { t } = useTranslation("timeline");
  const [tab, setTab] = useState<TabName>("call");
  const hasFiles = (detail.files?.length ?? 0) > 0;
  useEffect(() => {
    if (hasFiles) prewarmDiff();
  }, [hasFiles]);
  const contained = (content: ReactNode) => (
    <Contained
      key={detail.call.callId}
      fallback={(error) => (
        <ErrorState
          title={t("odd")}
          failure={{
            code: "internal",
            message: t("oddWhy"),
            detail: error instanceof Error ? error.message : String(error),
          }}
        />
      )}
    >
      {content}
    </Contained>
  );
  const tabs = [
    { value: "call" as const, label: t("tab.call"), content: contained(<CallTab detail={detail} />) },
    ...(hasFiles
      ? [{ value: "diff" as const, label: t("tab.diff"), content: contained(<DiffTab detail={detail} />) }]
      : []),
    {
      value: "prompt" as const,
      label: t("tab.prompt"),
      content: contained(<PromptTab sessionId={sessionId} stepId={detail.call.stepId} />),
    },
    {
      value: "events" as const,
      label: t("tab.events"),
      content: contained(<EventsTab events={detail.events} />),
    },
  ];
  const current = tab === "diff" && !hasFiles ? "call" : tab;
  return (
    <Tabs label={t("tab.label")} value={current} onChange={setTab} tabs={tabs} className={styles["tabs"]} />
  );
};

const One = ({ sessionId, callId }: { readonly sessionId: SessionId; readonly callId: CallId }) => {
  const { t } = useTranslation("timeline");
  const call = useSessionSelector(sessionId, (session) =>
    session.calls.find((item) => item.callId === callId),
  );
  const version =
    call === undefined
      ? ""
      : `${call.state} ${call.decidedAt ?? ""} ${call.backgroundedAt ?? ""} ${call.changed.length}`;
  const detail = useAnswer("call.read", { sessionId, callId }, version);
  return (
    <section
      className={styles["inspector"]}
      aria-label={t("inspector")}
      onKeyDown={(event) => {
        if (event.key === "Escape" && !event.defaultPrevented) selectCall(undefined);
      }}
    >
      {call !== undefined && (
        <header className={styles["head"]}>
          <StateIcon state={call.state} size={14} />
          <code className={styles["name"]}>{call.tool}</code>
          <code className={styles["summary"]} title={summaryOf(call)}>
            {summaryOf(call)}
          </code>
        </header>
      )}
      {call !== undefined && isInBackground(call) && <BackgroundBar call={call} />}
      {detail.status === "loading" && <Skeleton />}
      {detail.status === "failed" && (
        <ErrorState
          title={t("callFailed")}
          failure={detail.error}
          action={<Button onClick={detail.again}>{t("retry")}</Button>}
        />
      )}
      {detail.status === "ready" && <Views detail={detail.value} sessionId={sessionId} />}
    </section>
  );
};

/** Everything about one call: arguments, result, decision, diff, the prompt it came from, its log entries. Esc goes back. */
export const CallInspector = ({ sessionId, callId }: CallInspectorProps) => {
  const { t } = useTranslation("timeline");
  const selected = useSelection((selection) => selection.callId);
  const shown = callId ?? selected;
  if (shown === undefined)
    return (
      <EmptyState
        icon={<MousePointerClick size={20} aria-hidden />}
        title={t("noCall.title")}
        text={t("noCall.text")}
      />
    );
  return <One key={shown} sessionId={sessionId} callId={shown} />;
};
