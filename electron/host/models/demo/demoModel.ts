import { faults } from "../failures.ts";
import type { ModelDeps } from "../deps.ts";
import type { Model, ModelDelta, ModelOutcome, ModelRequest, ReplyCall } from "../types.ts";
import { estimateUsage, promptChars } from "../usage.ts";
import { nextStep, type DemoStep } from "./nextStep.ts";

/** Pause between two pieces of text, in milliseconds, unless the host says otherwise. */
const usualDelayMs = 12;

/** Cuts text the way a model streams it: a word at a time, at most six characters of a long one. */
const piecesOf = (text: string): string[] => text.match(/\s*\S{1,6}|\s+$/gu) ?? [];

/**
 * The demo model: plays the model's part of a recorded task without key or network, while tools, approvals, files and log
 * are real (MODEL-04). What it does next it takes from the messages alone.
 */
export class DemoModel implements Model {
  readonly definition: Model["definition"];
  readonly #deps: Pick<ModelDeps, "clock" | "demoDelayMs">;
  #answers = 0;

  constructor(definition: Model["definition"], deps: Pick<ModelDeps, "clock" | "demoDelayMs">) {
    this.definition = definition;
    this.#deps = deps;
  }

  async complete(
    request: ModelRequest,
    signal: AbortSignal,
    onDelta: (delta: ModelDelta) => void,
  ): Promise<ModelOutcome> {
    const { clock } = this.#deps;
    const startedAt = clock.now();
    const step = nextStep(request.messages);
    const calls = this.#callsOf(step);
    let text = "";
    let firstAt: number | null = null;
    for (const delta of deltasOf(step.text, calls)) {
      await this.#pause(signal);
      if (signal.aborted) return { ok: false, failure: { ...faults.cancelled(), text, reasoning: "" } };
      firstAt ??= clock.now();
      text += delta.text ?? "";
      onDelta(delta);
    }
    const outputChars =
      text.length + calls.reduce((sum, call) => sum + call.name.length + call.argumentsText.length, 0);
    return {
      ok: true,
      reply: {
        text,
        reasoning: "",
        calls,
        finishReason: calls.length > 0 ? "tool_calls" : "stop",
        usage: estimateUsage(promptChars(request), outputChars),
        latencyMs: clock.now() - startedAt,
        firstTokenMs: firstAt === null ? null : firstAt - startedAt,
      },
    };
  }

  #callsOf(step: DemoStep): ReplyCall[] {
    this.#answers += 1;
    return step.calls.map((call, at) => ({
      id: `demo_${this.#answers}_${at + 1}`,
      name: call.name,
      argumentsText: JSON.stringify(call.arguments),
    }));
  }

  async #pause(signal: AbortSignal): Promise<void> {
    const { clock, demoDelayMs = usualDelayMs } = this.#deps;
    if (demoDelayMs > 0) await clock.wait(demoDelayMs, signal);
  }
}

/** The text in pieces, then the calls growing one after the other, as a real stream does. */
function* deltasOf(text: string, calls: readonly ReplyCall[]): Generator<ModelDelta> {
  for (const piece of piecesOf(text)) yield { text: piece };
  for (let at = 0; at < calls.length; at++) {
    const written = calls.slice(0, at + 1);
    yield { calls: written.map((call) => ({ name: call.name, argumentChars: call.argumentsText.length })) };
  }
}
