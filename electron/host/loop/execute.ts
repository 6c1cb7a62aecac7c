import type { Failure, JsonObject, Result, Severity } from "../../../shared/contract/index.ts";
import type { CallOutcome } from "../../../shared/events/index.ts";
import type { CallOptions, ToolResult } from "../mcp/index.ts";
import { draft, type Draft } from "../sessions/index.ts";
import type { Allowed, CallEnd, OpenCall } from "./callTypes.ts";
import { previewOf, resultText, warningsText } from "./resultText.ts";
import type { CallPorts } from "./types.ts";

/** Added to the time limit of our own server's tools, so that its honest "timed out" arrives before we give up. */
const GRACE_MS = 5000;
const PROGRESS_MS = 1000;

const callTimeout = (call: OpenCall, args: JsonObject): number => {
  const asked = args["timeout_ms"] ?? args["timeoutMs"];
  const own = call.entry.isBundled && typeof asked === "number" ? asked : 0;
  return Math.max(call.entry.timeoutMs, own) + (call.entry.isBundled ? GRACE_MS : 0);
};

const metaOf = (call: OpenCall, allowed: Allowed): JsonObject => ({
  "loopwright/requestId": call.callId,
  ...(call.entry.canPreview && allowed.files ? { "loopwright/commit": { files: allowed.files } } : {}),
});

/** Intents of L3 and L4 survive a power cut too (design §4). */
export const durabilityOf = (severity: Severity): "crash" | "power" =>
  severity === "L3" || severity === "L4" ? "power" : "crash";

/** The intent: goes to the log before the call goes anywhere (design §4 a). */
export const startedDraft = (call: OpenCall, allowed: Allowed, attempt: number): Draft =>
  draft("call.started", {
    callId: call.callId,
    argsHash: allowed.argsHash,
    requestId: call.callId,
    timeoutMs: callTimeout(call, allowed.args),
    attempt,
  });

const watchProgress = (ports: CallPorts, call: OpenCall): NonNullable<CallOptions["onProgress"]> => {
  let last = 0;
  return (progress) => {
    const now = ports.clock.now();
    if (now - last < PROGRESS_MS) return;
    last = now;
    // A progress row that cannot be written is no reason to fail the call: its outcome row will tell.
    ports.session
      .append([draft("call.progressed", { callId: call.callId, ...ports.redact(progress) })])
      .catch(() => undefined);
  };
};

const send = (
  ports: CallPorts,
  call: OpenCall,
  allowed: Allowed,
  way: Pick<CallOptions, "signal" | "onLate">,
): Promise<Result<ToolResult>> =>
  ports.servers.call(call.entry, allowed.args, {
    ...way,
    meta: metaOf(call, allowed),
    timeoutMs: callTimeout(call, allowed.args),
    onProgress: watchProgress(ports, call),
  });

interface FileChange {
  path: string;
  beforeHash: string | null;
  afterHash: string | null;
  linesAdded: number;
  linesRemoved: number;
}

const changesOf = (call: OpenCall, structured: unknown): Draft[] => {
  if (!call.entry.isBundled || typeof structured !== "object" || structured === null) return [];
  const { changed } = structured as { changed?: FileChange[] };
  if (!Array.isArray(changed)) return [];
  return changed.map(({ path, beforeHash, afterHash, linesAdded, linesRemoved }) =>
    draft("file.changed", { callId: call.callId, path, beforeHash, afterHash, linesAdded, linesRemoved }),
  );
};

const failureDraft = (
  call: OpenCall,
  outcome: CallOutcome,
  code: string,
  text: string,
  durationMs: number,
): Draft =>
  draft("call.failed", {
    callId: call.callId,
    outcome,
    code,
    content: [],
    text,
    preview: previewOf(text),
    bytes: Buffer.byteLength(text),
    durationMs,
  });

const errorCodeOf = (structured: unknown): string => {
  const error = (structured as { error?: { code?: unknown } } | null | undefined)?.error;
  return typeof error?.code === "string" ? error.code : "toolError";
};

const uncheckedNote = ({ unchecked, entry }: OpenCall): string[] =>
  unchecked === undefined
    ? []
    : [
        `The arguments could not be checked against the schema of "${entry.name}": ${unchecked}. Only the server checked them.`,
      ];

const resultDrafts = (
  call: OpenCall,
  raw: ToolResult,
  note: string,
  durationMs: number,
  redact: CallPorts["redact"],
): Draft[] => {
  const { content, structured, warnings } = redact({
    content: [...raw.content],
    structured: raw.structured,
    warnings: [...uncheckedNote(call), ...raw.warnings],
  });
  const origin = {
    serverName: call.entry.serverName,
    tool: call.entry.name,
    isBundled: call.entry.isBundled,
  };
  const shown = resultText(content, structured, origin);
  const body = {
    callId: call.callId,
    content,
    ...(structured === undefined ? {} : { structured }),
    ...(warnings.length === 0 ? {} : { warnings }),
    text: note + shown + warningsText(warnings),
    preview: previewOf(shown),
    bytes: raw.bytes,
    durationMs,
  };
  const end = raw.isError
    ? draft("call.failed", { ...body, outcome: "failed", code: errorCodeOf(structured) })
    : draft("call.completed", body);
  return [end, ...changesOf(call, structured)];
};

const lostText = (call: OpenCall, error: Failure): string =>
  `${error.message}\n\nThe outcome is unknown: the call may or may not have taken effect. Check the state first (for example by reading what it should have changed) before you try again with ${call.entry.modelName}.`;

const cancelledText =
  "The user stopped the turn while this call ran. It was cancelled; what it had done until then may remain.";
const heldStoppedText =
  "This call was stopped while it went on in the background. What it had done until then may remain.";

const lossDraft = (call: OpenCall, severity: Severity, error: Failure, durationMs: number): Draft => {
  const isUnknown = severity !== "L1" && (error.code === "unreachable" || error.code === "timedOut");
  if (isUnknown) return failureDraft(call, "outcomeUnknown", error.code, lostText(call, error), durationMs);
  const next = severity === "L1" ? "\n\nNothing was changed. Try another tool or a narrower request." : "";
  return failureDraft(call, "failed", error.code, error.message + next, durationMs);
};

const backgroundText = ({ entry, callId }: OpenCall, afterMs: number): string =>
  `Still running: ${entry.modelName} has not answered within ${Math.round(afterMs / 1000)} s and goes on in the background; its id is ${callId}.

Go on with what does not need it. call_result with this id tells how it fares, waits for its end (wait_seconds) and gives its result; stop_call ends it. Do not call the tool again for the same thing meanwhile.`;

const backgroundedDraft = (call: OpenCall, afterMs: number): Draft => {
  const text = backgroundText(call, afterMs);
  return draft("call.backgrounded", { callId: call.callId, text, preview: previewOf(text), afterMs });
};

const canRetry = (severity: Severity, error: Failure): boolean =>
  severity === "L1" && (error.code === "unreachable" || error.code === "timedOut");

interface Ended {
  readonly drafts: readonly Draft[];
  readonly end: CallEnd;
}

const endOf = (
  ports: CallPorts,
  call: OpenCall,
  allowed: Allowed,
  result: Result<ToolResult>,
  { durationMs, stopped }: { readonly durationMs: number; readonly stopped: string | null },
): Ended => {
  if (result.ok)
    return {
      drafts: resultDrafts(call, result.value, allowed.note, durationMs, ports.redact),
      end: result.value.isError ? "failed" : "completed",
    };
  if (stopped !== null)
    return {
      drafts: [failureDraft(call, "cancelled", "stopped", stopped, durationMs)],
      end: "cancelled",
    };
  return {
    drafts: [lossDraft(call, allowed.severity, ports.redact(result.error), durationMs)],
    end: "failed",
  };
};

/** A call on its way to its server. */
interface Sent {
  readonly startedAt: number;
  readonly stop: AbortController;
  readonly signal: AbortSignal;
  readonly result: Promise<Result<ToolResult>>;
  /** Resolves at the time limit of a call that may go on; for any other never. */
  readonly late: Promise<null>;
}

const sent = (ports: CallPorts, call: OpenCall, allowed: Allowed, turn: AbortSignal): Sent => {
  const stop = new AbortController();
  const late = Promise.withResolvers<null>();
  const onLate = (): void => {
    late.resolve(null);
  };
  // Our own server tells of its long calls itself, and its others end soon (TOOL-05).
  const mayGoOn = ports.goOn !== undefined && !call.entry.isBundled;
  const signal = mayGoOn ? AbortSignal.any([turn, stop.signal]) : turn;
  return {
    startedAt: performance.now(),
    stop,
    signal,
    result: send(ports, call, allowed, { signal, ...(mayGoOn ? { onLate } : {}) }),
    late: late.promise,
  };
};

const elapsed = ({ startedAt }: Sent): number => Math.round(performance.now() - startedAt);

/** Leaves a call to itself, once the log says so: its outcome is logged when it comes. */
const leaveRunning = async (ports: CallPorts, call: OpenCall, allowed: Allowed, out: Sent): Promise<void> => {
  try {
    await ports.session.append([backgroundedDraft(call, elapsed(out))]);
  } catch (error) {
    // What the log does not know of must not go on.
    out.stop.abort();
    throw error;
  }
  const ended = out.result.then((result) => {
    const text = out.stop.signal.aborted ? heldStoppedText : cancelledText;
    const how = { durationMs: elapsed(out), stopped: out.signal.aborted ? text : null };
    return ports.session.append(endOf(ports, call, allowed, result, how).drafts);
  });
  const stop = (): void => {
    out.stop.abort();
  };
  ports.goOn?.({ callId: call.callId, ended, stop });
};

/**
 * Runs a call whose intent is in the log, and logs the outcome. A failed L1 call is sent once more where the fault can pass (LOOP-04); any
 * other call whose answer was lost ends as `outcomeUnknown` (LOOP-11). A call that outlasts its time limit goes on in the background, and
 * counts as completed here (MCP-12). Rejects only when the log cannot be written.
 */
export const execute = async (
  ports: CallPorts,
  call: OpenCall,
  allowed: Allowed,
  signal: AbortSignal,
): Promise<CallEnd> => {
  for (let attempt = 1; ; attempt++) {
    const out = sent(ports, call, allowed, signal);
    const result = await Promise.race([out.result, out.late]);
    if (result === null) {
      await leaveRunning(ports, call, allowed, out);
      return "completed";
    }
    const how = { durationMs: elapsed(out), stopped: signal.aborted ? cancelledText : null };
    if (!result.ok && !signal.aborted && attempt === 1 && canRetry(allowed.severity, result.error)) {
      await ports.clock.wait(200, signal);
      await ports.session.append([startedDraft(call, allowed, attempt + 1)]);
      continue;
    }
    const { drafts, end } = endOf(ports, call, allowed, result, how);
    await ports.session.append(drafts);
    return end;
  }
};
