import { ok, type ModelId, type Result, type ServerAsk } from "../../../shared/contract/index.ts";
import type { ChatMessage } from "../../../shared/events/index.ts";
import type { Catalog } from "../catalog/index.ts";
import type { Sampled } from "./serverAsks.ts";

/** Asks a model what a server wants to know; without tools, and with nothing of any session. */
export const sampleWith =
  (catalog: Catalog) =>
  async (
    modelId: ModelId,
    ask: Extract<ServerAsk, { kind: "sampling" }>,
    signal: AbortSignal,
  ): Promise<Result<Sampled>> => {
    const model = await catalog.open(modelId);
    if (!model.ok) return model;
    const system: ChatMessage[] =
      ask.systemPrompt === undefined ? [] : [{ role: "system", content: ask.systemPrompt }];
    const messages = ask.messages.map(({ role, text }): ChatMessage =>
      role === "user" ? { role, content: text } : { role, content: text, calls: [] },
    );
    const outcome = await model.value.complete(
      {
        messages: [...system, ...messages],
        tools: [],
        workspacePath: "",
        ...(ask.maxTokens === undefined ? {} : { maxOutputTokens: ask.maxTokens }),
      },
      signal,
      () => undefined,
    );
    if (!outcome.ok) return { ok: false, error: outcome.failure.error };
    return ok({ text: outcome.reply.text, model: catalog.get(modelId)?.name ?? modelId });
  };
