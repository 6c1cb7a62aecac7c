import { useTranslation } from "react-i18next";
import { useShallow } from "zustand/shallow";
import type { SessionId } from "../../../shared/contract/index.ts";
import { ApprovalCard } from "./ApprovalCard.tsx";
import styles from "./card.module.css";
import { useApprovals } from "./open.ts";
import type { Pending } from "./store.ts";
import { useTitle } from "./useTitle.ts";

/** Tallest diff inside a session, in pixels; the conversation above must stay readable. */
const DIFF_HEIGHT = 300;

const Announced = ({ item, count }: { readonly item: Pending; readonly count: number }) => {
  const { t } = useTranslation("approvals");
  const title = useTitle(item.approval);
  return <>{t("announce", { title: `${title.words} ${title.object ?? ""}`.trim(), count })}</>;
};

/** What waits in one session, the oldest card on top, the others counted. Says aloud when something starts to wait. */
export const ApprovalStack = ({ sessionId }: { readonly sessionId: SessionId }) => {
  const { t } = useTranslation("approvals");
  const pending = useApprovals(
    useShallow((view) => view.pending.filter((item) => item.approval.call.sessionId === sessionId)),
  );
  const [first] = pending;
  return (
    <div className={styles["stack"]} data-count={pending.length}>
      <p className="visually-hidden" role="status" aria-live="assertive">
        {first !== undefined && <Announced item={first} count={pending.length} />}
      </p>
      {pending.length > 1 && (
        <p className={styles["stackCount"]}>{t("stack", { count: pending.length - 1 })}</p>
      )}
      {first !== undefined && (
        <ApprovalCard
          key={`${first.approval.call.callId} ${first.approval.argsHash}`}
          item={first}
          hasKeys
          diffHeight={DIFF_HEIGHT}
        />
      )}
    </div>
  );
};
