import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import type { Hunk } from "../../../shared/contract/index.ts";
import { Skeleton } from "../../design/index.ts";
import { Revealed } from "../reveal/index.ts";
import styles from "./diff.module.css";
import { countLines } from "./lineCounts.ts";
import { diffPool } from "./load.ts";
import type { LentDiff } from "./pool.ts";

/** Below this width, in pixels, two columns are too narrow to read. */
const INLINE_BELOW = 720;
const MIN_HEIGHT = 76;

/** What a place can ask of the diff it shows. */
export type DiffControl = Pick<LentDiff, "mark" | "restore">;

export interface DiffViewProps {
  readonly path: string;
  readonly before: string;
  readonly after: string;
  /** Lets the right side be edited; `onChange` tells of each edit with the file's line ends. */
  readonly isEditable?: boolean;
  readonly onChange?: (text: string) => void;
  /** The change was made already: the sides are named so. */
  readonly isPast?: boolean;
  /** Told where the sides differ, once the diff is there and after each edit. */
  readonly onHunks?: ((hunks: readonly Hunk[]) => void) | undefined;
  /** Holds the control while the diff is there. */
  readonly control?: RefObject<DiffControl | null>;
  /** Tallest it grows, in pixels; more scrolls inside. */
  readonly maxHeight: number;
}

/**
 * Two states of a file side by side, or in one column where space is short. Esc moves the focus out of the editor. The
 * editor is lent from the pool: `before` and `after` are read when it opens or when `path` changes, later edits are its own.
 */
export const DiffView = ({
  path,
  before,
  after,
  isEditable = false,
  isPast = false,
  onChange,
  onHunks,
  control,
  maxHeight,
}: DiffViewProps) => {
  const { t } = useTranslation("diff");
  const frame = useRef<HTMLDivElement>(null);
  const slot = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<"loading" | "ready" | "failed">("loading");
  const [height, setHeight] = useState(() => Math.max(countLines(before), countLines(after)) * 18 + 8);
  const changed = useEffectEvent((text: string) => onChange?.(text));
  const differs = useEffectEvent((hunks: readonly Hunk[]) => onHunks?.(hunks));
  const hold = useEffectEvent((lent: LentDiff | null) => {
    if (control !== undefined) control.current = lent;
  });
  const content = useEffectEvent((width: number) => ({
    path,
    before,
    after,
    isEditable,
    isInline: before === "" || width < INLINE_BELOW,
    labels: {
      before: t(isPast ? "label.pastBefore" : "label.before", { path }),
      after: t(isPast ? "label.pastAfter" : isEditable ? "label.editable" : "label.after", { path }),
    },
  }));

  useEffect(() => {
    const place = slot.current;
    if (place === null) return undefined;
    let lent: LentDiff | undefined;
    let isGone = false;
    const resized = new ResizeObserver(() => {
      lent?.setInline(content(place.clientWidth).isInline);
      lent?.layout();
    });
    diffPool().then(
      (pool) => {
        if (isGone) return;
        lent = pool.lend(place, content(place.clientWidth), {
          onChange: changed,
          onHeight: setHeight,
          onHunks: differs,
          onLeave: () => frame.current?.focus(),
        });
        hold(lent);
        resized.observe(place);
        setState("ready");
      },
      (cause: unknown) => {
        console.error(cause);
        if (!isGone) setState("failed");
      },
    );
    return () => {
      isGone = true;
      resized.disconnect();
      hold(null);
      lent?.release();
    };
  }, [path, before, isEditable]);

  const shown = Math.min(maxHeight, Math.max(MIN_HEIGHT, height));
  useLayoutEffect(() => slot.current?.style.setProperty("height", `${shown}px`), [shown]);

  return (
    <div
      ref={frame}
      className={styles["frame"]}
      tabIndex={-1}
      role="group"
      aria-label={t("label.group", { path })}
    >
      <div ref={slot} className={styles["slot"]} hidden={state === "failed"}>
        {state === "loading" && <Skeleton />}
      </div>
      {state === "failed" && (
        <div
          className={styles["plain"]}
          tabIndex={0}
          role="region"
          aria-label={t("label.after", { path })}
          style={{ maxHeight }}
        >
          <p className={styles["note"]}>{t("failed")}</p>
          <pre>
            <Revealed text={after} />
          </pre>
        </div>
      )}
    </div>
  );
};
