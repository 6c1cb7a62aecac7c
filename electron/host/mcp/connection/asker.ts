import { ok, type JsonObject, type Result } from "../../../../shared/contract/index.ts";
import { isJsonObject } from "../schema/index.ts";
import type { CallOptions } from "../types.ts";
import { CallTimer } from "./callTimer.ts";
import * as failures from "./failures.ts";
import type { Explain } from "./trouble.ts";

/** What a server said no with. */
export interface Refusal {
  /** Its own words. */
  readonly reason: string;
  readonly code: number;
  readonly data: unknown;
}

/** A protocol library's client, as far as the asker needs one. */
export interface Line {
  /** Sends a request and brings its result as it came. Rejects as the library does. */
  request(
    method: string,
    params: JsonObject,
    options: { readonly signal: AbortSignal; readonly onprogress?: CallOptions["onProgress"] },
  ): Promise<unknown>;
  /** What the server answered, when it was the server that failed the request; null for any other error. */
  refusalIn(error: unknown): Refusal | null;
}

/** Our own timers end requests; this keeps the SDK's out of the way (the most `setTimeout` takes). */
export const NO_TIMEOUT_MS = 2_147_483_647;

/** What the asker needs to know of its connection. */
interface Around {
  readonly serverName: string;
  readonly isClosed: () => boolean;
  readonly isTooLarge: (data: unknown) => boolean;
  readonly circumstances: () => failures.Circumstances;
  readonly explain: Explain;
  /** True while the server waits for the person. */
  readonly isHeldUp: () => boolean;
  /** The failure of a refusal that asks for something of the person; null for all others. */
  readonly special?: (name: string, refusal: Refusal) => ReturnType<typeof failures.callCancelled> | null;
}

/** Sends requests with our own time limits, and turns every way they can fail into words. Never rejects. */
export class Asker {
  readonly #line: Line;
  readonly #around: Around;

  constructor(line: Line, around: Around) {
    this.#line = line;
    this.#around = around;
  }

  /** @param name what failures call it: the tool, or the method */
  async ask(
    name: string,
    method: string,
    params: JsonObject,
    options: Pick<CallOptions, "signal" | "timeoutMs" | "maxTotalMs" | "onProgress" | "onLate">,
  ): Promise<Result<JsonObject>> {
    const { serverName, isClosed } = this.#around;
    if (options.signal.aborted) return failures.callCancelled(serverName, name);
    if (isClosed()) return failures.notRunning(serverName);
    const timer = new CallTimer({ ...options, isHeldUp: this.#around.isHeldUp });
    const onprogress: NonNullable<CallOptions["onProgress"]> = (progress) => {
      timer.progressed();
      options.onProgress?.(progress);
    };
    try {
      const raw = await this.#line.request(method, params, {
        signal: timer.signal,
        ...(options.onProgress === undefined ? {} : { onprogress }),
      });
      return ok(isJsonObject(raw) ? raw : {});
    } catch (error) {
      return this.#failure(name, error, timer);
    } finally {
      timer.end();
    }
  }

  #failure(name: string, error: unknown, timer: CallTimer): ReturnType<typeof failures.callCancelled> {
    const { serverName, isClosed, explain, circumstances, isTooLarge, special } = this.#around;
    if (timer.givenUp?.why === "cancelled") return failures.callCancelled(serverName, name);
    if (timer.givenUp?.why === "timedOut")
      return failures.callTimedOut(serverName, name, timer.givenUp.afterMs);
    if (isClosed())
      return explain({ kind: "ended", tool: name }) ?? failures.diedInCall(circumstances(), name);
    const own = explain({ kind: "failed", error, tool: name });
    if (own !== null) return own;
    const refusal = this.#line.refusalIn(error);
    if (refusal === null) return failures.callBroken(name, error);
    const { reason, code, data } = refusal;
    const asked = special?.(name, refusal) ?? null;
    if (asked !== null) return asked;
    return isTooLarge(data)
      ? failures.resultTooLarge(name, reason)
      : failures.callRefused(name, reason, code);
  }
}
