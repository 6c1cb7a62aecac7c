import { useState } from "react";
import type { Failure, Hunk, ReviewFile, SessionId } from "../../../shared/contract/index.ts";
import type { Turn } from "../../../shared/session/index.ts";
import { bridge } from "../../bridge/index.ts";
import { useAnswer } from "../timeline/index.ts";

/** Whether nothing of a file's change is left. */
export const isTakenBack = (file: ReviewFile): boolean =>
  file.afterHash === null || (!file.isNew && file.before === file.after);

/** Whether something of a file can be taken back from here. */
export const canRevert = (file: ReviewFile): boolean => !isTakenBack(file) && !file.isChangedLater;

/** Reads the review of a turn, and takes parts of it back. It is read again when a revert or another change is in the log. */
export const useReview = (sessionId: SessionId, turn: Turn, changes: number) => {
  const { turnId } = turn;
  const version = `${changes} ${(turn.reverts ?? []).map((item) => item.state).join(" ")}`;
  const review = useAnswer("review.read", { sessionId, turnId }, version);
  const [busy, setBusy] = useState<string | undefined>(undefined);
  const [failures, setFailures] = useState<ReadonlyMap<string, Failure>>(new Map());
  const [failure, setFailure] = useState<Failure | undefined>(undefined);

  /** `what` names the button that is busy meanwhile. */
  const revert = (
    what: string,
    files: readonly { readonly file: ReviewFile; readonly hunks?: readonly Hunk[] }[],
  ): void => {
    if (busy !== undefined) return;
    setBusy(what);
    setFailure(undefined);
    setFailures(new Map());
    bridge
      .request("review.revert", {
        sessionId,
        turnId,
        files: files.map(({ file, hunks }) => ({
          path: file.path,
          afterHash: file.afterHash ?? "",
          ...(hunks === undefined ? {} : { hunks: hunks.map((hunk) => ({ ...hunk })) }),
        })),
      })
      .then((answer) => {
        if (answer.ok) setFailures(new Map(answer.value.failed.map(({ path, error }) => [path, error])));
        else setFailure(answer.error);
        setBusy(undefined);
      })
      .catch((cause: unknown) => console.error("review.revert failed", cause));
  };
  return { review, busy, failures, failure, revert };
};
