import { fail, ok, type ModelDefinition, type Result } from "../../../shared/contract/index.ts";
import { readBaseUrl } from "./baseUrl.ts";
import { DemoModel } from "./demo/index.ts";
import type { ModelDeps } from "./deps.ts";
import { OpenAiModel } from "./openai/index.ts";
import type { Model } from "./types.ts";

const openAiBaseUrl = "https://api.openai.com/v1";

/**
 * Makes the adapter for a model's definition; reaches nothing yet. The key in `definition` is ignored, `deps.apiKey` counts.
 * Fails with `invalidInput` for an unusable address and with `notAvailable` for a kind that is not built yet.
 */
export function createModel(definition: ModelDefinition, deps: ModelDeps): Result<Model> {
  const { apiKey: _, ...shown } = definition;
  switch (definition.kind) {
    case "demo":
      return ok(new DemoModel(shown, deps));
    case "openai":
    case "openai-compatible": {
      const given = definition.baseUrl ?? (definition.kind === "openai" ? openAiBaseUrl : "");
      const baseUrl = readBaseUrl(given);
      return baseUrl.ok ? ok(new OpenAiModel(shown, baseUrl.value, deps)) : baseUrl;
    }
    case "anthropic":
    case "google":
    case "ollama":
    case "replay":
      return fail(
        "notAvailable",
        `Models of the kind ${definition.kind} are not built yet. Use an OpenAI-compatible address instead: most providers and local servers offer one.`,
        { key: "modelKindNotAvailable", params: { kind: definition.kind } },
      );
  }
}
