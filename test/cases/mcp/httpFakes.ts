import { sendJson, startMcpHttpServer, textResult, type McpHttpServer } from "../../fakes/mcpHttpServer.ts";
import { wantsSignIn } from "../../fakes/signedServer.ts";
import { startSignInServer, type SignInServer } from "../../fakes/signInServer.ts";
import { httpAnswer } from "./sentences.ts";

/** A server over HTTP as a case wants it. */
export interface CaseHttp extends AsyncDisposable {
  readonly http: McpHttpServer;
  /** Calls of tools that took effect. */
  readonly counter: () => number;
  readonly oauth?: SignInServer;
}

/** Counts each call of a tool that it answers, and says what `before` does not. */
const counting = async (before: McpHttpServer["say"]): Promise<CaseHttp> => {
  const http = await startMcpHttpServer();
  let count = 0;
  http.say = (seen, response) => {
    if (before(seen, response)) return true;
    if (seen.message?.method !== "tools/call") return false;
    count += 1;
    sendJson(response, textResult(seen.message.id, "ran"));
    return true;
  };
  return { http, counter: () => count, [Symbol.asyncDispose]: async () => http[Symbol.asyncDispose]() };
};

/** One that answers the standing stream of a client with what a case says. */
export const answersGet = async (said: unknown): Promise<CaseHttp> => {
  const { status, type, body } = httpAnswer(said);
  return counting(({ http }, response) => {
    if (http !== "GET") return false;
    response.writeHead(status, { "content-type": type }).end(body);
    return true;
  });
};

/** One that knows no session any more once the first call was answered, and refuses the old one with what a case says. */
export const forgetsSessions = async (said: unknown): Promise<CaseHttp> => {
  const { status, type, body } = httpAnswer(said);
  const made = await counting(({ headers, message }, response) => {
    if (made.counter() > 0) made.http.session = "two";
    const isDead = made.counter() > 0 && headers["mcp-session-id"] === "one";
    if (!isDead || message?.method === "initialize") return false;
    response.writeHead(status, { "content-type": type }).end(body);
    return true;
  });
  return made;
};

/** One that wants a token; its refresh tokens count once. Its tokens expire when `oauth.good` is cleared. */
export const wantsToken = async (): Promise<CaseHttp> => {
  const oauth = await startSignInServer();
  oauth.quirks.hasSingleUse = true;
  const made = await counting((seen, response) => wantsSignIn(made.http, oauth)(seen, response));
  return {
    ...made,
    oauth,
    [Symbol.asyncDispose]: async () => {
      await made[Symbol.asyncDispose]();
      await oauth[Symbol.asyncDispose]();
    },
  };
};
