import { parsedUrl } from "../../format/index.ts";

/** A server people commonly run or use, by its usual address. `kind` is what `model.add` takes. */
export interface Preset {
  readonly id: "ollama" | "lmstudio" | "llamacpp" | "vllm" | "openrouter" | "openai" | "other";
  readonly name: string;
  readonly baseUrl: string;
  readonly needsKey: boolean;
}

/** Servers that speak the OpenAI protocol, with the addresses of their own documentation. */
export const presets: readonly Preset[] = [
  { id: "ollama", name: "Ollama", baseUrl: "http://localhost:11434/v1", needsKey: false },
  { id: "lmstudio", name: "LM Studio", baseUrl: "http://localhost:1234/v1", needsKey: false },
  { id: "llamacpp", name: "llama.cpp", baseUrl: "http://localhost:8080/v1", needsKey: false },
  { id: "vllm", name: "vLLM", baseUrl: "http://localhost:8000/v1", needsKey: false },
  { id: "openrouter", name: "OpenRouter", baseUrl: "https://openrouter.ai/api/v1", needsKey: true },
  { id: "openai", name: "OpenAI", baseUrl: "https://api.openai.com/v1", needsKey: true },
  { id: "other", name: "", baseUrl: "", needsKey: false },
];

/** Whether a text is an address a model can be asked at: http or https with a host. */
export const isBaseUrl = (text: string): boolean => {
  const url = parsedUrl(text);
  return url !== undefined && (url.protocol === "http:" || url.protocol === "https:") && url.hostname !== "";
};

/** Whether a key would travel unencrypted to another machine. */
export const sendsKeyInClear = (baseUrl: string, apiKey: string): boolean => {
  const url = parsedUrl(baseUrl);
  if (apiKey === "" || url?.protocol !== "http:") return false;
  return !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
};
