import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect } from "vitest";
import { verifies } from "../../verifies.ts";
import { chineseFailures } from "./chinese.ts";
import { startManager, type TestManager } from "./support.ts";

/** What a server and its sign-in server, which is the same one here, answer to a GET of `path`; null for 404. */
type Documents = (path: string, origin: string) => unknown;

const resource = (origin: string, issuer: string): unknown => ({
  resource: `${origin}/mcp`,
  authorization_servers: [issuer],
});

const metadata = (origin: string): Record<string, unknown> => ({
  issuer: origin,
  authorization_endpoint: `${origin}/authorize`,
  token_endpoint: `${origin}/token`,
  response_types_supported: ["code"],
  code_challenge_methods_supported: ["S256"],
});

const closedPort = async (): Promise<number> => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
};

interface Row {
  readonly what: string;
  readonly documents: (closed: number) => Documents;
  readonly says: readonly [cause: RegExp, next: RegExp];
  readonly chinese: readonly [cause: RegExp, next: RegExp];
  /** What the last failed step notes, in English. */
  readonly note: RegExp;
}

const rows: readonly Row[] = [
  {
    what: "a server that wants a key, not a sign-in",
    documents: () => () => null,
    says: [
      /127\.0\.0\.1:\d+ wants a sign-in, but no sign-in server answers for it/,
      /If it takes a key, edit the server/,
    ],
    chinese: [/要求登录，但没有登录服务器为它应答/, /如果它需要密钥，请编辑服务器/],
    note: /no sign-in server answers for it/,
  },
  {
    what: "a sign-in server that takes no new clients",
    documents: () => (path, origin) =>
      path.includes("protected-resource")
        ? resource(origin, origin)
        : path.includes("authorization-server")
          ? metadata(origin)
          : null,
    says: [
      /takes no new clients by itself/,
      /Register Loopwright there by hand, then edit the server and give the client id/,
    ],
    chinese: [/不接受自动注册的客户端/, /手动注册 Loopwright，再编辑服务器，在登录设置中填写客户端 ID/],
    note: /takes no new clients by itself/,
  },
  {
    what: "a sign-in server at which nobody listens",
    documents: (closed) => (path, origin) =>
      path.includes("protected-resource") ? resource(origin, `http://127.0.0.1:${closed}`) : null,
    says: [/Signing in to the server "far" failed: .*127\.0\.0\.1/, /again, or ask whoever runs the server/],
    chinese: [/登录服务器“far”失败：.*127\.0\.0\.1/, /请重试，或联系服务器的管理者/],
    note: /nothing listens there \(ECONNREFUSED\)\. Start it, or check the port/,
  },
];

describe("what a person is told of a sign-in that cannot be had", () => {
  let at: TestManager;
  let server: Server;
  let origin: string;
  let documents: Documents;

  beforeEach(async () => {
    const answer = (request: IncomingMessage, response: ServerResponse): void => {
      const path = request.url ?? "";
      if (path === "/mcp") {
        response.writeHead(401).end();
        return;
      }
      const document = documents(path, origin);
      if (request.method !== "GET" || document === null) response.writeHead(404).end();
      else response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(document));
    };
    server = createServer(answer);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    at = startManager({
      limits: { restartDelaysMs: [] },
      asks: () => ({
        elicit: async () => ({ kind: "refused", reason: "" }),
        sample: async () => ({ kind: "refused", reason: "" }),
        signIn: async () => ({ kind: "refused", reason: "" }),
      }),
    });
  });
  afterEach(async () => {
    await at[Symbol.asyncDispose]();
    server.closeAllConnections();
    server.close();
  });

  for (const row of rows)
    verifies(["MCP-03", "UI-03"], row.what, async () => {
      documents = row.documents(await closedPort());
      const added = at.manager.add({ name: "far", transport: { kind: "http", url: `${origin}/mcp` } });
      if (!added.ok) throw new Error(added.error.message);
      const { serverId } = added.value;
      const done = await at.manager.signIn(serverId);
      if (done.ok) throw new Error("signed in");
      expect(done.error).toMatchObject({ code: "unauthorized", key: "signInFailed" });
      for (const part of row.says) expect(done.error.message).toMatch(part);
      const said = (await chineseFailures())(done.error);
      for (const part of row.chinese) expect(said).toMatch(part);
      expect(said).not.toMatch(/\{\{|errors:|\$t\(|undefined/);
      const notes = at.info(serverId).signIn?.steps.flatMap(({ isOk, note }) => (isOk ? [] : [note ?? ""]));
      expect(notes?.join("\n")).toMatch(row.note);
      expect(done.error.message).not.toMatch(/fetch failed|Invalid OAuth error response/);
    });
});
