import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { McpError } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import { ok, type JsonObject, type Result } from "../../../../shared/contract/index.ts";
import { isJsonObject } from "../schema/index.ts";
import type { CallOptions } from "../types.ts";
import { CallTimer } from "./callTimer.ts";
import * as failures from "./failures.ts";
import type { Explain } from "./trouble.ts";

/** Results are read by our own code, part by part; the SDK hands them over as they came. */
const asItCame = z.unknown();
/** Our own timers end requests; this keeps the SDK's out of the way (the most `setTimeout` takes). */
export const NO_TIMEOUT_MS = 2_147_483_647;

/** What the asker needs to know of its connection. */
interface Around {
  readonly serverName: string;
  readonly isClosed: () => boolean;
  readonly isTooLarge: (data: unknown) => boolean;
  readonly circumstances: () => failures.Circumstances;
  readonly explain: Explain;
}

/** The server's own words, without what the SDK puts before them. */
export const reasonOf = (error: McpError): string => error.message.replace(`MCP error ${error.code}: `, "");

/** Sends requests with our own time limits, and turns every way they can fail into words. Never rejects. */
export class Asker {
  readonly #client: Client;
  readonly #around: Around;

  constructor(client: Client, around: Around) {
    this.#client = client;
    this.#around = around;
  }

  /** @param name what failures call it: the tool, or the method */
  async ask(
    name: string,
    method: string,
    params: JsonObject,
    options: Pick<CallOptions, "signal" | "timeoutMs" | "maxTotalMs" | "onProgress">,
  ): Promise<Result<JsonObject>> {
    const { serverName, isClosed } = this.#around;
    if (options.signal.aborted) return failures.callCancelled(serverName, name);
    if (isClosed()) return failures.notRunning(serverName);
    const timer = new CallTimer(options.signal, options.timeoutMs, options.maxTotalMs);
    const onprogress: NonNullable<CallOptions["onProgress"]> = (progress) => {
      timer.progressed();
      options.onProgress?.(progress);
    };
    try {
      const raw = await this.#client.request({ method, params }, asItCame, {
        timeout: NO_TIMEOUT_MS,
        signal: timer.signal,
        ...(options.onProgress === undefined ? {} : { onprogress: onprogress as never }),
      });
      return ok(isJsonObject(raw) ? raw : {});
    } catch (error) {
      return this.#failure(name, error, timer);
    } finally {
      timer.end();
    }
  }

  #failure(name: string, error: unknown, timer: CallTimer): ReturnType<typeof failures.callCancelled> {
    const { serverName, isClosed, explain, circumstances, isTooLarge } = this.#around;
    if (timer.givenUp?.why === "cancelled") return failures.callCancelled(serverName, name);
    if (timer.givenUp?.why === "timedOut")
      return failures.callTimedOut(serverName, name, timer.givenUp.afterMs);
    if (isClosed())
      return explain({ kind: "ended", tool: name }) ?? failures.diedInCall(circumstances(), name);
    const own = explain({ kind: "failed", error, tool: name });
    if (own !== null) return own;
    if (!(error instanceof McpError)) return failures.callBroken(name, error);
    const reason = reasonOf(error);
    return isTooLarge(error.data)
      ? failures.resultTooLarge(name, reason)
      : failures.callRefused(name, reason, error.code);
  }
}
