import { Play, Square } from "lucide-react";
import { useEffect, useRef, useState, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import type { CallDetail, Failure, ServerId, ToolInfo } from "../../../../shared/contract/index.ts";
import { bridge } from "../../../bridge/index.ts";
import { Button, ErrorState, StateIcon } from "../../../design/index.ts";
import { formatBytes, formatDuration } from "../../../format/index.ts";
import { ApprovalStack } from "../../approvals/index.ts";
import { SchemaForm, useForm } from "../../forms/index.ts";
import { revealAsText } from "../../reveal/index.ts";
import { BoundedCode, BoundedJson, durationOf, useAnswer } from "../../timeline/index.ts";
import { shownBlock } from "../content/blocks.ts";
import { Content } from "../content/Content.tsx";
import { hasFocus, keepTried, useTried, type TriedCall } from "../servers.ts";
import styles from "./tryTool.module.css";

type Made = Pick<TriedCall, "sessionId" | "callId">;

/** Counts what is told of a call, so that it is read again. */
const useCallNews = ({ sessionId, callId }: Made): number => {
  const [news, setNews] = useState(0);
  useEffect(
    () =>
      bridge.subscribe("session.event", (event) => {
        if (event.sessionId !== sessionId) return;
        const isMine = (event.body as { readonly callId?: string }).callId === callId;
        if (isMine || event.type === "turn.ended") setNews((was) => was + 1);
      }),
    [sessionId, callId],
  );
  return news;
};

const isOver = (detail: CallDetail): boolean => detail.call.endedAt !== undefined;

const Outcome = ({ detail, onStop }: { readonly detail: CallDetail; readonly onStop: () => void }) => {
  const { t, i18n } = useTranslation(["servers", "design"]);
  const { call, content, structured, text, warnings } = detail;
  const duration = durationOf(call);
  const isShown = content !== undefined && content.length > 0;
  const progress = call.state === "running" ? call.progress : undefined;
  return (
    <section className={styles["outcome"]} aria-label={t("try.result")} aria-busy={!isOver(detail)}>
      <p className={styles["facts"]} role="status">
        <StateIcon state={call.state} size={14} isDecorative />
        <strong>{t(`design:state.${call.state}`)}</strong>
        {call.errorCode !== undefined && <code>{call.errorCode}</code>}
        {duration !== undefined && <span>{formatDuration(duration, i18n.language)}</span>}
        {call.bytes !== undefined && <span>{formatBytes(call.bytes, i18n.language)}</span>}
        {progress !== undefined && (
          <span>
            {progress.total === undefined ? progress.progress : `${progress.progress} / ${progress.total}`}{" "}
            {progress.message}
          </span>
        )}
        {!isOver(detail) && (
          <Button size="small" icon={<Square size={12} aria-hidden />} onClick={onStop}>
            {t("try.stop")}
          </Button>
        )}
      </p>
      {warnings !== undefined && (
        <ul className={styles["warnings"]} aria-label={t("try.warnings")}>
          {warnings.map((warning) => (
            <li key={warning}>{revealAsText(warning)}</li>
          ))}
        </ul>
      )}
      {isShown && <Content items={content.map(shownBlock)} />}
      {!isShown && text !== undefined && <BoundedCode text={text} label={t("try.result")} />}
      {structured !== undefined && (
        <details open={!isShown}>
          <summary>{t("try.structured")}</summary>
          <BoundedJson value={structured} label={t("try.structured")} />
        </details>
      )}
    </section>
  );
};

/** The keys go from the card, once it was decided and is gone, to what comes of it. */
const useResultFocus = (isAsking: boolean): RefObject<HTMLDivElement | null> => {
  const result = useRef<HTMLDivElement>(null);
  const wasAsking = useRef(false);
  useEffect(() => {
    if (wasAsking.current && !isAsking && !hasFocus()) result.current?.focus({ preventScroll: true });
    wasAsking.current = isAsking;
  }, [isAsking]);
  return result;
};

/** What needs the person must not wait below the edge. */
const intoView = (card: HTMLElement | null): void => card?.scrollIntoView({ block: "nearest" });

const Made = ({ made, onOver }: { readonly made: Made; readonly onOver: (isOver: boolean) => void }) => {
  const { t } = useTranslation("servers");
  const asked = useAnswer("call.read", { sessionId: made.sessionId, callId: made.callId }, useCallNews(made));
  const isDone = asked.status === "ready" && isOver(asked.value);
  useEffect(() => onOver(isDone), [isDone, onOver]);
  const stop = (): void => {
    bridge
      .request("session.stop", { sessionId: made.sessionId })
      .catch((cause: unknown) => console.error("session.stop failed", cause));
  };
  const isAsking = asked.status === "ready" && asked.value.call.state === "awaitingApproval";
  const result = useResultFocus(isAsking);
  if (asked.status === "loading") return null;
  if (asked.status === "failed")
    return <ErrorState layout="inline" title={t("try.unread")} failure={asked.error} />;
  return (
    <>
      {isAsking && (
        <div ref={intoView}>
          <ApprovalStack sessionId={made.sessionId} />
        </div>
      )}
      <div ref={result} className={styles["result"]} tabIndex={-1}>
        <Outcome detail={asked.value} onStop={stop} />
      </div>
    </>
  );
};

/** A tool tried by hand (MCP-08): its arguments as a form or as JSON, the same approval as any call, and all of what came back. */
export const TryTool = ({ serverId, tool }: { readonly serverId: ServerId; readonly tool: ToolInfo }) => {
  const { t } = useTranslation("servers");
  const made = useTried(serverId, tool.name);
  const control = useForm(tool.inputSchema, {
    emptyText: "given",
    ...(made === undefined ? {} : { initial: made.arguments }),
  });
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const send = async (): Promise<void> => {
    const args = control.submit();
    if (args === null) return;
    setIsBusy(true);
    setFailure(undefined);
    const answer = await bridge.request("server.callTool", { serverId, tool: tool.name, arguments: args });
    if (answer.ok) keepTried(serverId, tool.name, { ...answer.value, arguments: args });
    else {
      setFailure(answer.error);
      setIsBusy(false);
    }
  };
  const [onOver] = useState(
    () =>
      (isDone: boolean): void =>
        setIsBusy(!isDone),
  );
  return (
    <section className={styles["try"]} aria-label={t("try.title", { tool: tool.name })}>
      <h2>{t("try.heading")}</h2>
      <p className={styles["quiet"]}>{t("try.about")}</p>
      <form
        className={styles["form"]}
        onSubmit={(event) => {
          event.preventDefault();
          send().catch((cause: unknown) => console.error("server.callTool failed", cause));
        }}
      >
        <SchemaForm control={control} hasJson />
        <div>
          <Button type="submit" icon={<Play size={14} aria-hidden />} isBusy={isBusy}>
            {t("try.run")}
          </Button>
        </div>
      </form>
      {failure !== undefined && <ErrorState layout="inline" title={t("try.failed")} failure={failure} />}
      {made !== undefined && <Made key={made.callId} made={made} onOver={onOver} />}
    </section>
  );
};
