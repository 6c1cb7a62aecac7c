import type OpenAI from "openai";
import type { Asked } from "../classify.ts";
import { defaultPatience, type ModelDeps } from "../deps.ts";
import { faults, type Fault } from "../failures.ts";
import { isConnectionLost } from "../networkFault.ts";
import type { Model, ModelDelta, ModelOutcome, ModelRequest } from "../types.ts";
import { estimateUsage } from "../usage.ts";
import { Answer } from "./answer.ts";
import { faultOfThrown, maskFault, openClient } from "./ask.ts";
import { bodyJson, unnamedModel } from "./body.ts";
import { faultOfAnswer, readBody } from "./read.ts";

/** Ends a request that stays silent: one timer, put off with every piece that arrives. */
class Watch {
  readonly controller = new AbortController();
  readonly #idleMs: number;
  readonly #outer: AbortSignal;
  readonly #onOuter = (): void => this.controller.abort();
  #timer: NodeJS.Timeout;
  #isFirst = true;
  isSilent = false;

  constructor(outer: AbortSignal, firstByteMs: number, idleMs: number) {
    this.#outer = outer;
    this.#idleMs = idleMs;
    this.#timer = this.#start(firstByteMs);
    if (outer.aborted) this.controller.abort();
    else outer.addEventListener("abort", this.#onOuter, { once: true });
  }

  get hasStarted(): boolean {
    return !this.#isFirst;
  }

  readonly alive = (): void => {
    if (!this.#isFirst) {
      this.#timer.refresh();
      return;
    }
    this.#isFirst = false;
    clearTimeout(this.#timer);
    this.#timer = this.#start(this.#idleMs);
  };

  stop(): void {
    clearTimeout(this.#timer);
    this.#outer.removeEventListener("abort", this.#onOuter);
  }

  #start(ms: number): NodeJS.Timeout {
    return setTimeout(() => {
      this.isSilent = true;
      this.controller.abort();
    }, ms);
  }
}

/** A model behind the chat-completions API, by the `openai` SDK; the answer is read from the raw response (perf.md b). */
export class OpenAiModel implements Model {
  readonly definition: Model["definition"];
  readonly #deps: ModelDeps;
  readonly #asked: Asked;
  #client: Promise<OpenAI> | null = null;

  /** @param baseUrl a checked address, see `readBaseUrl` */
  constructor(definition: Model["definition"], baseUrl: string, deps: ModelDeps) {
    this.definition = definition;
    this.#deps = deps;
    this.#asked = { baseUrl, model: definition.model ?? unnamedModel };
  }

  async complete(
    request: ModelRequest,
    signal: AbortSignal,
    onDelta: (delta: ModelDelta) => void,
  ): Promise<ModelOutcome> {
    const { clock, patience = defaultPatience, apiKey } = this.#deps;
    const startedAt = clock.now();
    let firstAt: number | null = null;
    const answer = new Answer((delta) => {
      firstAt ??= clock.now();
      onDelta(delta);
    }, signal);
    const failed = (fault: Fault): ModelOutcome => ({
      ok: false,
      failure: { ...maskFault(fault, apiKey), text: answer.text, reasoning: answer.reasoning },
    });
    const keyless = (apiKey ?? "") === "" && this.#asked.baseUrl.startsWith("https://api.openai.com/");
    if (keyless) return failed(faults.keyMissing(this.#asked.baseUrl));
    const watch = new Watch(signal, patience.firstByteMs, patience.idleMs);
    const body = bodyJson(this.definition, request);
    try {
      const fault = await this.#stream(body, answer, watch);
      if (signal.aborted) return failed(faults.cancelled());
      if (fault !== null) return failed(fault);
    } catch (error) {
      return failed(this.#thrown(error, answer, watch, signal));
    } finally {
      watch.stop();
    }
    const usage = answer.usage ?? estimateUsage(body.length, answer.chars);
    const { text, reasoning } = answer;
    const calls = answer.calls();
    const finishReason =
      answer.finishReason === "" ? (calls.length > 0 ? "tool_calls" : "stop") : answer.finishReason;
    const firstTokenMs = firstAt === null ? null : firstAt - startedAt;
    const latencyMs = clock.now() - startedAt;
    return { ok: true, reply: { text, reasoning, calls, finishReason, usage, latencyMs, firstTokenMs } };
  }

  async #stream(body: string, answer: Answer, watch: Watch): Promise<Fault | null> {
    this.#client ??= openClient(this.#asked.baseUrl, this.#deps);
    const client = await this.#client;
    const response = await client
      .post("/chat/completions", {
        body,
        headers: { "content-type": "application/json", accept: "text/event-stream" },
        signal: watch.controller.signal,
        stream: true,
      })
      .asResponse();
    if (response.body === null) return faults.badAnswer("it has no body", "");
    return (
      (await readBody(response.body, answer, this.#asked, watch.alive)) ?? faultOfAnswer(answer, this.#asked)
    );
  }

  #thrown(error: unknown, answer: Answer, watch: Watch, signal: AbortSignal): Fault {
    const { baseUrl, model } = this.#asked;
    const { patience = defaultPatience } = this.#deps;
    if (signal.aborted) return faults.cancelled();
    if (watch.isSilent) {
      const ms = watch.hasStarted ? patience.idleMs : patience.firstByteMs;
      return faults.silent(baseUrl, Math.round(ms / 1000), watch.hasStarted);
    }
    if (watch.hasStarted && isConnectionLost(error)) {
      return answer.said === null
        ? faults.cutStream("the connection was lost")
        : (faultOfAnswer(answer, this.#asked) ?? faults.cutStream(""));
    }
    return faultOfThrown(error, baseUrl, model, this.#deps);
  }
}
