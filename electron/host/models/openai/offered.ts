import type { ModelDeps } from "../deps.ts";
import { openClient } from "./ask.ts";

/** Longest wait for the list, in milliseconds: it is a convenience. */
const listMs = 10_000;
const mostModels = 500;

/** Names of the models a server offers at `/models`, sorted; empty where it cannot say. Never rejects. */
export async function offeredModels(
  baseUrl: string,
  deps: ModelDeps,
  signal: AbortSignal,
): Promise<string[]> {
  try {
    const client = await openClient(baseUrl, deps);
    const response = await client
      .get("/models", { signal: AbortSignal.any([signal, AbortSignal.timeout(listMs)]) })
      .asResponse();
    const body: unknown = await response.json();
    const data = typeof body === "object" && body !== null && "data" in body ? body.data : body;
    if (!Array.isArray(data)) return [];
    const names = data.flatMap((entry: unknown) =>
      typeof entry === "object" && entry !== null && "id" in entry && typeof entry.id === "string"
        ? [entry.id]
        : [],
    );
    return [...new Set(names)].sort().slice(0, mostModels);
  } catch {
    // No list: the one-token request that follows says what is wrong.
    return [];
  }
}
