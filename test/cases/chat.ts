import { randomUUID } from "node:crypto";
import type { Approval, PolicyMode } from "../../shared/contract/index.ts";
import type { Call, SessionState } from "../../shared/session/index.ts";
import { startSession, type TestHost, type TestSession } from "../fakes/hostProcess.ts";
import {
  asks,
  fails,
  says,
  startModelServer,
  type RecordedRequest,
  type Reply,
  type ScriptedCall,
} from "../fakes/modelServer.ts";

/** Longest time a turn is waited for; the runner ends a case much earlier. */
const turnMs = 300_000;

/** A larger result is not read whole: that would be the driver's memory in the host, not the product's. */
const mostReadBytes = 5_000_000;

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
  /** Why each request was refused that the provider did not take, by its index. */
  readonly refused: ReadonlyMap<number, string>;
  /** Sends a message; the model answers with these replies in order, then with `done`. Resolves when the turn ended. */
  say(text: string, replies: readonly (Reply | (() => Reply))[]): Promise<SessionState>;
  /** Lets the model make one call, before it others of the same turn whose results do not matter. */
  call(name: string, args: unknown, before?: readonly { name: string; args: unknown }[]): Promise<CallResult>;
  /** Lets the model make several calls in one answer. */
  callAll(wanted: readonly ScriptedCall[]): Promise<CallResult[]>;
  /** Goes on with another model of the same server. */
  changeModel(name: string): Promise<void>;
  close(): Promise<void>;
}

export interface ChatOptions {
  /** Why the provider does not take a request; undefined when it does. It is then answered with 400. */
  readonly refuses?: (request: RecordedRequest) => string | undefined;
  readonly writing?: "asScripted" | "byteByByte";
  readonly policyMode?: PolicyMode;
  /** Told of each card before it is accepted. */
  readonly onApproval?: (approval: Approval) => void;
  /** What to do with a card. Default: accept. */
  readonly decision?: "allow" | "deny";
}

type Script = (Reply | (() => Reply))[];

/** The provider of a chat: answers what stands in the queue, then `done`, and refuses what it is told to. */
const openProvider = async (
  queue: Script,
  { writing, refuses }: ChatOptions,
): Promise<{ model: Awaited<ReturnType<typeof startModelServer>>; refused: Map<number, string> }> => {
  const refused = new Map<number, string>();
  const model = await startModelServer(
    (request, index) => {
      const why = refuses?.(request);
      if (why !== undefined) {
        refused.set(index, why);
        return fails(400, why);
      }
      const reply = queue.shift() ?? says("done");
      return typeof reply === "function" ? reply() : reply;
    },
    { writing: writing ?? "asScripted" },
  );
  return { model, refused };
};

const addModel = async (host: TestHost, baseUrl: string, model: string): Promise<string> => {
  const name = `${model} ${randomUUID()}`;
  return (await host.ask("model.add", { kind: "openai-compatible", name, baseUrl, model })).modelId;
};

/** Decides each card of a session as told, until its turn is over. */
const decider = (
  session: TestSession,
  approvals: Approval[],
  options: ChatOptions,
): (() => Promise<SessionState>) => {
  let waiting: Promise<Approval> | undefined;
  return async () => {
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
};

/** Opens a chat in a workspace folder. */
export const openChat = async (host: TestHost, root: string, options: ChatOptions = {}): Promise<Chat> => {
  const queue: Script = [];
  const { model, refused } = await openProvider(queue, options);
  const modelId = await addModel(host, model.baseUrl, "scripted");
  const { policyMode } = options;
  const session = await startSession(host, root, modelId, policyMode === undefined ? {} : { policyMode });
  const approvals: Approval[] = [];
  const endOfTurn = decider(session, approvals, options);

  const say: Chat["say"] = async (text, replies) => {
    queue.splice(0, queue.length, ...replies);
    await session.send(text);
    return endOfTurn();
  };

  const resultOf = async (call: Call, shown: readonly Approval[]): Promise<CallResult> => {
    const { callId } = call;
    const isHuge = (call.bytes ?? 0) > mostReadBytes;
    const detail = isHuge ? undefined : await host.ask("call.read", { sessionId: session.sessionId, callId });
    const sent = model.requests
      .at(-1)
      ?.body.messages.findLast((message) => message.role === "tool" && message.tool_call_id === callId);
    return {
      call,
      isOk: call.state === "completed",
      text: sent?.content ?? detail?.text ?? "",
      structured: detail?.structured,
      ms: (call.endedAt ?? call.proposedAt) - (call.startedAt ?? call.proposedAt),
      approvals: shown,
    };
  };

  const run = async (text: string, replies: Script): Promise<CallResult[]> => {
    const shown = approvals.length;
    const state = await say(text, replies);
    const turn = state.turns.at(-1);
    const made = state.calls.filter((call) => call.turnId === turn?.turnId);
    if (made.length === 0)
      throw new Error(`the turn ended without a call: ${turn?.reason ?? ""} ${turn?.error?.message ?? ""}`);
    const cards = approvals.slice(shown);
    return Promise.all(
      made.map((call) =>
        resultOf(
          call,
          cards.filter((card) => made.length === 1 || card.call.callId === call.callId),
        ),
      ),
    );
  };

  const call: Chat["call"] = async (name, args, before = []) => {
    const shown = approvals.length;
    const made = await run(
      `Use ${name}.`,
      [...before, { name, args }].map((item) => asks([item])),
    );
    const last = made.at(-1);
    if (!last) throw new Error("the turn ended without a call");
    return { ...last, approvals: approvals.slice(shown) };
  };

  return {
    session,
    requests: model.requests,
    refused,
    say,
    call,
    callAll: async (wanted) => run("Use them all.", [asks(wanted)]),
    changeModel: async (name) => {
      const other = await addModel(host, model.baseUrl, name);
      await host.ask("session.update", { sessionId: session.sessionId, modelId: other as never });
    },
    close: () => model.close(),
  };
};
