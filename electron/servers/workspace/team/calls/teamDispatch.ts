import { randomUUID } from "node:crypto";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { resultFromError, type Call, type Dispatch } from "../../protocol/index.ts";
import { argumentsHash, type Audit } from "../audit.ts";
import type { Log } from "../log.ts";
import { Busy, type Admission } from "./admission.ts";
import { nameHome, noteBackground } from "./backgroundWork.ts";
import type { Cancels } from "./cancels.ts";
import type { Seat } from "./seats.ts";

/** What a call passes on its way. */
export interface CallPorts {
  readonly admission: Admission;
  readonly cancels: Cancels;
  readonly audit: Audit;
  readonly log: Log;
}

/** When a call that found no room for another reason than the queue may be tried again. */
const usualRetryMs = 1_000;
/** A call is called this by a client: its session's label and the id of its request. */
export const cancelKey = (seat: Seat, session: string, id: unknown): string =>
  JSON.stringify([seat.key, session, id]);

function codeOf(result: CallToolResult): string {
  const error = result.structuredContent?.["error"];
  if (typeof error === "object" && error !== null && "code" in error) return String(error.code);
  return result.isError === true ? "internal" : "ok";
}

/** A refusal for want of room says when to come back, for programs, in both places where they may look. */
function withRetryHint(result: CallToolResult, retryAfterMs: number): CallToolResult {
  const error = result.structuredContent?.["error"];
  return {
    ...result,
    structuredContent: { ...result.structuredContent, error: { ...(error as object), retryAfterMs } },
    _meta: { ...result._meta, "loopwright/retryAfterMs": retryAfterMs },
  };
}

const decisions: Readonly<Record<string, "denied" | "refused">> = {
  denied: "denied",
  resourceExhausted: "refused",
};

async function perform(
  ports: CallPorts,
  seat: Seat,
  call: Call,
  admitted: () => void,
): Promise<CallToolResult> {
  try {
    return await ports.admission.run(seat.identity.subject, async () => {
      admitted();
      const result = await seat.dispatch(call);
      noteBackground(seat.homes, result);
      return nameHome(seat.homes, call, result);
    });
  } catch (error) {
    const result = resultFromError(error);
    return error instanceof Busy ? withRetryHint(result, error.retryAfterMs) : result;
  }
}

/**
 * The way of a call in team mode: wait for room, leave a trace, run, leave another. Never rejects.
 * @param session label of the client's session; empty when it has none
 */
export function createTeamDispatch(ports: CallPorts, seat: Seat, session: string): Dispatch {
  return async (call) => {
    const startedAt = performance.now();
    const requestId = call.meta?.["loopwright/requestId"];
    const about = {
      project: seat.project,
      identity: seat.identity.subject,
      callId: randomUUID(),
      requestId: typeof requestId === "string" ? requestId : null,
      tool: call.name.slice(0, 200),
      argumentsHash: argumentsHash(call.input),
    };
    const entry = ports.cancels.begin(cancelKey(seat, session, call.id));
    try {
      const signal = AbortSignal.any([call.signal, entry.signal]);
      const admitted = (): void => ports.audit({ ...about, event: "call.admitted", decision: "admitted" });
      let result = await perform(ports, seat, { ...call, signal }, admitted);
      const outcome = codeOf(result);
      if (outcome === "resourceExhausted" && result._meta?.["loopwright/retryAfterMs"] === undefined)
        result = withRetryHint(result, usualRetryMs);
      const end = { decision: decisions[outcome] ?? ("allowed" as const), outcome };
      const durationMs = Math.round(performance.now() - startedAt);
      ports.log("info", "call.ended", { ...about, ...end, durationMs });
      try {
        ports.audit({ ...about, ...end, event: "call.ended", durationMs });
      } catch (error) {
        // The call is made and its answer true; that it ran is in the audit already.
        ports.log("error", "audit.failed", { project: seat.project, why: String(error) });
      }
      return result;
    } finally {
      entry.end();
    }
  };
}
