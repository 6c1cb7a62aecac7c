import { ProtocolError, SdkError, type Client } from "@modelcontextprotocol/client";
import { z } from "zod";
import type { JsonObject } from "../../../../shared/contract/index.ts";
import { NO_TIMEOUT_MS, type Line } from "../connection/index.ts";
import { isJsonObject } from "../schema/index.ts";
import type { FreshAnswers } from "./freshAnswers.ts";
import { rawName } from "./wire.ts";

const LOG_LEVEL = "io.modelcontextprotocol/logLevel";
/** JSON-RPC code of a call whose headers do not fit the tool as the server knows it now. */
export const HEADER_MISMATCH = -32_020;

const asItCame = z.unknown();

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
      ...(onprogress === undefined ? {} : { onprogress: onprogress as never }),
    });
    if (isJsonObject(raw)) fresh.keep(method, params, raw);
    return raw;
  },
  refusalIn: (error) => {
    if (error instanceof ProtocolError) return { reason: error.message, code: error.code, data: error.data };
    // Answers that break the protocol itself: no server's refusal, but its doing.
    return error instanceof SdkError && /result/i.test(error.message)
      ? { reason: error.message, code: 0, data: undefined }
      : null;
  },
});
