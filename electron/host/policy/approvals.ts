import {
  fail,
  ok,
  type Approval,
  type ApprovalDecision,
  type CallId,
  type FilePreview,
  type JsonObject,
  type Result,
  type SessionId,
} from "../../../shared/contract/index.ts";
import { restoreLineEnds } from "../../../shared/text/index.ts";
import { argsHashOf, type HashedFile } from "./hash.ts";

/** What was decided about one call, with exactly what may run. */
export interface Decision {
  readonly decision: "allow" | "deny" | "allowEdited";
  readonly arguments: JsonObject;
  readonly files: readonly HashedFile[] | undefined;
  readonly argsHash: string;
  readonly reason: string | undefined;
  /** The person also chose that edits of this workspace apply by themselves from now on. */
  readonly autoApply: boolean;
}

/** A call that is put up for decision. */
export interface Question {
  readonly approval: Approval;
  /** The arguments as they will run; the approval's copy may hold placeholders for secrets. */
  readonly real: JsonObject;
  /** Puts the decision in the log; only then it counts. */
  readonly commit: (decision: Decision) => Promise<void>;
  /** What is wrong with edited arguments, or null. Never rejects. */
  readonly check: (args: JsonObject) => Promise<string | null>;
}

interface Waiting extends Question {
  readonly resolve: (decision: Decision | "withdrawn") => void;
  isDeciding: boolean;
  /** The turn ended while it was being decided. */
  isOver: boolean;
}

/** All calls that wait for a person, of all sessions (GOV-04). */
export interface Approvals {
  /**
   * Puts a call up for decision; resolves when a person decided and `commit` has put that decision in the log, or with `withdrawn` when the
   * turn was stopped. Without a decision it never resolves: nothing runs (design §6).
   */
  ask(question: Question, signal: AbortSignal): Promise<Decision | "withdrawn">;
  decide(decision: ApprovalDecision): Promise<Result<null>>;
  list(): Approval[];
}

const decidedFiles = (
  shown: readonly FilePreview[],
  edited: readonly { path: string; content: string }[],
): Result<HashedFile[]> => {
  const byPath = new Map(edited.map((file) => [file.path, file.content]));
  for (const path of byPath.keys())
    if (!shown.some((file) => file.path === path))
      return fail(
        "invalidInput",
        `${path} is not part of this change: only the files shown on the card can be edited.`,
      );
  return ok(
    shown.map((file) => {
      const content = byPath.get(file.path);
      return {
        path: file.path,
        baseHash: file.baseHash,
        content: content === undefined ? file.after : restoreLineEnds(content, file.after),
      };
    }),
  );
};

const wholeOf = async (waiting: Waiting, asked: ApprovalDecision): Promise<Result<Decision>> => {
  const { approval, real } = waiting;
  const reason = asked.reason === "" ? undefined : asked.reason;
  const autoApply = asked.autoApplyEdits === true;
  const shown = approval.files?.map((file) => ({
    path: file.path,
    baseHash: file.baseHash,
    content: file.after,
  }));
  if (asked.decision !== "allowEdited")
    return ok({
      decision: asked.decision,
      arguments: real,
      files: shown,
      argsHash: approval.argsHash,
      reason,
      autoApply,
    });
  if (asked.arguments === undefined && asked.files === undefined)
    return fail(
      "invalidInput",
      "`allowEdited` needs the edited `arguments` or `files`. Send what was changed, or `allow`.",
    );
  if (asked.arguments !== undefined && approval.files)
    return fail(
      "invalidInput",
      "This call changes files: edit the files on the card, not the arguments they were made from.",
    );
  if (asked.files !== undefined && !approval.files)
    return fail(
      "invalidInput",
      "This call changes no files that could be edited: edit its arguments instead.",
    );
  const problem = asked.arguments === undefined ? null : await waiting.check(asked.arguments);
  if (problem !== null) return fail("invalidInput", problem);
  const files = approval.files ? decidedFiles(approval.files, asked.files ?? []) : ok(undefined);
  if (!files.ok) return files;
  const args = asked.arguments ?? real;
  return ok({
    decision: "allowEdited",
    arguments: args,
    files: files.value,
    argsHash: argsHashOf(args, files.value),
    reason,
    autoApply,
  });
};

const staleCard = (message: string): Result<null> => fail("stale", message, { key: "staleApproval" });

const goneText =
  "This card is out of date: the call was decided already or its turn has ended. Nothing was run by this click.";

/** Why a decision on a waiting call is not taken, or null. */
const refusal = (item: Waiting, asked: ApprovalDecision): Result<null> | null => {
  if (item.isDeciding)
    return staleCard("This call is being decided right now. Nothing more was run by this click.");
  if (asked.argsHash !== item.approval.argsHash)
    return staleCard(
      "What you saw is not what would run any more. Look at the card again and decide anew; nothing was run.",
    );
  if (asked.autoApplyEdits && (asked.decision === "deny" || item.approval.offersAutoApply !== true))
    return fail(
      "invalidInput",
      "`autoApplyEdits` goes with allowing a change whose card offers it. Decide without it; nothing was run.",
    );
  if (asked.remember === undefined) return null;
  return fail("notAvailable", "Remembering a decision is not available yet. Decide this call alone.", {
    key: "notAvailable",
  });
};

const notLogged = (error: unknown): Result<null> =>
  fail(
    "resourceExhausted",
    "The decision could not be written to the log, so nothing was run. Make room on the disk or free the database, then decide again.",
    { key: "decisionNotLogged", detail: error instanceof Error ? error.message : String(error) },
  );

/** What the page is told; called after the log knows. */
interface Announce {
  requested(approval: Approval): void;
  resolved(
    callId: CallId,
    sessionId: SessionId,
    decision: "allow" | "deny" | "allowEdited" | "withdrawn",
  ): void;
}

/** Makes the room. `announce` tells the page what is asked and what is settled; it is called after the log knows. */
export const createApprovals = (announce: Announce): Approvals => {
  const waiting = new Map<CallId, Waiting>();

  const settle = (callId: CallId, outcome: Decision | "withdrawn"): void => {
    const item = waiting.get(callId);
    if (!item) return;
    waiting.delete(callId);
    announce.resolved(
      callId,
      item.approval.call.sessionId,
      outcome === "withdrawn" ? "withdrawn" : outcome.decision,
    );
    item.resolve(outcome);
  };

  const ask: Approvals["ask"] = (question, signal) =>
    new Promise((resolve) => {
      const { approval } = question;
      const { callId } = approval.call;
      if (signal.aborted) {
        resolve("withdrawn");
        return;
      }
      const withdraw = (): void => {
        const item = waiting.get(callId);
        if (item?.isDeciding === true) item.isOver = true;
        else settle(callId, "withdrawn");
      };
      signal.addEventListener("abort", withdraw, { once: true });
      const done = (outcome: Decision | "withdrawn"): void => {
        signal.removeEventListener("abort", withdraw);
        resolve(outcome);
      };
      waiting.set(callId, { ...question, resolve: done, isDeciding: false, isOver: false });
      announce.requested(approval);
    });

  /** The card waits on, or goes if its turn ended meanwhile. */
  const reopen = <T>(item: Waiting, why: T): T => {
    item.isDeciding = false;
    if (item.isOver) settle(item.approval.call.callId, "withdrawn");
    return why;
  };

  const decide: Approvals["decide"] = async (asked) => {
    const item = waiting.get(asked.callId);
    if (!item) return staleCard(goneText);
    const refused = refusal(item, asked);
    if (refused) return refused;
    item.isDeciding = true;
    const decision = await wholeOf(item, asked);
    if (!decision.ok) return reopen(item, decision);
    if (item.isOver) return reopen(item, staleCard(goneText));
    try {
      await item.commit(decision.value);
    } catch (error) {
      return reopen(item, notLogged(error));
    }
    settle(asked.callId, decision.value);
    return ok(null);
  };

  return { ask, decide, list: () => [...waiting.values()].map((item) => item.approval) };
};
