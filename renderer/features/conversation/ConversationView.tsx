import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { SessionId } from "../../../shared/contract/index.ts";
import type { SessionState } from "../../../shared/session/index.ts";
import { Button, ErrorState, Skeleton } from "../../design/index.ts";
import { ApprovalStack, useCardCount } from "../approvals/index.ts";
import { reloadSession, useSession } from "../session/index.ts";
import { Composer } from "./Composer.tsx";
import styles from "./conversation.module.css";
import { Thread } from "./Thread.tsx";
import { Welcome } from "./Welcome.tsx";

/** Says aloud what changed: that the agent works, waits or stopped. */
const Announcer = ({ session }: { readonly session: SessionState }) => {
  const { t } = useTranslation("conversation");
  const reason = session.turns.at(-1)?.reason;
  const text =
    session.state === "running" || session.state === "waiting"
      ? t(`announce.${session.state}`)
      : reason === undefined
        ? ""
        : t(reason === "answered" ? "announce.answered" : `end.${reason}`);
  return (
    <p className="visually-hidden" role="status" aria-live="polite">
      {text}
    </p>
  );
};

const Ready = ({ session }: { readonly session: SessionState }) => {
  const { sessionId } = session;
  const field = useRef<HTMLTextAreaElement>(null);
  const cards = useCardCount(sessionId);
  const isNew = useRef(session.turns.length === 0);
  useEffect(() => {
    // Whoever opens a session without a message means to write one.
    if (isNew.current) field.current?.focus();
  }, []);
  useEffect(() => {
    // A card that went takes its focus along; it comes back to where one writes.
    if (cards === 0 && document.activeElement === document.body) field.current?.focus();
  }, [cards]);
  return (
    <>
      <Announcer session={session} />
      {session.turns.length === 0 ? (
        <div className={styles["welcome"]}>
          <Welcome session={session} />
        </div>
      ) : (
        <Thread session={session} />
      )}
      <div className={styles["dock"]}>
        <ApprovalStack sessionId={sessionId} />
        <Composer sessionId={sessionId} field={field} />
      </div>
    </>
  );
};

/** A session's conversation: messages, what waits for a decision, and the composer. */
export const ConversationView = ({ sessionId }: { readonly sessionId: SessionId }) => {
  const { t } = useTranslation("conversation");
  const view = useSession(sessionId);
  return (
    <section key={sessionId} className={styles["conversation"]} aria-label={t("label")}>
      {view.status === "loading" && <Skeleton />}
      {view.status === "failed" && (
        <ErrorState
          title={t("failed")}
          failure={view.error}
          action={<Button onClick={() => reloadSession(sessionId)}>{t("retry")}</Button>}
        />
      )}
      {view.status === "ready" && <Ready session={view.session} />}
    </section>
  );
};
