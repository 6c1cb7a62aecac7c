import { useEffect, useReducer, useRef, useState } from "react";
import { GUARD_MS, startGuard } from "./guard.ts";
import { approvals } from "./open.ts";
import type { Pending } from "./store.ts";
import { editedFiles, leavesNothing, subjectOf } from "./subject.ts";

/** What the buttons of a card know and do. */
export interface CardControl {
  /** Looks ready: the time in which clicks are ignored is over. The clock, not this, decides. */
  readonly isArmed: boolean;
  readonly edits: ReturnType<typeof editedFiles>;
  readonly reason: string;
  readonly setReason: (reason: string) => void;
  /** Level 4: the person says that they know the effect. */
  readonly isStated: boolean;
  readonly setStated: (isStated: boolean) => void;
  readonly canAccept: boolean;
  /** Every change was left out: there is nothing to accept. */
  readonly isNothingLeft: boolean;
  readonly touch: () => void;
  readonly accept: () => void;
  /** Accepts, and lets edits of this workspace apply by themselves from now on; absent where the card does not offer it. */
  readonly acceptAll: (() => void) | undefined;
  readonly reject: () => void;
}

const clock = (): number => performance.now();

/** Drives one card. Mount it with the call's id as `key`: the guard starts when the card comes into view. */
export const useCard = ({ approval, state }: Pending): CardControl => {
  const store = approvals();
  const { callId } = approval.call;
  const guard = useRef<ReturnType<typeof startGuard> | undefined>(undefined);
  const [isArmed, setArmed] = useState(false);
  const [reason, setReason] = useState("");
  const [isStated, setStated] = useState(false);
  const [, touch] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    guard.current = startGuard(clock);
    const timer = setTimeout(() => setArmed(true), GUARD_MS);
    return () => clearTimeout(timer);
  }, []);

  const subject = subjectOf(approval);
  const edits =
    subject.kind === "files" ? editedFiles(subject.files, (path) => store.drafts.get(callId, path)) : [];
  const isNothingLeft =
    edits.length > 0 &&
    subject.kind === "files" &&
    leavesNothing(subject.files, (path) => store.drafts.get(callId, path));
  const canAccept = !isNothingLeft && state === "open" && (approval.severity !== "L4" || isStated);
  const isMeant = (): boolean => state === "open" && guard.current?.accepts() === true;
  const send = (choice: Parameters<typeof store.decide>[1]): void => {
    store.decide(callId, choice).catch((cause: unknown) => console.error("approval.decide failed", cause));
  };
  const accept = (more: Pick<Parameters<typeof store.decide>[1], "autoApplyEdits">): void => {
    if (!isMeant() || !canAccept) return;
    send(
      edits.length > 0 ? { decision: "allowEdited", files: edits, ...more } : { decision: "allow", ...more },
    );
  };
  return {
    isArmed,
    edits,
    reason,
    setReason,
    isStated,
    setStated,
    canAccept,
    touch,
    isNothingLeft,
    accept: () => accept({}),
    acceptAll: approval.offersAutoApply === true ? () => accept({ autoApplyEdits: true }) : undefined,
    reject: () => {
      if (isMeant()) send({ decision: "deny", reason });
    },
  };
};
