import type { Failure, ModelDefinition, Usage } from "../../../shared/contract/index.ts";
import type { ChatMessage, ToolSpec } from "../../../shared/events/index.ts";

/** One request to a model: the whole prompt, provider-neutral. */
export interface ModelRequest {
  readonly messages: readonly ChatMessage[];
  readonly tools: readonly ToolSpec[];
  /** The session's workspace folder; only the demo model looks at it, never to act. */
  readonly workspacePath: string;
  /** Longest answer wanted, in tokens; the model's own setting counts where it is smaller. */
  readonly maxOutputTokens?: number;
}

/** What streams in, already assembled: totals so far are the model adapter's business, these are the new pieces. */
export interface ModelDelta {
  readonly text?: string;
  readonly reasoning?: string;
  /** Calls being written: name and characters of arguments so far, whole list each time. */
  readonly calls?: readonly { readonly name: string; readonly argumentChars: number }[];
}

/** A call the model asked for. `id` is the provider's, made unique within the reply and non-empty (ST-08, ST-09). */
export interface ReplyCall {
  readonly id: string;
  readonly name: string;
  /** Raw JSON text as it is to be parsed; `{}` for an empty one. */
  readonly argumentsText: string;
  /** Set when the stream mixed pieces up: the call must not run, this sentence goes to the model (ST-04). */
  readonly problem?: string;
}

/** A whole answer. */
export interface ModelReply {
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly ReplyCall[];
  readonly finishReason: string;
  readonly usage: Usage;
  readonly latencyMs: number;
  readonly firstTokenMs: number | null;
}

/** A failed request. `isPassing` says that trying again can help; `retryAfterMs` is what the server asked for. `text` is what had streamed in before the failure. */
export interface ModelFailure {
  readonly error: Failure;
  readonly isPassing: boolean;
  readonly isCancelled: boolean;
  readonly isContextOverflow: boolean;
  readonly retryAfterMs: number | null;
  readonly text: string;
  readonly reasoning: string;
}

export type ModelOutcome =
  { readonly ok: true; readonly reply: ModelReply } | { readonly ok: false; readonly failure: ModelFailure };

/** A model that can be asked. `complete` never rejects: every failure is data. It makes exactly one attempt; retrying is the loop's. */
export interface Model {
  readonly definition: Omit<ModelDefinition, "apiKey">;
  complete(
    request: ModelRequest,
    signal: AbortSignal,
    onDelta: (delta: ModelDelta) => void,
  ): Promise<ModelOutcome>;
}
