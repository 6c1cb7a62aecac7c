import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe } from "vitest";
import { selfSigned } from "../../fakes/certificate.ts";
import { proveRows, type BadRow, type Given } from "./badRow.ts";
import { startManager, type TestManager } from "./support.ts";

const servers: Pick<Server, "closeAllConnections" | "close">[] = [];
let at: TestManager;

const portOf = async (server: Server): Promise<number> => {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
};
const web = async (answer: RequestListener): Promise<string> =>
  `http://127.0.0.1:${await portOf(createServer(answer))}/mcp`;

/** A server that answers all alike. `given` are headers of the definition. */
const answering =
  (
    status: number,
    {
      body = "Not for you.",
      given,
      ...headers
    }: { body?: string; given?: Record<string, string>; [name: string]: unknown } = {},
  ) =>
  async (): Promise<Given> => {
    const url = await web((_request, response) =>
      response.writeHead(status, headers as Record<string, string>).end(body),
    );
    return { transport: { kind: "http", url, ...(given === undefined ? {} : { headers: given }) } };
  };
const certified =
  (endsInMs: number): BadRow["make"] =>
  async () => {
    const server = createTlsServer(selfSigned("localhost", { endsInMs }), (_request, response) => {
      response.end();
    });
    return { transport: { kind: "http", url: `https://127.0.0.1:${await portOf(server)}/mcp` } };
  };
const given = { Authorization: "Bearer wrong" };

const addresses: readonly BadRow[] = [
  {
    what: "a port at which nobody listens",
    ids: ["MCP-01", "UI-03"],
    make: async () => {
      const server = createServer();
      const port = await portOf(server);
      await new Promise((resolve) => server.close(resolve));
      return { transport: { kind: "http", url: `http://127.0.0.1:${port}/mcp` } };
    },
    code: "unreachable",
    says: [
      /cannot be reached at http:\/\/127\.0\.0\.1:\d+\/mcp: nothing listens there \(ECONNREFUSED\)/,
      /Start it, or check the port/,
    ],
    chinese: [/那里没有程序在监听（ECONNREFUSED）/, /请启动服务器，或检查网址中的端口/],
  },
  {
    what: "a certificate that is signed by itself",
    ids: ["MCP-01", "UI-03"],
    make: certified(86_400_000),
    code: "unreachable",
    says: [
      /its certificate is signed by itself \(DEPTH_ZERO_SELF_SIGNED_CERT\)/,
      /Nothing was sent to it\. Ask whoever runs it for a certificate/,
    ],
    chinese: [/它的证书由自己签发（DEPTH_ZERO_SELF_SIGNED_CERT）/, /没有向它发送任何内容。请联系其管理者/],
  },
  {
    what: "a certificate that has expired",
    ids: ["MCP-01", "UI-03"],
    make: certified(-86_400_000),
    code: "unreachable",
    says: [/its certificate has expired \(CERT_HAS_EXPIRED\)/, /renew the certificate, and check the clock/],
    chinese: [/它的证书已过期/, /更新证书，并检查本机的时钟/],
  },
  {
    what: "https at a port that speaks http",
    ids: ["MCP-01", "UI-03"],
    make: async () => {
      const url = await web((_request, response) => response.end());
      return { transport: { kind: "http", url: url.replace("http:", "https:") } };
    },
    code: "unreachable",
    says: [/it does not speak https there \(ERR_SSL_\w+\)/, /Check the port: it may speak http alone/],
    chinese: [/那里使用的不是 https/, /请检查端口/],
  },
  {
    what: "http beyond this machine",
    ids: ["MCP-01", "UI-03"],
    make: async () => ({ transport: { kind: "http", url: "http://example.com/mcp" } }),
    code: "invalidInput",
    says: [/"http:\/\/example\.com\/mcp" cannot be used: http sends everything in the clear/, /Use https/],
    chinese: [/http 以明文传送一切，只能用于本机/, /请改用 https/],
  },
  {
    what: "401 without a word of where to sign in",
    ids: ["MCP-03", "UI-03"],
    make: answering(401),
    code: "unauthorized",
    says: [
      /wants a sign-in \(HTTP 401\) and does not say where/,
      /if it takes a key instead, edit the server and give the header/,
    ],
    chinese: [/需要登录（HTTP 401），但没有说明在哪里登录/, /如果它需要的是密钥，请编辑服务器/],
  },
  {
    what: "401 with the way to sign in",
    ids: ["MCP-03", "UI-03"],
    make: async () => ({
      transport: {
        kind: "http",
        url: await web((request, response) => {
          const metadata = `http://${request.headers.host ?? ""}/.well-known/oauth-protected-resource/mcp`;
          response.writeHead(401, { "www-authenticate": `Bearer resource_metadata="${metadata}"` }).end();
        }),
      },
    }),
    code: "unauthorized",
    says: [/wants you to sign in \(HTTP 401\)/, /Sign in on the servers page/],
    chinese: [/需要登录（HTTP 401）/, /请在“服务器”页面登录/],
  },
  {
    what: "401 to the header of the definition",
    ids: ["MCP-03", "UI-03"],
    make: answering(401, { given }),
    code: "unauthorized",
    says: [
      /does not take the Authorization header of its definition \(HTTP 401\)/,
      /Edit the server and give it anew/,
    ],
    chinese: [/不接受其设置中的 Authorization 请求头（HTTP 401）/, /请编辑服务器，重新填写/],
  },
  {
    what: "403",
    ids: ["MCP-03", "UI-03"],
    make: answering(403),
    code: "unauthorized",
    says: [/refuses access \(HTTP 403\)/, /Sign in with another account, or give the header it asks for/],
    chinese: [/拒绝访问（HTTP 403）/, /请换一个账号登录，或在服务器设置中填写它要求的请求头/],
  },
  {
    what: "403 to the header of the definition",
    ids: ["MCP-03", "UI-03"],
    make: answering(403, { given }),
    code: "unauthorized",
    says: [
      /the key in its Authorization header, or this network, may lack the right/,
      /give a key that has it/,
    ],
    chinese: [/Authorization 请求头中的密钥或所在的网络可能没有权限/, /换用有权限的密钥/],
  },
  ...([404, 405, 410] as const).map((code): BadRow => ({
    what: `HTTP ${code}`,
    ids: ["MCP-01", "UI-03"],
    make: answering(code),
    code: "notFound",
    says: [
      new RegExp(`no MCP server at http://127.*: it answers HTTP ${code} [A-Z]`),
      /Check the address, its path above all; it often ends in \/mcp or \/sse/,
    ],
    chinese: [new RegExp(`上没有 MCP 服务器（HTTP ${code} `), /尤其是路径；它通常以 \/mcp 或 \/sse 结尾/],
  })),
  {
    what: "HTTP 400",
    ids: ["MCP-01", "UI-03"],
    make: answering(400),
    code: "invalidInput",
    says: [/refused the request with HTTP 400 Bad Request/, /check the address and the headers it asks for/],
    chinese: [/拒绝了请求（HTTP 400 Bad Request）/, /检查网址和它要求的请求头/],
  },
  {
    what: "HTTP 429",
    ids: ["MCP-01", "UI-03"],
    make: answering(429),
    code: "resourceExhausted",
    says: [/too many requests \(HTTP 429 Too Many Requests\)/, /Wait a minute, then connect again/],
    chinese: [/请求过多（HTTP 429/, /请等一分钟再重新连接/],
  },
  {
    what: "HTTP 500",
    ids: ["MCP-01", "UI-03"],
    make: answering(500),
    code: "unreachable",
    says: [/failed with HTTP 500 Internal Server Error/, /The fault is on its side: try again later/],
    chinese: [/出错（HTTP 500/, /问题出在服务器一侧：请稍后重试/],
  },
  {
    what: "a web page",
    ids: ["MCP-01", "UI-03"],
    make: answering(200, {
      "content-type": "text/html; charset=utf-8",
      body: "<!doctype html><h1>Welcome</h1>",
    }),
    code: "notFound",
    says: [
      /http:\/\/127\.0\.0\.1:\d+\/mcp is a web page, not an MCP server/,
      /Give the address of the server itself/,
    ],
    chinese: [/是网页，不是 MCP 服务器/, /请填写服务器本身的网址/],
  },
  {
    what: "JSON that is no answer",
    ids: ["MCP-01", "UI-03"],
    make: answering(200, { "content-type": "application/json", body: "{oops" }),
    code: "unreachable",
    says: [
      /answers, but does not speak MCP as it should: its answer is no JSON/,
      /Check that it is the address of an MCP server/,
    ],
    chinese: [/没有按 MCP 协议应答：应答不是 JSON/, /请确认它是 MCP 服务器的网址/],
  },
  {
    what: "a message that is taken and never answered",
    ids: ["MCP-01", "UI-03"],
    make: answering(202, { body: "" }),
    code: "unreachable",
    says: [
      /it took the first message and never answered it/,
      /Check that it is the address of an MCP server/,
    ],
    chinese: [/它收下了第一条消息，却始终没有应答/, /请确认它是 MCP 服务器的网址/],
  },
  {
    what: "a redirect to another origin",
    ids: ["MCP-01", "UI-03"],
    make: answering(307, { location: "https://elsewhere.example/mcp" }),
    code: "denied",
    says: [
      /points to another address, .*: https:\/\/elsewhere\.example\/mcp\./,
      /If you trust it, edit the server and give that address/,
    ],
    chinese: [/不会自动跟随：https:\/\/elsewhere\.example\/mcp。/, /如果信任它，请编辑服务器并填写该网址/],
  },
  {
    what: "a server that says nothing",
    ids: ["MCP-01", "UI-03"],
    make: async () => ({ transport: { kind: "http", url: await web(() => undefined) } }),
    code: "timedOut",
    says: [
      /at http:\/\/127\.0\.0\.1:\d+\/mcp did not answer within 5 s/,
      /Check the address, its port above all/,
    ],
    chinese: [/在 5 秒内没有应答/, /请检查网址，尤其是端口/],
  },
];

describe("what a person is told of an address that cannot be used: the cause, and what to do next", () => {
  beforeAll(() => {
    at = startManager({ limits: { restartDelaysMs: [], connectTimeoutMs: 5000 } });
  });
  afterAll(async () => {
    await at[Symbol.asyncDispose]();
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
  });

  proveRows(addresses, () => at);
});
