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
}

/** What the room reaches outside itself for. */
export interface AskPorts {
  readonly clock: Clock;
  readonly newId: NewId;
  /** What is wrong with a filled-in form of a server, or null. Never rejects. */
  readonly check: (schema: JsonObject, content: JsonObject, serverName: string) => Promise<string | null>;
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

type Sampling = Extract<ServerAsk, { kind: "sampling" }>;
type End = "accept" | "decline" | "cancel" | "withdrawn";

class Room implements AskRoom {
  readonly #ports: AskPorts;
  readonly #waiting = new Map<string, Waiting>();
  readonly #samplings = new Map<ServerId, number[]>();

  constructor(ports: AskPorts) {
    this.#ports = ports;
  }

  list(): ServerAsk[] {
    return [...this.#waiting.values()].map(({ ask }) => ask);
  }

  for(serverId: ServerId, serverName: string): ReturnType<AskRoom["for"]> {
    const put = (parsed: Parsed, signal: AbortSignal): Promise<AskAnswer> =>
      this.#put({ serverId, serverName }, parsed, signal);
    return {
      elicit: (params, signal) => put(parseElicitation(params), signal),
      signIn: (url, signal) => put(parsePage(url), signal),
      sample: (params, signal) => put(parseSampling(params), signal),
    };
  }

  #refusal(serverId: ServerId, parsed: Parsed): string | null {
    if (!parsed.ok) return parsed.why;
    const others = this.list().filter((ask) => ask.serverId === serverId).length;
    if (others >= MOST_WAITING) return "Too many questions of this server wait for the person already.";
    if (parsed.what.kind !== "sampling" || !this.#isOverBudget(serverId)) return null;
    return `A server may ask the model ${MOST_SAMPLINGS} times an hour; that is used up.`;
  }

  #isOverBudget(serverId: ServerId): boolean {
    const now = this.#ports.clock.now();
    const recent = (this.#samplings.get(serverId) ?? []).filter((at) => now - at < HOUR_MS);
    this.#samplings.set(serverId, recent);
    if (recent.length >= MOST_SAMPLINGS) return true;
    recent.push(now);
    return false;
  }

  async #put(
    server: { readonly serverId: ServerId; readonly serverName: string },
    parsed: Parsed,
    signal: AbortSignal,
  ): Promise<AskAnswer> {
    const why = this.#refusal(server.serverId, parsed);
    if (why !== null || !parsed.ok) return refused(why ?? "");
    const { clock, newId, asked, requested } = this.#ports;
    const askId = newId("ask");
    const ask = { ...parsed.what, ...server, askId, requestedAt: clock.now() } as ServerAsk;
    return new Promise((resolve) => {
      const over = new AbortController();
      const settle = (answer: AskAnswer, action: End): void => {
        const item = this.#waiting.get(askId);
        if (item === undefined) return;
        this.#waiting.delete(askId);
        over.abort();
        this.#ports.resolved(item.ask, action);
        resolve(answer);
      };
      const withdraw = (): void => settle({ kind: "answered", result: { action: "cancel" } }, "withdrawn");
      signal.addEventListener("abort", withdraw, { once: true });
      this.#waiting.set(askId, { ask, signal: AbortSignal.any([signal, over.signal]), settle });
      asked(ask);
      requested(ask);
      clock.wait(LONGEST_WAIT_MS, over.signal).then(withdraw, withdraw);
    });
  }

  async answer({ askId, action, content, modelId }: ServerAskAnswer): Promise<Result<null>> {
    const item = this.#waiting.get(askId);
    if (item === undefined) return gone();
    const { ask } = item;
    if (action !== "accept") {
      const isPlainNo = ask.kind === "sampling" || ask.kind === "signIn";
      item.settle(
        isPlainNo ? refused("The user did not allow it.") : { kind: "answered", result: { action } },
        action,
      );
      return ok(null);
    }
    switch (ask.kind) {
      case "sampling":
        return this.#acceptSampling(item, ask, modelId);
      case "signIn":
        // The page is open; the ask stays until it has answered, so that it can still be given up.
        this.#change(item, { ...ask, isRunning: true });
        return ok(null);
      case "url":
        item.settle({ kind: "answered", result: { action: "accept" } }, "accept");
        return ok(null);
      case "form":
        return this.#acceptForm(item, ask.schema, content ?? {});
    }
  }

  #change(item: Waiting, ask: ServerAsk): void {
    item.ask = ask;
    this.#ports.requested(ask);
  }

  async #acceptForm(item: Waiting, schema: JsonObject, content: JsonObject): Promise<Result<null>> {
    const problem = await this.#ports.check(schema, content, item.ask.serverName);
    if (!this.#waiting.has(item.ask.askId)) return gone();
    if (problem !== null) return fail("invalidInput", problem, { key: "serverAskForm", params: { problem } });
    item.settle({ kind: "answered", result: { action: "accept", content } }, "accept");
    return ok(null);
  }

  async #acceptSampling(item: Waiting, ask: Sampling, modelId: ModelId | undefined): Promise<Result<null>> {
    if (ask.isRunning)
      return fail("conflict", "The model is being asked already.", { key: "serverAskRunning" });
    if (ask.answer !== undefined) {
      const { text, model } = ask.answer;
      const content = { type: "text", text };
      const result = { role: "assistant", model, stopReason: "endTurn", content };
      item.settle({ kind: "answered", result }, "accept");
      return ok(null);
    }
    if (modelId === undefined)
      return fail("invalidInput", "Choose the model that shall answer the server.", {
        key: "serverAskModel",
      });
    this.#change(item, { ...ask, isRunning: true });
    const sampled = await this.#ports.sample(modelId, ask, item.signal);
    if (!this.#waiting.has(ask.askId)) return gone();
    const answer = sampled.ok ? { answer: { text: sampled.value.text, model: sampled.value.model } } : {};
    this.#change(item, { ...ask, isRunning: false, ...answer });
    return sampled.ok ? ok(null) : sampled;
  }
}

/** Makes the room. */
export const createServerAsks = (ports: AskPorts): AskRoom => new Room(ports);
