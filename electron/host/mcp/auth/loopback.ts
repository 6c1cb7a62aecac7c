import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { SignInFailed } from "./types.ts";

/** What came back from the sign-in page. */
export interface Callback {
  readonly code: string;
  readonly iss: string | undefined;
}

/** One sign-in's way back: an address on this machine that takes one answer, with the state it was given, and is gone. */
export interface Loopback {
  readonly port: number;
  readonly redirectUrl: string;
  /** Waits for the answer; rejects with {@link SignInFailed}. */
  wait(state: string, signal: AbortSignal): Promise<Callback>;
  close(): void;
}

/** Longest that a person may take on the sign-in page, in milliseconds. */
const LONGEST_MS = 5 * 60_000;

const page = (response: ServerResponse, status: number, text: string): void => {
  response
    .writeHead(status, {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
      "cache-control": "no-store",
      connection: "close",
    })
    .end(
      `<!doctype html><title>Loopwright</title><body style="font:16px sans-serif;margin:3em"><p>${text}</p>`,
    );
};

const listen = async (server: Server, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => resolve(true));
  });

const answerIn = (params: URLSearchParams): Callback | SignInFailed => {
  const error = params.get("error");
  if (error !== null) {
    const said = params.get("error_description");
    return new SignInFailed(
      `The sign-in page refused: ${error}${said === null ? "" : ` (${said.slice(0, 300)})`}.`,
      {
        name: said === null ? "pageRefused" : "pageRefusedSaying",
        params: { error: error.slice(0, 100), said: said?.slice(0, 300) ?? "" },
      },
    );
  }
  const code = params.get("code");
  if (code === null || code === "")
    return new SignInFailed("The sign-in page sent back no code.", { name: "noCode" });
  return { code, iss: params.get("iss") ?? undefined };
};

const late = (): SignInFailed =>
  new SignInFailed("Nobody came back from the sign-in page within five minutes.", { name: "late" });

/** Opens the way back, at `port` when it is free (a client may be registered with it), else at any. */
export const openLoopback = async (port?: number): Promise<Loopback> => {
  let take: ((params: URLSearchParams) => boolean) | null = null;
  const server = createServer((request: IncomingMessage, response) => {
    const own = [`127.0.0.1:${at}`, `localhost:${at}`];
    const url = new URL(request.url ?? "/", `http://127.0.0.1:${at}`);
    if (
      !own.includes(request.headers.host ?? "") ||
      url.pathname !== "/callback" ||
      request.method !== "GET"
    ) {
      page(response, 404, "Nothing is here.");
      return;
    }
    const isTaken = take?.(url.searchParams) ?? false;
    page(
      response,
      isTaken ? 200 : 400,
      isTaken
        ? "You are back from the sign-in page. You can close this tab and go on in Loopwright."
        : "This sign-in is not waited for any more. Start it again in Loopwright.",
    );
  });
  if (port === undefined || !(await listen(server, port))) await listen(server, 0);
  const at = (server.address() as AddressInfo).port;
  server.unref();
  return {
    port: at,
    redirectUrl: `http://127.0.0.1:${at}/callback`,
    wait: async (state, signal) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(late()), LONGEST_MS);
        timer.unref();
        const stop = (): void =>
          reject(new SignInFailed("The sign-in was cancelled.", { name: "cancelled" }));
        signal.addEventListener("abort", stop, { once: true });
        take = (params) => {
          // Somebody else's answer: ours may still come.
          if (params.get("state") !== state) return false;
          take = null;
          clearTimeout(timer);
          signal.removeEventListener("abort", stop);
          const answer = answerIn(params);
          if (answer instanceof SignInFailed) reject(answer);
          else resolve(answer);
          return true;
        };
      }),
    close: () => {
      take = null;
      server.closeAllConnections();
      server.close();
    },
  };
};
