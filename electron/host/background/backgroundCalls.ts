import type { CallId, SessionId } from "../../../shared/contract/index.ts";

/** A call that goes on although its turn does not wait for it any more. */
export interface HeldCall {
  readonly callId: CallId;
  /** Resolves when its outcome is in the log. */
  readonly ended: Promise<unknown>;
  /** Tells the server to stop it. Its outcome follows. */
  readonly stop: () => void;
}

/**
 * Calls that outlasted their time limit and go on (MCP-12). They belong to their session, not to a turn: they end by
 * themselves, at their longest, when somebody stops them, or with the app.
 */
export class BackgroundCalls {
  readonly #held = new Map<SessionId, Map<CallId, HeldCall>>();

  /** @param onEnd told when it has ended, with what kept its outcome from the log */
  hold(sessionId: SessionId, call: HeldCall, onEnd: (failure?: unknown) => void): void {
    const calls = this.#held.get(sessionId) ?? new Map<CallId, HeldCall>();
    this.#held.set(sessionId, calls.set(call.callId, call));
    const drop = (): void => {
      calls.delete(call.callId);
      if (calls.size === 0) this.#held.delete(sessionId);
    };
    call.ended.then(
      () => {
        drop();
        onEnd();
      },
      (failure: unknown) => {
        drop();
        onEnd(failure);
      },
    );
  }

  /** Resolves when the call has ended, after so many milliseconds, or with the signal; at once where it does not run. Never rejects. */
  async wait(sessionId: SessionId, callId: CallId, ms: number, signal: AbortSignal): Promise<void> {
    const call = this.#held.get(sessionId)?.get(callId);
    if (call === undefined || signal.aborted || ms <= 0) return;
    let give: () => void = () => undefined;
    const over = new Promise<void>((resolve) => {
      give = resolve;
    });
    const timer = setTimeout(give, ms);
    signal.addEventListener("abort", give);
    try {
      await Promise.race([call.ended, over]);
    } catch {
      // What kept its outcome from the log is told to whoever held the call.
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", give);
    }
  }

  /** Stops a call and resolves when its outcome is in the log; false when it does not run. Never rejects. */
  async stop(sessionId: SessionId, callId: CallId): Promise<boolean> {
    const call = this.#held.get(sessionId)?.get(callId);
    if (call === undefined) return false;
    call.stop();
    await call.ended.catch(() => undefined);
    return true;
  }
}
