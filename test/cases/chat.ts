import { randomUUID } from "node:crypto";
import type { Approval, PolicyMode } from "../../shared/contract/index.ts";
import type { Call, SessionState } from "../../shared/session/index.ts";
import { startSession, type TestHost, type TestSession } from "../fakes/hostProcess.ts";
import { asks, says, startModelServer, type RecordedRequest, type Reply } from "../fakes/modelServer.ts";

/** Longest time a turn is waited for; the runner ends a case much earlier. */
const turnMs = 300_000;

/** One call of the model as it ended. */
export interface CallResult {
  readonly call: Call;
  readonly isOk: boolean;
  /** What the model was sent back. */
  readonly text: string;
  readonly structured: unknown;
  /** From start to end, without the time it waited for a person. */
  readonly ms: number;
  /** Cards that were shown for it, in order. */
  readonly approvals: readonly Approval[];
}

/** A session whose model follows a script and whose approvals are all accepted. */
export interface Chat {
  readonly session: TestSession;
  readonly requests: readonly RecordedRequest[];
  /** Sends a message; the model answers with these replies in order, then with `done`. Resolves when the turn ended. */
  say(text: string, replies: readonly (Reply | (() => Reply))[]): Promise<SessionState>;
  /** Lets the model make one call, before it others of the same turn whose results do not matter. */
  call(name: string, args: unknown, before?: readonly { name: string; args: unknown }[]): Promise<CallResult>;
  close(): Promise<void>;
}

export interface ChatOptions {
  readonly writing?: "asScripted" | "byteByByte";
  readonly policyMode?: PolicyMode;
  /** Told of each card before it is accepted. */
  readonly onApproval?: (approval: Approval) => void;
  /** What to do with a card. Default: accept. */
  readonly decision?: "allow" | "deny";
}

/** Opens a chat in a workspace folder. */
export const openChat = async (host: TestHost, root: string, options: ChatOptions = {}): Promise<Chat> => {
  const queue: (Reply | (() => Reply))[] = [];
  const next = (): Reply => {
    const reply = queue.shift() ?? says("done");
    return typeof reply === "function" ? reply() : reply;
  };
  const model = await startModelServer(next, { writing: options.writing ?? "asScripted" });
  const { modelId } = await host.ask("model.add", {
    kind: "openai-compatible",
    name: `scripted ${randomUUID()}`,
    baseUrl: model.baseUrl,
    model: "scripted",
  });
  const { policyMode } = options;
  const session = await startSession(host, root, modelId, policyMode === undefined ? {} : { policyMode });
  const approvals: Approval[] = [];
  let waiting: Promise<Approval> | undefined;

  const endOfTurn = async (): Promise<SessionState> => {
    const ended = session.ended(turnMs).then((state) => ({ state }));
    for (;;) {
      waiting ??= session.approval(turnMs);
      // The one that loses is waited for again in the next turn; its time limit is nobody's failure.
      waiting.catch(() => undefined);
      const got = await Promise.race([ended, waiting.then((approval) => ({ approval }))]);
      if ("state" in got) return got.state;
      waiting = undefined;
      approvals.push(got.approval);
      options.onApproval?.(got.approval);
      await session.decide(got.approval, options.decision ?? "allow");
    }
  };

  const say: Chat["say"] = async (text, replies) => {
    queue.splice(0, queue.length, ...replies);
    await session.send(text);
    return endOfTurn();
  };

  const call: Chat["call"] = async (name, args, before = []) => {
    const shown = approvals.length;
    const state = await say(
      `Use ${name}.`,
      [...before, { name, args }].map((item) => asks([item])),
    );
    const made = state.calls.at(-1);
    const turn = state.turns.at(-1);
    if (!made || made.turnId !== turn?.turnId)
      throw new Error(`the turn ended without a call: ${turn?.reason ?? ""} ${turn?.error?.message ?? ""}`);
    const detail = await host.ask("call.read", { sessionId: session.sessionId, callId: made.callId });
    const sent = model.requests.at(-1)?.body.messages.findLast((message) => message.role === "tool");
    return {
      call: made,
      isOk: made.state === "completed",
      text: sent?.content ?? detail.text ?? "",
      structured: detail.structured,
      ms: (made.endedAt ?? made.proposedAt) - (made.startedAt ?? made.proposedAt),
      approvals: approvals.slice(shown),
    };
  };

  return { session, requests: model.requests, say, call, close: () => model.close() };
};
