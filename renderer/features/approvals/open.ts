import { useStore } from "zustand";
import type { SessionId } from "../../../shared/contract/index.ts";
import { bridge } from "../../bridge/index.ts";
import { useAskCount } from "../serverAsks/index.ts";
import { createApprovalsStore, waitingCount, type ApprovalsStore, type ApprovalsView } from "./store.ts";

let opened: ApprovalsStore | undefined;

/** The window's one store of waiting calls, started on first use. */
export const approvals = (): ApprovalsStore => {
  if (opened === undefined) {
    opened = createApprovalsStore(bridge);
    opened.refresh().catch((cause: unknown) => console.error("approval.list failed", cause));
  }
  return opened;
};

/** A part of what waits; follows the host from the first use on. */
export const useApprovals = <T>(select: (view: ApprovalsView) => T): T => useStore(approvals(), select);

/** How much waits for a person: the calls of one session, or those of all with what servers ask. */
export const useWaitingCount = (sessionId?: SessionId): number => {
  const calls = useApprovals((view) => waitingCount(view, sessionId));
  const asked = useAskCount();
  return sessionId === undefined ? calls + asked : calls;
};

/** How many cards stand in a session, those that can no longer be used included. */
export const useCardCount = (sessionId: SessionId): number =>
  useApprovals((view) => view.pending.filter((item) => item.approval.call.sessionId === sessionId).length);
