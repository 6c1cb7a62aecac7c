import { useVirtualizer } from "@tanstack/react-virtual";
import { ArrowDown, FlaskConical } from "lucide-react";
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { SessionId, TurnId } from "../../../shared/contract/index.ts";
import type { SessionState } from "../../../shared/session/index.ts";
import { useActions, type Action } from "../../actions/index.ts";
import { Button } from "../../design/index.ts";
import { ReviewCard } from "../review/index.ts";
import { showReview, useSelection } from "../session/index.ts";
import styles from "./conversation.module.css";
import { createFollow } from "./follow.ts";
import { conversationItems, type Item } from "./items.ts";
import { useSending } from "./send.ts";
import { StepBlock } from "./StepBlock.tsx";
import { TurnEnd } from "./TurnEnd.tsx";
import { UserMessage } from "./UserMessage.tsx";

/** Heights in pixels before a block was measured. */
const guess: Record<Item["kind"], number> = { message: 72, step: 76, review: 120, end: 60 };

/** Blocks with words get room around them; steps that only call stand close. */
const kindOf = (item: Item): string => (item.kind === "step" && item.step.text === "" ? "calls" : item.kind);

const Block = ({
  sessionId,
  item,
  isIdle,
}: {
  readonly sessionId: SessionId;
  readonly item: Item;
  readonly isIdle: boolean;
}) => {
  switch (item.kind) {
    case "message":
      return <UserMessage turn={item.turn} />;
    case "step":
      return <StepBlock sessionId={sessionId} step={item.step} calls={item.calls} />;
    case "review":
      return <ReviewCard sessionId={sessionId} turn={item.turn} changes={item.changes} />;
    case "end":
      return <TurnEnd sessionId={sessionId} turn={item.turn} canContinue={item.isLast && isIdle} />;
  }
};

/** Keeps the end in view while what is there grows, as long as the reader is at the end (UI-02). */
const useFollow = (sessionId: SessionId) => {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [isFollowing, setFollowing] = useState(true);
  const [follow] = useState(() => createFollow(setFollowing));
  const sent = useSending((sending) => sending.sent.get(sessionId) ?? 0);

  const toEnd = (): void => {
    const area = scroller.current;
    if (area !== null) area.scrollTop = area.scrollHeight;
  };
  useLayoutEffect(() => {
    const [area, inner] = [scroller.current, content.current];
    if (area === null || inner === null) return undefined;
    // Runs between layout and paint: what grew is never painted at the old place.
    const grown = new ResizeObserver(() => {
      if (follow.isFollowing()) toEnd();
    });
    grown.observe(inner);
    grown.observe(area);
    return () => grown.disconnect();
  }, [follow]);
  useEffect(() => {
    if (sent === 0) return;
    follow.follow();
    toEnd();
  }, [sent, follow]);

  return {
    scroller,
    content,
    isFollowing,
    following: follow.isFollowing,
    leaving: () => {
      if (scroller.current !== null) follow.leaving(scroller.current);
    },
    onScroll: () => {
      if (scroller.current !== null) follow.scrolled(scroller.current);
    },
    jump: () => {
      follow.follow();
      toEnd();
    },
  };
};

/** Goes to a review that was asked for, and offers the latest one to palette. */
const useReviewAsked = (items: readonly Item[], scrollTo: (at: number) => void): void => {
  const { t } = useTranslation("review");
  const asked = useSelection((selection) => selection.review);
  const goTo = useEffectEvent((turnId: TurnId) => {
    const at = items.findIndex((item) => item.kind === "review" && item.turn.turnId === turnId);
    if (at !== -1) scrollTo(at);
  });
  useEffect(() => {
    if (asked !== undefined) goTo(asked.turnId);
  }, [asked]);
  const last = items.findLast((item) => item.kind === "review")?.turn.turnId;
  const actions = useMemo(
    (): readonly Action[] =>
      last === undefined
        ? []
        : [
            {
              id: "session.review",
              title: t("action.open"),
              section: "session",
              keys: ["mod+shift+r"],
              run: () => showReview(last),
            },
          ],
    [last, t],
  );
  useActions(actions);
};

/** The messages of a session. Only blocks near the view are in the page, so that ten thousand calls open at once. */
export const Thread = ({ session }: { readonly session: SessionState }) => {
  const { t } = useTranslation("conversation");
  const { sessionId, turns, steps, calls } = session;
  const items = useMemo(() => conversationItems({ turns, steps, calls }), [turns, steps, calls]);
  const { scroller, content, isFollowing, following, leaving, onScroll, jump } = useFollow(sessionId);
  // The same function while the items are the same: with another one the list measures all of them again.
  const getItemKey = useCallback((at: number) => items[at]?.key ?? at, [items]);
  const list = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (at) => guess[items[at]?.kind ?? "step"],
    getItemKey,
    overscan: 6,
    initialOffset: () => items.length * guess.step,
    paddingStart: 16,
    paddingEnd: 16,
    gap: 4,
  });
  // While the end is followed the follower alone moves the view. Else what changes above must not move what is read; a block
  // that is itself read grows below its reader.
  list.shouldAdjustScrollPositionOnItemSizeChange = (item, _delta, view) =>
    !following() && item.end <= (view.scrollOffset ?? 0);
  useReviewAsked(items, (at) => {
    leaving();
    list.scrollToIndex(at, { align: "start" });
  });
  const shown = list.getVirtualItems();
  const before = shown[0]?.start ?? 0;
  const after = list.getTotalSize() - (shown.at(-1)?.end ?? 0);
  const isIdle = session.state === "idle" || session.state === "interrupted";

  return (
    <div className={styles["thread"]}>
      {session.isDemo && (
        <p className={styles["demo"]} title={t("demo")}>
          <FlaskConical size={14} aria-hidden />
          <span>{t("demo")}</span>
        </p>
      )}
      <div
        ref={scroller}
        className={styles["scroller"]}
        tabIndex={0}
        role="region"
        aria-label={t("thread")}
        onScroll={onScroll}
        onWheel={(event) => {
          if (event.deltaY < 0) leaving();
        }}
        onTouchMove={leaving}
        onKeyDown={(event) => {
          if (["ArrowUp", "PageUp", "Home"].includes(event.key)) leaving();
        }}
        // A press beside the content is one on the scroll bar.
        onPointerDown={(event) => {
          if (
            event.target === event.currentTarget &&
            event.nativeEvent.offsetX > event.currentTarget.clientWidth
          )
            leaving();
        }}
      >
        <div
          ref={content}
          className={styles["content"]}
          style={{ paddingTop: before, paddingBottom: Math.max(0, after) }}
        >
          {shown.map((at) => {
            const item = items[at.index];
            if (item === undefined) return null;
            return (
              <div
                key={at.key}
                ref={list.measureElement}
                data-index={at.index}
                className={styles["block"]}
                data-kind={kindOf(item)}
              >
                <Block sessionId={sessionId} item={item} isIdle={isIdle} />
              </div>
            );
          })}
        </div>
      </div>
      {!isFollowing && (
        <div className={styles["jump"]}>
          <Button size="small" icon={<ArrowDown size={14} aria-hidden />} onClick={jump}>
            {t("jump")}
          </Button>
        </div>
      )}
    </div>
  );
};
