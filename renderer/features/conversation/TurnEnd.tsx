import { CircleStop, OctagonAlert, RouteOff } from "lucide-react";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import type { SessionId, StopReason } from "../../../shared/contract/index.ts";
import type { Turn } from "../../../shared/session/index.ts";
import { Button, ErrorState } from "../../design/index.ts";
import { failureText } from "../../format/index.ts";
import styles from "./conversation.module.css";
import { sendMessage } from "./send.ts";

const Icon = ({ reason }: { readonly reason: StopReason }) => {
  if (reason === "stopped") return <CircleStop size={16} aria-hidden />;
  if (reason === "interrupted") return <RouteOff size={16} aria-hidden />;
  return <OctagonAlert size={16} aria-hidden />;
};

/** Why a turn ended without an answer, and the way to go on (LOOP-05). */
export const TurnEnd = memo(
  ({
    sessionId,
    turn,
    canContinue,
  }: {
    readonly sessionId: SessionId;
    readonly turn: Turn;
    readonly canContinue: boolean;
  }) => {
    const { t } = useTranslation(["conversation", "errors"]);
    const { reason, error } = turn;
    if (reason === undefined || reason === "answered") return null;
    const goOn = (
      <Button size="small" onClick={() => sendMessage(sessionId, t("continue.text"))}>
        {t(reason === "modelFailed" ? "continue.retry" : "continue.label")}
      </Button>
    );
    if (reason === "modelFailed" && error !== undefined)
      return (
        <ErrorState
          layout="inline"
          title={t("end.modelFailed")}
          failure={error}
          action={canContinue ? goOn : undefined}
        />
      );
    return (
      <div className={styles["end"]} data-reason={reason}>
        <Icon reason={reason} />
        <p className={styles["endText"]}>
          {t(`end.${reason}`)}
          {error !== undefined && <span className={styles["quiet"]}> {failureText(error, t)}</span>}
        </p>
        {canContinue && goOn}
      </div>
    );
  },
);
TurnEnd.displayName = "TurnEnd";
