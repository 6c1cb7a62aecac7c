import { ProtocolError, SdkError, SdkErrorCode, type Client } from "@modelcontextprotocol/client";
import { z } from "zod";
import type { JsonObject } from "../../../../shared/contract/index.ts";
import { NO_TIMEOUT_MS, type Line } from "../connection/index.ts";
import { isJsonObject } from "../schema/index.ts";
import type { FreshAnswers } from "./freshAnswers.ts";
import { bareName, rawName } from "./wire.ts";

const LOG_LEVEL = "io.modelcontextprotocol/logLevel";
/** JSON-RPC code of a call whose headers do not fit the tool as the server knows it now. */
export const HEADER_MISMATCH = -32_020;

const asItCame = z.unknown();

/** Failures of the client that a server's answer is the cause of. */
const byServer: ReadonlySet<string> = new Set([
  SdkErrorCode.InvalidResult,
  SdkErrorCode.UnsupportedResultType,
  SdkErrorCode.InputRequiredRoundsExceeded,
  SdkErrorCode.CapabilityNotSupported,
]);

/** The client's words without our names on the wire, and without its lists of what does not fit. */
const inWords = (message: string): string => bareName(message).replace(/: \[\s*\{[^]*$/, ".");

type OnProgress = NonNullable<Parameters<Line["request"]>[2]["onprogress"]>;

const plainly =
  (onprogress: OnProgress): OnProgress =>
  (progress) => {
    const { message } = progress;
    onprogress(message === undefined ? progress : { ...progress, message: bareName(message) });
  };

/** What a line asks of its connection. */
export interface LinePorts {
  readonly fresh: FreshAnswers;
  /** Headers that a call is sent with. */
  readonly headersOf: (params: JsonObject) => Record<string, string>;
  /** What the server is to log, or null when nobody asked. */
  readonly logLevel: () => string | null;
}

/** Sends requests through the next protocol's client. */
export const nextLine = (client: Client, { fresh, headersOf, logLevel }: LinePorts): Line => ({
  request: async (method, params, { signal, onprogress }) => {
    const kept = fresh.get(method, params);
    if (kept !== null) return kept;
    const level = logLevel();
    const meta = isJsonObject(params["_meta"]) ? params["_meta"] : {};
    const full = level === null ? params : { ...params, _meta: { ...meta, [LOG_LEVEL]: level } };
    const headers = method === "tools/call" ? headersOf(params) : {};
    const raw = await client.request({ method: rawName(method), params: full }, asItCame, {
      timeout: NO_TIMEOUT_MS,
      signal,
      headers,
      ...(onprogress === undefined ? {} : { onprogress: plainly(onprogress) as never }),
    });
    if (isJsonObject(raw)) fresh.keep(method, params, raw);
    return raw;
  },
  refusalIn: (error) => {
    if (error instanceof ProtocolError)
      return { reason: inWords(error.message), code: error.code, data: error.data };
    // Answers that break the protocol itself: no server's refusal, but its doing.
    return error instanceof SdkError && byServer.has(error.code)
      ? { reason: inWords(error.message), code: 0, data: undefined }
      : null;
  },
});
