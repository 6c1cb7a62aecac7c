import {
  createModel,
  type Model,
  type ModelDelta,
  type ModelOutcome,
  type ModelRequest,
  type Patience,
} from "../../../electron/host/models/index.ts";
import { systemClock } from "../../../electron/host/ports.ts";
import type { ModelDefinition } from "../../../shared/contract/index.ts";
import { startModelServer, type Reply } from "../../fakes/modelServer.ts";

/** A signal that never fires. */
export const never = new AbortController().signal;
/** A small request with one tool. */
export const request: ModelRequest = {
  messages: [
    { role: "system", content: "You are an agent." },
    { role: "user", content: "go" },
  ],
  tools: [
    {
      name: "read_file",
      description: "Reads a file",
      inputSchema: { type: "object", properties: { path: { type: "string" } } },
    },
  ],
  workspacePath: "/w",
};

/** A model behind a scripted server. */
export function modelAt(
  baseUrl: string,
  more: Partial<ModelDefinition> = {},
  apiKey: string | null = null,
  patience?: Patience,
): Model {
  const made = createModel(
    { kind: "openai-compatible", name: "Scripted", baseUrl, model: "scripted", ...more },
    { apiKey, clock: systemClock, ...(patience === undefined ? {} : { patience }) },
  );
  if (!made.ok) throw new Error(made.error.message);
  return made.value;
}

/** Asks a model once that gets this answer. */
export async function askOnce(
  reply: Reply,
  more: { apiKey?: string; patience?: Patience; writing?: "byteByByte" } = {},
): Promise<ModelOutcome & { deltas: ModelDelta[] }> {
  await using server = await startModelServer(
    [reply],
    more.writing === undefined ? {} : { writing: more.writing },
  );
  const deltas: ModelDelta[] = [];
  const outcome = await modelAt(server.baseUrl, {}, more.apiKey ?? null, more.patience).complete(
    request,
    never,
    (delta) => deltas.push(delta),
  );
  return { ...outcome, deltas };
}

/** The reply of an outcome that succeeded. */
export function replyOf(outcome: ModelOutcome) {
  if (!outcome.ok) throw new Error(outcome.failure.error.message);
  return outcome.reply;
}
/** The failure of an outcome that failed. */
export function failureOf(outcome: ModelOutcome) {
  if (outcome.ok) throw new Error(`succeeded: ${outcome.reply.text}`);
  return outcome.failure;
}

/** A chunk with one piece of a call. */
export const piece = (toolCall: Record<string, unknown>) => ({
  choices: [{ index: 0, delta: { tool_calls: [toolCall] }, finish_reason: null }],
});
/** The chunk that ends an answer with calls. */
export const finish = { choices: [{ index: 0, delta: {}, finish_reason: "tool_calls" }] };
