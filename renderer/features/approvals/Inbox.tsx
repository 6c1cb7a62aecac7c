import { ChevronRight, Inbox as InboxIcon } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { CallId } from "../../../shared/contract/index.ts";
import { moveInRows, rowProps } from "../../actions/index.ts";
import { Button, cx, EmptyState, ErrorState, SeverityBadge, Skeleton, TimeAgo } from "../../design/index.ts";
import { Revealed } from "../reveal/index.ts";
import { ServerAskList, useAskCount } from "../serverAsks/index.ts";
import { summaryOf } from "../timeline/index.ts";
import { ApprovalCard } from "./ApprovalCard.tsx";
import { Counts } from "./Files.tsx";
import styles from "./inbox.module.css";
import { approvals, useApprovals, useWaitingCount } from "./open.ts";
import type { Pending } from "./store.ts";
import { useTitle } from "./useTitle.ts";

const DIFF_HEIGHT = 460;

const Line = ({
  item,
  isOpen,
  isFirst,
  onToggle,
}: {
  readonly item: Pending;
  readonly isOpen: boolean;
  readonly isFirst: boolean;
  readonly onToggle: () => void;
}) => {
  const { approval } = item;
  const title = useTitle(approval);
  const first = approval.files?.length === 1 ? approval.files[0] : undefined;
  return (
    <button
      type="button"
      className={cx(styles["line"], isOpen && styles["open"])}
      aria-expanded={isOpen}
      onClick={onToggle}
      {...rowProps(isOpen || isFirst)}
    >
      <ChevronRight size={16} aria-hidden className={styles["chevron"]} />
      <SeverityBadge severity={approval.severity} isShort />
      <span className={styles["what"]}>
        {title.words}{" "}
        <code>
          <Revealed text={title.object ?? summaryOf(approval.call)} isStrict />
        </code>
      </span>
      {first !== undefined ? <Counts before={first.before} after={first.after} /> : <span />}
      <span className={styles["session"]}>{approval.sessionTitle}</span>
      <span className={styles["when"]}>
        <TimeAgo at={approval.requestedAt} />
      </span>
    </button>
  );
};

const Waiting = ({ pending }: { readonly pending: readonly Pending[] }) => {
  const { t } = useTranslation("approvals");
  const [chosen, setChosen] = useState<CallId | "none" | undefined>(undefined);
  const isThere = pending.some((item) => item.approval.call.callId === chosen);
  const current = chosen === "none" || isThere ? chosen : pending[0]?.approval.call.callId;
  return (
    <ul className={styles["list"]} aria-label={t("inbox.label")} onKeyDown={moveInRows}>
      {pending.map((item, at) => {
        const { callId } = item.approval.call;
        const isOpen = callId === current;
        return (
          <li key={callId} className={styles["item"]}>
            <Line
              item={item}
              isOpen={isOpen}
              isFirst={at === 0}
              onToggle={() => setChosen(isOpen ? "none" : callId)}
            />
            {isOpen && (
              <ApprovalCard
                key={item.approval.argsHash}
                item={item}
                hasKeys
                isInInbox
                diffHeight={DIFF_HEIGHT}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
};

/** Every call that waits for a person, of all sessions, to be decided in any order (GOV-04). */
export const Inbox = () => {
  const { t } = useTranslation("approvals");
  const { status, error, pending } = useApprovals((view) => view);
  const asked = useAskCount();
  const waiting = useWaitingCount();
  const retry = (): void => {
    approvals()
      .refresh()
      .catch((cause: unknown) => console.error("approval.list failed", cause));
  };
  return (
    <section className={styles["inbox"]} aria-label={t("inbox.title")}>
      <header className={styles["head"]}>
        <h1>{t("inbox.title")}</h1>
        <p className={styles["quiet"]}>{t("inbox.about", { count: waiting })}</p>
      </header>
      {status === "failed" && error !== undefined && (
        <ErrorState
          layout="inline"
          title={t("inbox.failed")}
          failure={error}
          action={<Button onClick={retry}>{t("inbox.retry")}</Button>}
        />
      )}
      {status === "loading" && pending.length === 0 && <Skeleton />}
      <ServerAskList />
      {status === "ready" && pending.length + asked === 0 && (
        <EmptyState
          icon={<InboxIcon size={20} aria-hidden />}
          title={t("inbox.empty.title")}
          text={t("inbox.empty.text")}
        />
      )}
      {pending.length > 0 && <Waiting pending={pending} />}
    </section>
  );
};
