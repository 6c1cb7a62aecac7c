import { ChevronRight } from "lucide-react";
import { useMemo, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import type { Failure, Hunk, ReviewFile, TurnId } from "../../../shared/contract/index.ts";
import { Badge, Button, cx } from "../../design/index.ts";
import { failureText } from "../../format/index.ts";
import { DiffView, HunkBar, hunkKeys, lineCounts, useHunks } from "../diff/index.ts";
import { Revealed } from "../reveal/index.ts";
import styles from "./review.module.css";
import { canRevert, isTakenBack } from "./useReview.ts";
import { setOpen, useIsOpen } from "./view.ts";

/** Tallest diff of a file in the conversation, in pixels. */
const DIFF_HEIGHT = 420;

interface FileRowProps {
  readonly turnId: TurnId;
  readonly file: ReviewFile;
  /** Which of the row's buttons works: the path for the file, the path and a sign for a hunk. */
  readonly busy: string | undefined;
  readonly failure: Failure | undefined;
  readonly onRevert: (what: string, hunks?: readonly Hunk[]) => void;
}

const State = ({ file }: { readonly file: ReviewFile }) => {
  const { t } = useTranslation(["review", "diff"]);
  if (file.afterHash === null) return <Badge>{t("state.removed")}</Badge>;
  if (isTakenBack(file)) return <Badge>{t("state.reverted")}</Badge>;
  return (
    <>
      {file.isNew && <Badge tone="info">{t("diff:newFile")}</Badge>}
      {file.isChangedLater && (
        <Badge tone="warn" title={t("later")}>
          {t("state.later")}
        </Badge>
      )}
    </>
  );
};

const Counts = ({ file }: { readonly file: ReviewFile }) => {
  const { t } = useTranslation("diff");
  const { added, removed } = useMemo(() => lineCounts(file.before, file.after), [file.before, file.after]);
  return (
    <span className={styles["counts"]}>
      <span aria-hidden>
        <span className={styles["added"]}>+{added}</span>{" "}
        <span className={styles["removed"]}>−{removed}</span>
      </span>
      <span className="visually-hidden">{t("counts", { added, removed })}</span>
    </span>
  );
};

const hunkOfKeys = (event: KeyboardEvent): "next" | "previous" | "take" | undefined => {
  if (event.nativeEvent.isComposing) return undefined;
  if (event.altKey && event.key === "ArrowDown") return "next";
  if (event.altKey && event.key === "ArrowUp") return "previous";
  return (event.ctrlKey || event.metaKey) && event.shiftKey && event.key === "Backspace" ? "take" : undefined;
};

const FileDiff = ({ file, busy, onRevert }: Omit<FileRowProps, "turnId" | "failure">) => {
  const { t } = useTranslation("review");
  const hunks = useHunks();
  const isPartable = canRevert(file) && !file.isNew;
  const what = `${file.path} #`;
  const take = isPartable
    ? {
        label: t("revert.hunk"),
        isBusy: busy === what,
        run: (hunk: Hunk) => onRevert(what, [hunk]),
      }
    : undefined;
  const onKeyDown = (event: KeyboardEvent): void => {
    const meant = hunkOfKeys(event);
    if (meant === undefined) return;
    event.preventDefault();
    if (meant !== "take") hunks.go(meant === "next" ? 1 : -1);
    else if (take !== undefined && hunks.current !== undefined && busy === undefined) take.run(hunks.current);
  };
  return (
    <div className={styles["diff"]} onKeyDown={onKeyDown} aria-keyshortcuts={shortcuts}>
      {file.isChangedLater && <p className={styles["note"]}>{t("later")}</p>}
      {!file.isNew && (
        <div className={styles["hunkLine"]}>
          <HunkBar hunks={hunks} take={take} />
        </div>
      )}
      <DiffView
        key={file.afterHash}
        path={file.path}
        before={file.before}
        after={file.after}
        isPast
        maxHeight={DIFF_HEIGHT}
        {...hunks.props}
      />
    </div>
  );
};

/** As ARIA spells the keys of the hunks. */
const shortcuts = Object.values(hunkKeys)
  .map((keys) =>
    keys
      .split("+")
      .map(
        (key) =>
          ({ mod: "Control", alt: "Alt", shift: "Shift", up: "ArrowUp", down: "ArrowDown" })[key] ??
          "Backspace",
      )
      .join("+"),
  )
  .join(" ");

/** One file of a review: what it came to, its diff on demand, and the way back of the whole file. */
export const FileRow = ({ turnId, file, busy, failure, onRevert }: FileRowProps) => {
  const { t } = useTranslation(["review", "diff", "errors"]);
  const isOpen = useIsOpen(turnId, file.path);
  return (
    <li className={styles["file"]} data-review-file={file.path}>
      <div className={styles["line"]}>
        {isTakenBack(file) ? (
          <span className={styles["name"]}>
            <code className={styles["gone"]}>
              <Revealed text={file.path} isStrict />
            </code>
            <State file={file} />
          </span>
        ) : (
          <button
            type="button"
            className={styles["name"]}
            aria-expanded={isOpen}
            onClick={() => setOpen(turnId, file.path, !isOpen)}
          >
            <ChevronRight
              size={14}
              aria-hidden
              className={cx(styles["chevron"], isOpen && styles["turned"])}
            />
            <code>
              <Revealed text={file.path} isStrict />
            </code>
            <Counts file={file} />
            <State file={file} />
          </button>
        )}
        {canRevert(file) && (
          <Button
            size="small"
            kind="quiet"
            isBusy={busy === file.path}
            disabled={busy !== undefined}
            aria-label={t(file.isNew ? "revert.removeOf" : "revert.fileOf", { path: file.path })}
            onClick={() => onRevert(file.path)}
          >
            {t(file.isNew ? "revert.remove" : "revert.file")}
          </Button>
        )}
      </div>
      {failure !== undefined && (
        <p className={styles["failure"]} role="alert">
          {failureText(failure, t)}
        </p>
      )}
      {isOpen && !isTakenBack(file) && <FileDiff file={file} busy={busy} onRevert={onRevert} />}
    </li>
  );
};
