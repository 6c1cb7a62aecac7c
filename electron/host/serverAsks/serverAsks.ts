import {
  fail,
  ok,
  type JsonObject,
  type ModelId,
  type Result,
  type ServerAsk,
  type ServerAskAnswer,
  type ServerId,
} from "../../../shared/contract/index.ts";
import type { AskAnswer, ServerAsks } from "../mcp/index.ts";
import type { Clock, NewId } from "../ports.ts";
import { parseElicitation, parsePage, parseSampling, type Parsed } from "./parse.ts";

/** An answer of a model to a server's messages. */
export interface Sampled {
  readonly text: string;
  readonly model: string;
  readonly stopReason: string;
}

/** What the room reaches outside itself for. */
export interface AskPorts {
  readonly clock: Clock;
  readonly newId: NewId;
  /** What is wrong with a filled-in form, or null. */
  readonly check: (schema: JsonObject, content: JsonObject) => string | null;
  readonly sample: (
    modelId: ModelId,
    ask: Extract<ServerAsk, { kind: "sampling" }>,
    signal: AbortSignal,
  ) => Promise<Result<Sampled>>;
  /** Told once of every ask that is put to the person. */
  readonly asked: (ask: ServerAsk) => void;
  /** Told of every ask that waits, also when it changed; and of its end. */
  readonly requested: (ask: ServerAsk) => void;
  readonly resolved: (ask: ServerAsk, action: "accept" | "decline" | "cancel" | "withdrawn") => void;
}

/** What servers ask of the person, waiting (MCP-02). Without an answer nothing goes to a server. */
export interface AskRoom {
  /** The side a server's connection talks to. */
  for(serverId: ServerId, serverName: string): Omit<ServerAsks, "roots">;
  list(): ServerAsk[];
  answer(answer: ServerAskAnswer): Promise<Result<null>>;
}

/** Asks of one server that may wait at once; a server must not be able to bury the person. */
const MOST_WAITING = 5;
/** Samplings of one server in an hour: each may cost money. */
const MOST_SAMPLINGS = 30;
const HOUR_MS = 60 * 60_000;
/** An ask that nobody answers ends as cancelled after so long. */
const LONGEST_WAIT_MS = 30 * 60_000;

interface Waiting {
  ask: ServerAsk;
  readonly signal: AbortSignal;
  readonly settle: (answer: AskAnswer, action: "accept" | "decline" | "cancel" | "withdrawn") => void;
}

const refused = (reason: string): AskAnswer => ({ kind: "refused", reason });

const gone = (): Result<never> =>
  fail("stale", "The server does not wait for this any more. Nothing was sent to it by this click.", {
    key: "serverAskGone",
  });

/** Makes the room. */
export const createServerAsks = (ports: AskPorts): AskRoom => {
  const waiting = new Map<string, Waiting>();
  const samplings = new Map<ServerId, number[]>();

  const isOverBudget = (serverId: ServerId): boolean => {
    const now = ports.clock.now();
    const recent = (samplings.get(serverId) ?? []).filter((at) => now - at < HOUR_MS);
    samplings.set(serverId, recent);
    if (recent.length >= MOST_SAMPLINGS) return true;
    recent.push(now);
    return false;
  };

  const put = async (
    serverId: ServerId,
    serverName: string,
    parsed: Parsed,
    signal: AbortSignal,
  ): Promise<AskAnswer> => {
    if (!parsed.ok) return refused(parsed.why);
    const others = [...waiting.values()].filter(({ ask }) => ask.serverId === serverId).length;
    if (others >= MOST_WAITING)
      return refused("Too many questions of this server wait for the person already.");
    if (parsed.what.kind === "sampling" && isOverBudget(serverId))
      return refused(`A server may ask the model ${MOST_SAMPLINGS} times an hour; that is used up.`);
    const askId = ports.newId("ask");
    const facts = { askId, serverId, serverName, requestedAt: ports.clock.now() };
    const ask = { ...parsed.what, ...facts } as ServerAsk;
    return new Promise((resolve) => {
      const over = new AbortController();
      const settle: Waiting["settle"] = (answer, action) => {
        const item = waiting.get(askId);
        if (item === undefined) return;
        waiting.delete(askId);
        over.abort();
        ports.resolved(item.ask, action);
        resolve(answer);
      };
      const withdraw = (): void => settle({ kind: "answered", result: { action: "cancel" } }, "withdrawn");
      signal.addEventListener("abort", withdraw, { once: true });
      waiting.set(askId, { ask, signal: AbortSignal.any([signal, over.signal]), settle });
      ports.asked(ask);
      ports.requested(ask);
      ports.clock.wait(LONGEST_WAIT_MS, over.signal).then(withdraw, withdraw);
    });
  };

  const runSampling = async (
    item: Waiting,
    ask: Extract<ServerAsk, { kind: "sampling" }>,
    modelId: ModelId,
  ): Promise<Result<null>> => {
    item.ask = { ...ask, isRunning: true };
    ports.requested(item.ask);
    const sampled = await ports.sample(modelId, ask, item.signal);
    if (!waiting.has(ask.askId)) return gone();
    item.ask = sampled.ok
      ? { ...ask, isRunning: false, answer: { text: sampled.value.text, model: sampled.value.model } }
      : { ...ask, isRunning: false };
    ports.requested(item.ask);
    return sampled.ok ? ok(null) : sampled;
  };

  const acceptSampling = async (
    item: Waiting,
    ask: Extract<ServerAsk, { kind: "sampling" }>,
    modelId: ModelId | undefined,
  ): Promise<Result<null>> => {
    if (ask.isRunning)
      return fail("conflict", "The model is being asked already.", { key: "serverAskRunning" });
    if (ask.answer !== undefined) {
      const { text, model } = ask.answer;
      const content = { type: "text", text };
      item.settle(
        { kind: "answered", result: { role: "assistant", model, stopReason: "endTurn", content } },
        "accept",
      );
      return ok(null);
    }
    if (modelId === undefined)
      return fail("invalidInput", "Choose the model that shall answer the server.", {
        key: "serverAskModel",
      });
    return runSampling(item, ask, modelId);
  };

  const answer: AskRoom["answer"] = async ({ askId, action, content, modelId }) => {
    const item = waiting.get(askId);
    if (item === undefined) return gone();
    const { ask } = item;
    if (action !== "accept") {
      item.settle(
        ask.kind === "sampling" || ask.kind === "signIn"
          ? refused("The user did not allow it.")
          : { kind: "answered", result: { action } },
        action,
      );
      return ok(null);
    }
    if (ask.kind === "sampling") return acceptSampling(item, ask, modelId);
    if (ask.kind === "signIn") {
      // The page is open; the ask stays until it has answered, so that it can still be given up.
      item.ask = { ...ask, isRunning: true };
      ports.requested(item.ask);
      return ok(null);
    }
    if (ask.kind === "url") {
      item.settle({ kind: "answered", result: { action: "accept" } }, "accept");
      return ok(null);
    }
    const filled = content ?? {};
    const problem = ports.check(ask.schema, filled);
    if (problem !== null) return fail("invalidInput", problem, { key: "serverAskForm", params: { problem } });
    item.settle({ kind: "answered", result: { action: "accept", content: filled } }, "accept");
    return ok(null);
  };

  return {
    answer,
    list: () => [...waiting.values()].map(({ ask }) => ask),
    for: (serverId, serverName) => ({
      elicit: (params, signal) => put(serverId, serverName, parseElicitation(params), signal),
      signIn: (url, signal) => put(serverId, serverName, parsePage(url), signal),
      sample: (params, signal) => put(serverId, serverName, parseSampling(params), signal),
    }),
  };
};
