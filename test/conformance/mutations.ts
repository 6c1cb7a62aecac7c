import { createServer, request, type Server } from "node:http";
import type { AskAnswer } from "../../electron/host/mcp/index.ts";

/**
 * A person, a browser or a network that behaves as if the client left a check out, so that the scenario which asks for
 * that check must fail (mcp.md §2.5). Nothing of it is in the product.
 */
export interface Mutation {
  /** The page that is opened, as the browser asks for it; null when the person refuses it. Counted from 0. */
  page?(url: URL, count: number): URL | null;
  /** The way back from the page. */
  wayBack?(url: URL, page: URL): URL;
  /** What is answered to a form. */
  readonly form?: AskAnswer;
  /** Headers of requests to the server that get lost on their way. */
  readonly lostHeaders?: RegExp;
}

const withIssuerOf = (url: URL, page: URL): URL => {
  url.searchParams.set("iss", page.origin);
  return url;
};

let firstScope: readonly string[] = [];

const scopesOf = (url: URL): string[] => (url.searchParams.get("scope") ?? "").split(" ");

/** By name; each is one check left out. */
export const mutations: Readonly<Record<string, Mutation>> = {
  "no-iss-check": { wayBack: withIssuerOf },
  "no-pkce": {
    page: (url) => {
      url.searchParams.delete("code_challenge");
      url.searchParams.delete("code_challenge_method");
      return url;
    },
  },
  "no-scope-union": {
    page: (url, count) => {
      if (count === 0) firstScope = scopesOf(url);
      else
        url.searchParams.set(
          "scope",
          scopesOf(url)
            .filter((scope) => !firstScope.includes(scope))
            .join(" "),
        );
      return url;
    },
  },
  "no-step-up": { page: (url, count) => (count === 0 ? url : null) },
  "no-form-defaults": { form: { kind: "answered", result: { action: "accept" } } },
  "no-headers": { lostHeaders: /^mcp-(?:method|name|param-)/ },
};

/** The address of a server on the way that loses headers; the server's own address where nothing gets lost. */
export const onTheWay = async (target: string, { lostHeaders }: Mutation): Promise<string> => {
  if (lostHeaders === undefined) return target;
  const { origin, pathname } = new URL(target);
  const server: Server = createServer((incoming, outgoing) => {
    const kept = Object.entries(incoming.headers).filter(([name]) => !lostHeaders.test(name));
    const onward = request(
      new URL(incoming.url ?? "/", origin),
      { method: incoming.method, headers: Object.fromEntries(kept) },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    onward.on("error", () => outgoing.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  server.unref();
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return `http://127.0.0.1:${port}${pathname}`;
};
