import { createStore, type StoreApi } from "zustand/vanilla";
import type {
  Approval,
  ApprovalDecision,
  CallId,
  EventData,
  Failure,
  SessionId,
} from "../../../shared/contract/index.ts";
import type { Bridge } from "../../bridge/index.ts";
import { createDrafts, type Drafts } from "./drafts.ts";

/** Why a card can no longer be used. */
export type Gone = EventData<"approval.resolved">["decision"] | "stale" | "restarted";

/** A call that waits, with what this window knows beyond the host's record. */
export interface Pending {
  readonly approval: Approval;
  readonly state: "open" | "deciding" | "gone";
  /** Set when `state` is `gone`: the card stays, unusable, until it is put away. */
  readonly gone?: Gone;
  /** Why the last try to decide failed. */
  readonly failure?: Failure;
}

export interface ApprovalsView {
  readonly status: "loading" | "ready" | "failed";
  readonly error?: Failure | undefined;
  /** Oldest first. */
  readonly pending: readonly Pending[];
}

/** What a person decided on a card. Files only where the text differs from what was shown. */
export interface Choice {
  readonly decision: ApprovalDecision["decision"];
  readonly files?: readonly { readonly path: string; readonly content: string }[];
  readonly reason?: string;
  /** From now on edits of this workspace apply by themselves. */
  readonly autoApplyEdits?: true;
}

export interface ApprovalsStore extends StoreApi<ApprovalsView> {
  /** Reads what waits again. Never rejects. */
  refresh(): Promise<void>;
  /** Sends a decision about exactly the card that is shown. Never rejects: a failure is put on the card. */
  decide(callId: CallId, choice: Choice): Promise<void>;
  /** Puts away a card that can no longer be used. */
  dismiss(callId: CallId): void;
  /** What a person typed over a proposed file, kept while the card waits. */
  readonly drafts: Drafts;
  close(): void;
}

const byAge = (a: Pending, b: Pending): number => a.approval.requestedAt - b.approval.requestedAt;

type Change = (callId: CallId, next: (item: Pending) => Pending | undefined) => void;

const changer =
  (store: StoreApi<ApprovalsView>): Change =>
  (callId, next) =>
    store.setState(({ pending }) => ({
      pending: pending.flatMap((item) => {
        if (item.approval.call.callId !== callId) return [item];
        const changed = next(item);
        return changed === undefined ? [] : [changed];
      }),
    }));

/** Asks the host to decide about exactly the card that is shown, once. `mine` holds the calls this window has decided. */
const decider =
  (bridge: Bridge, store: StoreApi<ApprovalsView>, drafts: Drafts, mine: Set<CallId>) =>
  async (callId: CallId, choice: Choice): Promise<void> => {
    const change = changer(store);
    const item = store.getState().pending.find((one) => one.approval.call.callId === callId);
    if (item === undefined || item.state !== "open") return;
    change(callId, () => ({ approval: item.approval, state: "deciding" }));
    mine.add(callId);
    const answer = await bridge.request("approval.decide", {
      callId,
      argsHash: item.approval.argsHash,
      decision: choice.decision,
      ...(choice.files === undefined ? {} : { files: choice.files.map((file) => ({ ...file })) }),
      ...(choice.reason === undefined || choice.reason === "" ? {} : { reason: choice.reason }),
      ...(choice.autoApplyEdits === true ? { autoApplyEdits: true } : {}),
    });
    if (answer.ok) {
      drafts.drop(callId);
      change(callId, () => undefined);
      return;
    }
    mine.delete(callId);
    const isStale = answer.error.code === "stale" || answer.error.code === "notFound";
    change(callId, ({ approval }) =>
      isStale
        ? { approval, state: "gone", gone: "stale", failure: answer.error }
        : { approval, state: "open", failure: answer.error },
    );
  };

/** What the host listed, with the state this window knows of a card that is being decided. */
const merged = (listed: readonly Approval[], known: readonly Pending[]): readonly Pending[] => {
  const byCall = new Map(known.map((item) => [item.approval.call.callId, item]));
  return listed
    .map((approval): Pending => {
      const item = byCall.get(approval.call.callId);
      const isDeciding = item?.state === "deciding" && item.approval.argsHash === approval.argsHash;
      return { approval, state: isDeciding ? "deciding" : "open" };
    })
    .sort(byAge);
};

const withOpen = (pending: readonly Pending[], approval: Approval): Pending[] =>
  [
    ...pending.filter((item) => item.approval.call.callId !== approval.call.callId),
    { approval, state: "open" as const },
  ].sort(byAge);

/** Follows every call that waits for a person, in all sessions (GOV-04). */
export const createApprovalsStore = (bridge: Bridge): ApprovalsStore => {
  const store = createStore<ApprovalsView>(() => ({ status: "loading", pending: [] }));
  const drafts = createDrafts();
  const change = changer(store);
  /** Counts what was heard, so that an answer that was on its way meanwhile is known to be old. */
  let heard = 0;
  /** Decisions this window sent and has no word of yet: their cards go away without a farewell. */
  const mine = new Set<CallId>();

  const requested = (approval: Approval): void => {
    heard += 1;
    store.setState(({ pending }) => ({ pending: withOpen(pending, approval) }));
  };
  const resolved = ({ callId, decision }: EventData<"approval.resolved">): void => {
    heard += 1;
    drafts.drop(callId);
    const isMine = mine.delete(callId);
    change(callId, (item) =>
      isMine ? undefined : { approval: item.approval, state: "gone", gone: decision },
    );
  };
  const refresh = async (): Promise<void> => {
    const before = heard;
    const answer = await bridge.request("approval.list", {});
    if (!answer.ok) {
      store.setState({ status: "failed", error: answer.error });
      return;
    }
    if (heard !== before) return refresh();
    store.setState(({ pending }) => ({
      status: "ready",
      error: undefined,
      pending: merged(answer.value, pending),
    }));
  };
  const away = (): void =>
    store.setState(({ pending }) => ({
      pending: pending.map(({ approval }) => ({ approval, state: "gone", gone: "restarted" })),
    }));

  const ends = [
    bridge.subscribe("approval.requested", requested),
    bridge.subscribe("approval.resolved", resolved),
    bridge.subscribe("app.hostChanged", (host) => {
      if (host.state === "ready")
        refresh().catch((cause: unknown) => console.error("approval.list failed", cause));
      else away();
    }),
  ];
  return {
    ...store,
    refresh,
    decide: decider(bridge, store, drafts, mine),
    drafts,
    dismiss: (callId) => change(callId, (item) => (item.state === "gone" ? undefined : item)),
    close: () => {
      for (const end of ends) end();
    },
  };
};

/** How many calls wait for a decision, in all sessions or in one. */
export const waitingCount = (view: ApprovalsView, sessionId?: SessionId): number =>
  view.pending.filter(
    (item) =>
      item.state !== "gone" && (sessionId === undefined || item.approval.call.sessionId === sessionId),
  ).length;
