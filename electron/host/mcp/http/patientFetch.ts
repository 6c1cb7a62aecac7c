import { AsyncLocalStorage } from "node:async_hooks";
import type { FetchLike } from "@modelcontextprotocol/sdk/shared/transport.js";
import { Agent, fetch as undiciFetch } from "undici";
import { EventMender, mendJson } from "./mendEvents.ts";
import { BodyTooLarge, StreamMeter } from "./meter.ts";

/** One JSON-RPC request on its way: what happened to the body that should bring its answer. */
export interface Sent {
  readonly id: string | number;
  /** True when nobody waits for the answer any more: it came, or will never do. */
  isSettled: boolean;
  /** The stream that was to bring its answer broke off, and has not been taken up again yet. */
  isBroken: boolean;
  /** The body is over. `canResume` when the server gave the stream an id to take it up again by. */
  onBodyEnd(how: { readonly canResume: boolean; readonly error: Error | null }): void;
}

/** Which request a fetch belongs to: the SDK's transport passes nothing along. */
export const sending = new AsyncLocalStorage<Sent>();

/** A standing stream that was closed at once so many times is not asked for again: the server does not mean it. */
const IDLE_STREAMS = 5;
const IDLE_MS = 1000;
/** Streams that may be kept for taking up again before those nobody waits for are looked for. */
const MOST_RESUMABLE = 100;

interface PatientFetch {
  readonly fetch: FetchLike;
  /** Ends every open body and socket. */
  close(): Promise<void>;
}

const isEventStream = (response: Response): boolean =>
  (response.headers.get("content-type") ?? "").toLowerCase().startsWith("text/event-stream");

/** The body of a response as it passes: measured, and its messages mended. */
const metered = (response: Response, onEnd: (meter: StreamMeter, error: Error | null) => void): Response => {
  if (response.body === null) return response;
  const isEvents = isEventStream(response);
  const meter = new StreamMeter(isEvents);
  const mender = isEvents ? new EventMender() : null;
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        // Until something goes on: a pull that brings nothing is not repeated.
        for (let isWaiting = true; isWaiting;) {
          const { done, value } = await reader.read();
          if (done) {
            for (const rest of mender?.end() ?? []) controller.enqueue(rest);
            onEnd(meter, null);
            controller.close();
            return;
          }
          meter.feed(value);
          const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
          for (const part of mender?.feed(bytes) ?? [value]) {
            controller.enqueue(part);
            isWaiting = false;
          }
        }
      } catch (cause) {
        const error = cause instanceof Error ? cause : new Error(String(cause));
        if (error instanceof BodyTooLarge) reader.cancel(error).catch(() => undefined);
        onEnd(meter, error);
        controller.error(error);
      }
    },
    cancel: async (reason) => reader.cancel(reason),
  });
  const { status, statusText, headers } = response;
  const copy = new Response(body, { status, statusText, headers });
  Object.defineProperty(copy, "url", { value: response.url });
  return copy;
};

/** A body of messages, which the client's transport reads by `json()`. */
const ofMessages = (response: Response): Response => {
  Object.defineProperty(response, "json", { value: async () => mendJson(await response.text()) });
  return response;
};

/**
 * A fetch without the usual limit of five minutes' silence, which would end a long tool call or a quiet standing stream;
 * calls have their own limits. Bodies are measured as they pass, and the request they answer hears of their end.
 */
export const createPatientFetch = (): PatientFetch => {
  const agent = new Agent({ bodyTimeout: 0, headersTimeout: 0, connect: { timeout: 10_000 } });
  let idleStreams = 0;
  /** The request that a broken-off stream was to answer, by the id it can be taken up again by. */
  const resumable = new Map<string, Sent>();
  const keepResumable = (lastId: string, sent: Sent): void => {
    if (resumable.size >= MOST_RESUMABLE)
      for (const [id, { isSettled }] of resumable) if (isSettled) resumable.delete(id);
    resumable.set(lastId, sent);
  };
  const fetch: FetchLike = async (url, init) => {
    const resumedId = init?.method === "GET" ? new Headers(init.headers).get("last-event-id") : null;
    const sent = resumedId === null ? sending.getStore() : resumable.get(resumedId);
    const isFresh = init?.method === "GET" && resumedId === null;
    // "Not offered" is the one answer after which the SDK does not ask again.
    if ((isFresh && idleStreams >= IDLE_STREAMS) || (resumedId !== null && sent?.isSettled === true))
      return new Response(null, { status: 405 });
    const startedAt = performance.now();
    const response = (await undiciFetch(url, { ...init, dispatcher: agent } as unknown as Parameters<
      typeof undiciFetch
    >[1])) as unknown as Response;
    if (resumedId !== null && response.ok) {
      resumable.delete(resumedId);
      if (sent !== undefined) sent.isBroken = false;
    }
    // Both mean that no answer will come: nothing to read, or nothing to take up again.
    const isOver =
      (resumedId === null && response.status === 202) || (resumedId !== null && response.status === 405);
    if (isOver) sent?.onBodyEnd({ canResume: false, error: null });
    const passing = metered(response, (meter, error) => {
      if (isFresh) {
        const isIdle = !meter.sawData && performance.now() - startedAt < IDLE_MS;
        idleStreams = isIdle ? idleStreams + 1 : 0;
      }
      if (!response.ok || sent === undefined || isFresh) return;
      const canResume = meter.lastId !== null && !(error instanceof BodyTooLarge);
      sent.isBroken = canResume;
      if (meter.lastId !== null) keepResumable(meter.lastId, sent);
      sent.onBodyEnd({ canResume, error });
    });
    return sent === undefined || isEventStream(response) ? passing : ofMessages(passing);
  };
  return { fetch, close: async () => agent.destroy() };
};
