import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ReviewFile, SessionId, TurnId } from "../../../shared/contract/index.ts";
import type { Turn } from "../../../shared/session/index.ts";
import { Button, ErrorState, Skeleton } from "../../design/index.ts";
import { failureText } from "../../format/index.ts";
import { Revealed } from "../reveal/index.ts";
import { useSelection } from "../session/index.ts";
import { FileRow } from "./FileRow.tsx";
import styles from "./review.module.css";
import { canRevert, isTakenBack, useReview } from "./useReview.ts";
import { setOpen, useReviewView } from "./view.ts";

/** Files that are listed at once; the others are one click away. */
const SHOWN_FILES = 12;

interface ReviewCardProps {
  readonly sessionId: SessionId;
  readonly turn: Turn;
  /** Grows with every change of a file in the session. */
  readonly changes: number;
}

/** Takes the focus and opens the first file when this review was asked for, once for each time it was. */
const useAskedFor = (turnId: TurnId, files: readonly ReviewFile[] | undefined) => {
  const heading = useRef<HTMLHeadingElement>(null);
  const asked = useSelection(({ review }) => (review?.turnId === turnId ? review.round : 0));
  useEffect(() => {
    if (files === undefined || asked <= useReviewView.getState().answered) return;
    useReviewView.setState({ answered: asked });
    const first = files.find((file) => !isTakenBack(file));
    if (first !== undefined) setOpen(turnId, first.path, true);
    heading.current?.focus({ preventScroll: true });
  }, [asked, files, turnId]);
  return heading;
};

/** Takes all files back, after a second click that says how many. */
const RevertAll = ({
  count,
  isBusy,
  isDisabled,
  onRevert,
}: {
  readonly count: number;
  readonly isBusy: boolean;
  readonly isDisabled: boolean;
  readonly onRevert: () => void;
}) => {
  const { t } = useTranslation("review");
  const [isAsking, setAsking] = useState(false);
  if (!isAsking)
    return (
      <Button size="small" isBusy={isBusy} disabled={isDisabled} onClick={() => setAsking(true)}>
        {t("revert.all")}
      </Button>
    );
  return (
    <span className={styles["sure"]}>
      <span>{t("revert.sure", { count })}</span>
      <Button size="small" autoFocus onClick={() => setAsking(false)}>
        {t("revert.keep")}
      </Button>
      <Button
        size="small"
        kind="danger"
        onClick={() => {
          setAsking(false);
          onRevert();
        }}
      >
        {t("revert.all")}
      </Button>
    </span>
  );
};

const ALL = "*";

/** What a turn changed without asking, in one place at its end: each file, each hunk and all of it can be taken back (GOV-02). */
export const ReviewCard = ({ sessionId, turn, changes }: ReviewCardProps) => {
  const { t } = useTranslation(["review", "errors"]);
  const { turnId } = turn;
  const { review, busy, failures, failure, revert } = useReview(sessionId, turn, changes);
  const [isWhole, setWhole] = useState(false);
  const files = review.status === "ready" ? review.value.files : undefined;
  const heading = useAskedFor(turnId, files);
  if (review.status === "failed")
    return (
      <ErrorState
        layout="inline"
        title={t("failed")}
        failure={review.error}
        action={<Button onClick={review.again}>{t("retry")}</Button>}
      />
    );
  if (review.status !== "ready" || files === undefined) return <Skeleton rows={2} />;
  const { others } = review.value;
  const open = files.filter(canRevert);
  const taken = files.filter(isTakenBack).length;
  const shown = isWhole ? files : files.slice(0, SHOWN_FILES);
  return (
    <section className={styles["card"]} aria-label={t("label")} data-review-card={turnId}>
      <header className={styles["head"]}>
        <h3 ref={heading} tabIndex={-1} className={styles["title"]}>
          {t("title", { count: files.length + others.length })}
        </h3>
        {open.length > 1 && (
          <RevertAll
            count={open.length}
            isBusy={busy === ALL}
            isDisabled={busy !== undefined}
            onRevert={() =>
              revert(
                ALL,
                open.map((file) => ({ file })),
              )
            }
          />
        )}
      </header>
      <p className={styles["about"]} role="status">
        {taken > 0 ? t("taken", { count: taken }) : t("about")}
      </p>
      {failure !== undefined && (
        <p className={styles["failure"]} role="alert">
          {failureText(failure, t)}
        </p>
      )}
      <ul className={styles["files"]}>
        {shown.map((file) => (
          <FileRow
            key={file.path}
            turnId={turnId}
            file={file}
            busy={busy}
            failure={failures.get(file.path)}
            onRevert={(what, hunks) => {
              // The button goes with what it reverts; the focus stays in the review.
              if (hunks === undefined) heading.current?.focus({ preventScroll: true });
              revert(what, [hunks === undefined ? { file } : { file, hunks }]);
            }}
          />
        ))}
      </ul>
      {others.length > 0 && (
        <div className={styles["others"]}>
          <p>{t("others")}</p>
          <ul>
            {others.slice(0, SHOWN_FILES).map((path) => (
              <li key={path}>
                <code>
                  <Revealed text={path} isStrict />
                </code>
              </li>
            ))}
          </ul>
          {others.length > SHOWN_FILES && <p>{t("othersMore", { count: others.length - SHOWN_FILES })}</p>}
        </div>
      )}
      {shown.length < files.length && (
        <Button size="small" kind="quiet" onClick={() => setWhole(true)}>
          {t("more", { count: files.length - shown.length })}
        </Button>
      )}
    </section>
  );
};
