import type { ModelDefinition } from "../../../../shared/contract/index.ts";
import type { ModelRequest } from "../types.ts";
import { messagesJson, toolsJson } from "./wire.ts";

type Settings = Pick<ModelDefinition, "kind" | "model" | "temperature" | "maxOutputTokens">;

/** Sent where the person named no model: servers that hold a single one ignore the name. */
export const unnamedModel = "default";

/** OpenAI's own reasoning models refuse any temperature but their default. */
const takesTemperature = (settings: Settings): boolean =>
  settings.temperature !== undefined ||
  settings.kind !== "openai" ||
  !/^(?:o\d|gpt-5)/.test(settings.model ?? "");

/** The request body as JSON text. Temperature is 0 unless set (MODEL-01); usage is asked for in the stream (MODEL-03). */
export function bodyJson(settings: Settings, request: ModelRequest): string {
  const longest = Math.min(settings.maxOutputTokens ?? Infinity, request.maxOutputTokens ?? Infinity);
  const head = {
    model: settings.model ?? unnamedModel,
    stream: true,
    stream_options: { include_usage: true },
    ...(takesTemperature(settings) ? { temperature: settings.temperature ?? 0 } : {}),
    ...(longest === Infinity
      ? {}
      : { [settings.kind === "openai" ? "max_completion_tokens" : "max_tokens"]: longest }),
  };
  const tools = request.tools.length === 0 ? "" : `,"tools":${toolsJson(request.tools)}`;
  return `${JSON.stringify(head).slice(0, -1)},"messages":${messagesJson(request.messages)}${tools}}`;
}
