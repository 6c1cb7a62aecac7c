import type { Result } from "../../../shared/contract/index.ts";
import type { Clock } from "../ports.ts";
import { isJsonObject } from "./schema/index.ts";
import type { ToolResult } from "./types.ts";

/** How often a busy server is asked again. */
const TRIES = 6;
/** The hint of a server counts up to this; in milliseconds. */
const LONGEST_WAIT_MS = 30_000;
const DEFAULT_WAIT_MS = 1000;

/**
 * The pause a server asks for because it is too busy to begin, in milliseconds; null for any other result. It has run
 * nothing then, so that asking again is safe for every call.
 */
const askedPause = (result: Result<ToolResult>): number | null => {
  if (!result.ok || !result.value.isError || !isJsonObject(result.value.structured)) return null;
  const error = result.value.structured["error"];
  if (!isJsonObject(error) || error["code"] !== "resourceExhausted") return null;
  const hint = error["retryAfterMs"];
  if (hint === undefined) return null;
  const isUsable = typeof hint === "number" && Number.isFinite(hint) && hint >= 0;
  return isUsable ? Math.min(hint, LONGEST_WAIT_MS) : DEFAULT_WAIT_MS;
};

/**
 * Calls, and calls again after the pause that a busy server asks for (TOOL-10), until it is served, the caller gives up,
 * or it has been asked often enough; then the server's own answer stands.
 */
export const withPatience = async (
  call: () => Promise<Result<ToolResult>>,
  clock: Clock,
  signal: AbortSignal,
  onWait: (pauseMs: number) => void,
): Promise<Result<ToolResult>> => {
  for (let tried = 1; ; tried++) {
    const result = await call();
    const pauseMs = askedPause(result);
    if (pauseMs === null || tried === TRIES || signal.aborted) return result;
    onWait(pauseMs);
    await clock.wait(pauseMs, signal);
    if (signal.aborted) return result;
  }
};
