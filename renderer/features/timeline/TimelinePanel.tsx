import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { ListTree } from "lucide-react";
import { useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import type { CallId, SessionId } from "../../../shared/contract/index.ts";
import type { SessionState } from "../../../shared/session/index.ts";
import { Button, cx, EmptyState, ErrorState, Skeleton } from "../../design/index.ts";
import { reloadSession, selectCall, useSelection, useSession } from "../session/index.ts";
import { CallRow } from "./CallRow.tsx";
import { rowWords } from "./rowWords.ts";
import { groupAt, keptRows, rowKey, rowOf, type Row } from "./rows.ts";
import { ReviewRow } from "./ReviewRow.tsx";
import { StepRow } from "./StepRow.tsx";
import styles from "./timeline.module.css";

/** Height of every row in pixels, as `--row` says. */
const ROW = 28;
const OVERSCAN = 8;

const steps: Record<string, number> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1, PageDown: 15, PageUp: -15 };

/** The next row with a call from `at` on, in the direction of `by`; where there is none, the last one found on the way. */
const nextCall = (rows: readonly Row[], at: number, by: number): number => {
  const direction = Math.sign(by);
  let found = at;
  let left = Math.abs(by);
  for (let next = at + direction; next >= 0 && next < rows.length && left > 0; next += direction) {
    if (rows[next]?.kind !== "call") continue;
    found = next;
    left -= 1;
  }
  return found;
};

/** Which row the keyboard is on: it follows the selection, and moves by keys without opening anything. */
const useCursor = (rows: readonly Row[], selected: CallId | undefined) => {
  const [cursor, setCursor] = useState<CallId | undefined>(selected);
  const [followed, setFollowed] = useState(selected);
  if (followed !== selected) {
    setFollowed(selected);
    if (selected !== undefined) setCursor(selected);
  }
  const found = rowOf(rows, cursor);
  return { cursorRow: found === -1 ? nextCall(rows, -1, 1) : found, setCursor };
};

/** The end of what goes on: the last entry of the log, and by the second while something runs or waits. */
const useNow = (session: SessionState): number => {
  const isActive = session.state === "running" || session.state === "waiting";
  const [now, setNow] = useState(0);
  useEffect(() => {
    if (!isActive) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isActive]);
  return isActive ? Math.max(now, session.updatedAt) : session.updatedAt;
};

const Rows = ({ session }: { readonly session: SessionState }) => {
  const { t, i18n } = useTranslation(["timeline", "design"]);
  const { language } = i18n;
  const words = useMemo(() => rowWords(t, language), [t, language]);
  const { turns, steps: stepList, calls } = session;
  const updatedAt = useNow(session);
  const rows = keptRows({ turns, steps: stepList, calls, updatedAt });
  const selected = useSelection((state) => state.callId);
  const { cursorRow, setCursor } = useCursor(rows, selected);
  const scroller = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);

  // The same function while the rows are the same: with another one the list measures every row again.
  const getItemKey = useCallback(
    (at: number) => {
      const row = rows[at];
      return row === undefined ? at : rowKey(row);
    },
    [rows],
  );

  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    getItemKey,
    // Near the end, where it opens: the first rows would be drawn for nothing.
    initialOffset: () => Math.max(0, rows.length * ROW - window.innerHeight),
    overscan: OVERSCAN,
    scrollPaddingStart: ROW,
    // The group row above the first visible one sticks; the cursor's row stays in the page so that it keeps the focus.
    rangeExtractor: (range) => {
      const kept = [groupAt(rows, range.startIndex), cursorRow].filter((at) => at >= 0 && at < rows.length);
      return [...new Set([...kept, ...defaultRangeExtractor(range)])].sort((a, b) => a - b);
    },
  });
  const sticky = groupAt(rows, list.range?.startIndex ?? 0);

  useEffect(() => {
    if (isAtEnd.current && rows.length > 0) list.scrollToIndex(rows.length - 1, { align: "end" });
  }, [list, rows.length]);

  const open = useCallback((callId: CallId) => selectCall(callId), []);
  const onKey = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.nativeEvent.isComposing || event.metaKey || event.ctrlKey || event.altKey) return;
    const by = steps[event.key];
    const target =
      by !== undefined
        ? nextCall(rows, cursorRow, by)
        : event.key === "Home"
          ? nextCall(rows, -1, 1)
          : event.key === "End"
            ? nextCall(rows, rows.length, -1)
            : undefined;
    if (target === undefined) return;
    event.preventDefault();
    const row = rows[target];
    if (row?.kind !== "call") return;
    setCursor(row.call.callId);
    list.scrollToIndex(target, { align: "auto" });
    const { callId } = row.call;
    requestAnimationFrame(() =>
      scroller.current
        ?.querySelector<HTMLElement>(`[data-call="${CSS.escape(callId)}"]`)
        ?.focus({ preventScroll: true }),
    );
  };

  return (
    <div
      ref={scroller}
      className={styles["scroller"]}
      onKeyDown={onKey}
      onScroll={({ currentTarget: at }) => {
        isAtEnd.current = at.scrollHeight - at.scrollTop - at.clientHeight < ROW;
      }}
    >
      <div
        className={styles["rows"]}
        role="list"
        aria-label={t("label")}
        style={{ height: list.getTotalSize() }}
      >
        {list.getVirtualItems().map((item) => {
          const row = rows[item.index];
          if (row === undefined) return null;
          const isSticky = item.index === sticky;
          return (
            <div
              key={item.key}
              role="listitem"
              aria-setsize={rows.length}
              aria-posinset={item.index + 1}
              className={cx(styles["place"], isSticky && styles["sticky"])}
              style={isSticky ? undefined : { transform: `translateY(${item.start}px)` }}
            >
              {row.kind === "step" ? (
                <StepRow step={row.step} number={row.number} />
              ) : row.kind === "review" ? (
                <ReviewRow turnId={row.turnId} count={row.count} />
              ) : (
                <CallRow
                  call={row.call}
                  scale={row.scale}
                  words={words}
                  isSelected={row.call.callId === selected}
                  isCursor={item.index === cursorRow}
                  onOpen={open}
                />
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
};

/** Every step and call of a session in order (look.md): 28 px a row, only those in view are in the page. */
export const TimelinePanel = ({ sessionId }: { readonly sessionId: SessionId }) => {
  const { t } = useTranslation("timeline");
  const view = useSession(sessionId);
  if (view.status === "loading") return <Skeleton />;
  if (view.status === "failed")
    return (
      <ErrorState
        title={t("failed")}
        failure={view.error}
        action={<Button onClick={() => reloadSession(sessionId)}>{t("retry")}</Button>}
      />
    );
  if (view.session.steps.length === 0)
    return (
      <EmptyState icon={<ListTree size={20} aria-hidden />} title={t("empty.title")} text={t("empty.text")} />
    );
  return <Rows key={sessionId} session={view.session} />;
};
