import { ok, type ModelDefinition, type ModelTest, type Result } from "../../../shared/contract/index.ts";
import { readBaseUrl } from "./baseUrl.ts";
import { createModel } from "./createModel.ts";
import type { ModelDeps } from "./deps.ts";
import { offeredModels } from "./openai/index.ts";

/** A reasoning model of OpenAI's answers nothing at all within one token. */
const testTokens = (definition: ModelDefinition): number => (definition.kind === "openai" ? 16 : 1);

/**
 * Tries a model for real: asks which models the server offers (many cannot say: then the list is empty) and sends one
 * request of one token. Without a model's name the first one offered is tried. Never rejects.
 */
export async function testModel(
  definition: ModelDefinition,
  deps: ModelDeps,
  signal?: AbortSignal,
): Promise<Result<ModelTest>> {
  const first = createModel(definition, deps);
  if (!first.ok) return first;
  const startedAt = deps.clock.now();
  if (definition.kind === "demo") return ok({ latencyMs: deps.clock.now() - startedAt, models: ["demo"] });
  const until = signal ?? new AbortController().signal;
  const baseUrl = readBaseUrl(definition.baseUrl ?? "https://api.openai.com/v1");
  const models = baseUrl.ok ? await offeredModels(baseUrl.value, deps, until) : [];
  const name = definition.model ?? models[0];
  const small: ModelDefinition = {
    ...definition,
    maxOutputTokens: testTokens(definition),
    ...(name === undefined ? {} : { model: name }),
  };
  const model = createModel(small, deps);
  if (!model.ok) return model;
  const askedAt = deps.clock.now();
  const outcome = await model.value.complete(
    { messages: [{ role: "user", content: "Say ok." }], tools: [], workspacePath: "" },
    until,
    () => undefined,
  );
  if (!outcome.ok) return { ok: false, error: outcome.failure.error };
  return ok({ latencyMs: Math.round(deps.clock.now() - askedAt), models });
}
