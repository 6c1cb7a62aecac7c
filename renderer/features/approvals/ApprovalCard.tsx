import { useEffect, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useActions, type Action } from "../../actions/index.ts";
import { cx, SeverityBadge, TimeAgo } from "../../design/index.ts";
import { baseName, failureText } from "../../format/index.ts";
import { prewarmDiff } from "../diff/index.ts";
import { Revealed } from "../reveal/index.ts";
import { ServerDot } from "../timeline/index.ts";
import styles from "./card.module.css";
import { effectOf } from "./effect.ts";
import { EffectText } from "./EffectText.tsx";
import { Counts, Files } from "./Files.tsx";
import { Footer } from "./Footer.tsx";
import { GoneNotice } from "./Gone.tsx";
import { approvals } from "./open.ts";
import { Reasons } from "./Reasons.tsx";
import type { Pending } from "./store.ts";
import { Arguments, Command } from "./Subject.tsx";
import { subjectOf } from "./subject.ts";
import { useCard, type CardControl } from "./useCard.ts";
import { useTitle } from "./useTitle.ts";

interface ApprovalCardProps {
  readonly item: Pending;
  /** Whether ⌘/Ctrl ↵ and ⌘/Ctrl ⌫ decide this card: one card on the screen at most. */
  readonly hasKeys: boolean;
  /** The card stands under a line of the inbox that has its title; it names the session instead. */
  readonly isInInbox?: boolean;
  readonly diffHeight: number;
}

const isText = (element: Element | null): boolean =>
  element instanceof HTMLElement &&
  (element.isContentEditable || ["TEXTAREA", "INPUT", "SELECT"].includes(element.tagName));

const isWriting = (element: Element | null): boolean =>
  isText(element) && (element as HTMLInputElement).value !== "";

/** Binds the keys of a card. Somebody who types elsewhere means something else by ⌘/Ctrl ↵. */
const useKeys = (card: CardControl, hasKeys: boolean, frame: React.RefObject<HTMLElement | null>): void => {
  const { t } = useTranslation("approvals");
  const latest = useRef(card);
  useEffect(() => {
    latest.current = card;
  });
  const offersAutoApply = card.acceptAll !== undefined;
  const actions = useMemo((): readonly Action[] => {
    if (!hasKeys) return [];
    const isElsewhere = (): boolean =>
      isText(document.activeElement) && frame.current?.contains(document.activeElement) !== true;
    return [
      {
        id: "approval.accept",
        title: t("action.accept"),
        section: "approval",
        keys: ["mod+enter"],
        run: () => {
          if (!isElsewhere()) latest.current.accept();
        },
      },
      ...(offersAutoApply
        ? [
            {
              id: "approval.autoApply",
              title: t("action.autoApply"),
              section: "approval" as const,
              run: () => latest.current.acceptAll?.(),
            },
          ]
        : []),
      {
        id: "approval.reject",
        title: t("action.reject"),
        section: "approval",
        keys: ["mod+backspace"],
        whileTyping: false,
        run: () => latest.current.reject(),
      },
    ];
  }, [hasKeys, offersAutoApply, t, frame]);
  useActions(actions);
};

const Head = ({ item, isInInbox }: { readonly item: Pending; readonly isInInbox: boolean }) => {
  const { t } = useTranslation("approvals");
  const { approval } = item;
  const subject = subjectOf(approval);
  const first = subject.kind === "files" && subject.files.length === 1 ? subject.files[0] : undefined;
  const title = useTitle(approval);
  return (
    <header className={styles["head"]}>
      <div className={cx(styles["titleLine"], isInInbox && "visually-hidden")}>
        <SeverityBadge severity={approval.severity} />
        <h2 className={styles["title"]}>
          {title.words}{" "}
          {title.object !== undefined && (
            <code>
              <Revealed text={title.object} isStrict />
            </code>
          )}
        </h2>
        {first !== undefined && <Counts before={first.before} after={first.after} />}
      </div>
      <p className={styles["who"]}>
        <ServerDot name={approval.call.serverName} />
        <span>
          {t(approval.isByHand === true ? "whoByHand" : "who", {
            server: approval.call.serverName,
            tool: approval.call.tool,
          })}
        </span>
        {isInInbox && <span title={approval.workspacePath}>· {baseName(approval.workspacePath)}</span>}
        <span>
          · <TimeAgo at={approval.requestedAt} />
        </span>
      </p>
    </header>
  );
};

/** One call that waits: who asks, what exactly, why, what a refusal means, and the decision (GOV-02, look.md). */
export const ApprovalCard = ({ item, hasKeys, isInInbox = false, diffHeight }: ApprovalCardProps) => {
  const { t } = useTranslation(["approvals", "errors"]);
  const card = useCard(item);
  const frame = useRef<HTMLElement>(null);
  const reject = useRef<HTMLButtonElement>(null);
  useKeys(card, hasKeys && item.state !== "gone", frame);
  const { approval } = item;
  const subject = subjectOf(approval);
  const effect = effectOf(approval);
  const isGone = item.state === "gone";
  useEffect(() => {
    if (subject.kind === "files") prewarmDiff();
  }, [subject.kind]);
  useEffect(() => {
    // The safe choice, unless somebody is in the middle of a text.
    if (hasKeys && !isWriting(document.activeElement)) reject.current?.focus({ preventScroll: true });
  }, [hasKeys]);

  return (
    <article
      ref={frame}
      className={cx(styles["card"], isGone && styles["isGone"])}
      aria-label={t("card")}
      data-approval={approval.call.callId}
    >
      <Head item={item} isInInbox={isInInbox} />
      <div className={styles["body"]} tabIndex={-1}>
        {effect !== undefined && <EffectText effect={effect} />}
        {subject.kind === "files" && (
          <Files
            callId={approval.call.callId}
            files={subject.files}
            drafts={approvals().drafts}
            isEditable={item.state === "open"}
            maxHeight={diffHeight}
            hasKeys={hasKeys && !isGone}
            onEdited={card.touch}
          />
        )}
        {subject.kind === "command" && <Command command={subject.command} args={approval.arguments} />}
        {subject.kind === "tool" && <Arguments args={approval.arguments} />}
        <Reasons approval={approval} />
        {subject.kind !== "tool" && (
          <details className={styles["details"]}>
            <summary>{t("arguments.sent")}</summary>
            <Arguments args={approval.arguments} />
          </details>
        )}
      </div>
      {item.failure !== undefined && !isGone && (
        <p className={styles["failure"]} role="alert">
          {failureText(item.failure, t)}
        </p>
      )}
      {isGone ? (
        <GoneNotice item={item} />
      ) : (
        <Footer
          approval={approval}
          card={card}
          isDeciding={item.state === "deciding"}
          hasKeys={hasKeys}
          rejectRef={reject}
        />
      )}
    </article>
  );
};
