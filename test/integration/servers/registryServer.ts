import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A registry as its published interface describes it, over a list of servers. */
export interface TestRegistry extends AsyncDisposable {
  readonly baseUrl: string;
  /** Paths with queries, as they were asked. */
  readonly asked: string[];
  /** What is answered instead of the list, until it is unset. */
  instead: { readonly status: number; readonly body: string } | undefined;
}

const meta = (status: string): object => ({
  "io.modelcontextprotocol.registry/official": {
    status,
    ...(status === "deprecated" ? { statusMessage: "Use the other one." } : {}),
    publishedAt: "2026-01-01T00:00:00Z",
    isLatest: true,
  },
});

/** Starts one on a free port of this machine. */
export const startRegistry = async (
  servers: readonly ({ readonly name: string } & Readonly<Record<string, unknown>>)[],
  deprecated: readonly string[] = [],
): Promise<TestRegistry> => {
  const asked: string[] = [];
  const state: { instead: TestRegistry["instead"] } = { instead: undefined };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    asked.push(request.url ?? "");
    if (state.instead !== undefined) {
      response.writeHead(state.instead.status).end(state.instead.body);
      return;
    }
    if (url.pathname !== "/v0.1/servers" || url.searchParams.get("version") !== "latest") {
      response.writeHead(404).end("{}");
      return;
    }
    const search = url.searchParams.get("search") ?? "";
    const fit = servers.filter(({ name }) => name.includes(search));
    const from = Number(url.searchParams.get("cursor") ?? 0);
    const limit = Number(url.searchParams.get("limit"));
    const page = fit.slice(from, from + limit);
    const next = from + limit < fit.length ? { nextCursor: String(from + limit) } : {};
    response.setHeader("content-type", "application/json");
    response.end(
      JSON.stringify({
        servers: page.map((one) => ({
          server: one,
          _meta: meta(deprecated.includes(one.name) ? "deprecated" : "active"),
        })),
        metadata: { count: page.length, ...next },
      }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    get instead() {
      return state.instead;
    },
    set instead(value) {
      state.instead = value;
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
