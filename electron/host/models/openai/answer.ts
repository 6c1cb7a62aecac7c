import type { Usage } from "../../../../shared/contract/index.ts";
import { readSaidError, type SaidError } from "../saidError.ts";
import type { ModelDelta, ReplyCall } from "../types.ts";
import { CallAssembler, readPiece } from "./calls.ts";
import { readUsage } from "../usage.ts";

type Json = Record<string, unknown>;

const isRecord = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Text of a `content` field: a string, or parts as some servers send them; reasoning parts apart. */
function readContent(content: unknown): { text: string; reasoning: string } {
  if (typeof content === "string") return { text: content, reasoning: "" };
  if (!Array.isArray(content)) return { text: "", reasoning: "" };
  let text = "";
  let reasoning = "";
  for (const part of content) {
    if (!isRecord(part)) continue;
    if (typeof part["text"] === "string") text += part["text"];
    if (part["thinking"] !== undefined) reasoning += readContent(part["thinking"]).text;
  }
  return { text, reasoning };
}

/** Collects one answer from its chunks: text, reasoning, calls, usage, why it ended, or the error that came instead. */
export class Answer {
  text = "";
  reasoning = "";
  finishReason = "";
  usage: Usage | null = null;
  /** `[DONE]` was seen. */
  isDone = false;
  /** An error that came as a chunk (PV-02). */
  said: SaidError | null = null;
  /** What could not be read, for the detail of a bad answer. */
  unreadable = "";
  readonly #calls = new CallAssembler();
  readonly #onDelta: (delta: ModelDelta) => void;
  readonly #signal: AbortSignal;

  /** @param signal once it fires nothing more is taken in, so that what is kept is what was told */
  constructor(onDelta: (delta: ModelDelta) => void, signal: AbortSignal) {
    this.#onDelta = onDelta;
    this.#signal = signal;
  }

  get hasEnded(): boolean {
    return this.isDone || this.finishReason !== "";
  }

  get isEmpty(): boolean {
    return this.text === "" && this.reasoning === "" && this.#calls.size === 0;
  }

  /** The calls, whole. Only for an answer that ended: a cut one's calls must never run. */
  calls(): ReplyCall[] {
    return this.#calls.finish(this.finishReason === "length");
  }

  /** Characters of everything the model wrote, for estimates. */
  get chars(): number {
    return this.#calls
      .progress()
      .reduce(
        (sum, call) => sum + call.argumentChars + call.name.length,
        this.text.length + this.reasoning.length,
      );
  }

  /** One event of the stream. */
  event(data: string, event: string): void {
    if (this.#signal.aborted) return;
    if (data === "[DONE]") {
      this.isDone = true;
      return;
    }
    if (data === "") return;
    let chunk: unknown;
    try {
      chunk = JSON.parse(data);
    } catch {
      this.unreadable ||= data.slice(0, 400);
      if (event === "error") this.said ??= { message: data.slice(0, 400), kind: "", status: null };
      return;
    }
    this.chunk(chunk, event);
  }

  /** One parsed chunk, or a whole completion of a server that does not stream. */
  chunk(chunk: unknown, event = ""): void {
    if (!isRecord(chunk)) return;
    if (event === "error" || chunk["error"] !== undefined || !Array.isArray(chunk["choices"])) {
      const said = readSaidError(
        event === "error" && chunk["error"] === undefined ? { error: chunk } : chunk,
      );
      if (said !== null) this.said ??= said;
    }
    if (chunk["usage"] !== undefined && chunk["usage"] !== null)
      this.usage = readUsage(chunk["usage"]) ?? this.usage;
    const choice: unknown = Array.isArray(chunk["choices"]) ? chunk["choices"][0] : undefined;
    if (!isRecord(choice)) return;
    const delta = isRecord(choice["delta"]) ? choice["delta"] : choice["message"];
    if (isRecord(delta)) this.#delta(delta);
    if (typeof choice["finish_reason"] === "string") this.finishReason = choice["finish_reason"];
  }

  #delta(delta: Json): void {
    const { text, reasoning: inContent } = readContent(delta["content"]);
    const beside = delta["reasoning_content"] ?? delta["reasoning"];
    const reasoning = typeof beside === "string" ? inContent + beside : inContent;
    const hasCalls = this.#addCalls(delta);
    if (text === "" && reasoning === "" && !hasCalls) return;
    this.text += text;
    this.reasoning += reasoning;
    this.#onDelta({
      ...(text === "" ? {} : { text }),
      ...(reasoning === "" ? {} : { reasoning }),
      ...(hasCalls ? { calls: this.#calls.progress() } : {}),
    });
  }

  #addCalls(delta: Json): boolean {
    const raw =
      delta["tool_calls"] ?? (isRecord(delta["function_call"]) ? [delta["function_call"]] : undefined);
    if (!Array.isArray(raw)) return false;
    let isAny = false;
    for (const entry of raw) {
      const piece = readPiece(entry);
      if (piece === null) continue;
      this.#calls.add(piece);
      isAny = true;
    }
    return isAny;
  }
}
