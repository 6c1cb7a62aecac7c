import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { requireBearerAuth } from "@modelcontextprotocol/sdk/server/auth/middleware/bearerAuth.js";
import {
  getOAuthProtectedResourceMetadataUrl,
  mcpAuthRouter,
} from "@modelcontextprotocol/sdk/server/auth/router.js";
import { createMcpExpressApp } from "@modelcontextprotocol/sdk/server/express.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { z } from "zod";
import { createSignInBook, type SignInBook } from "./provider.ts";

/** Scopes of the fixture: one for all, one more for the tool that writes. */
export const READ = "notes:read";
export const WRITE = "notes:write";

/** A protected MCP server and its sign-in, both as the SDK makes them. */
export interface OAuthMcpServer extends AsyncDisposable {
  readonly url: string;
  readonly signIn: SignInBook;
  readonly notes: string[];
}

const text = (value: string): { content: { type: "text"; text: string }[] } => ({
  content: [{ type: "text", text: value }],
});

const notesServer = (notes: string[]): McpServer => {
  const server = new McpServer({ name: "notes", version: "1.0.0" });
  const list = { title: "List notes", description: "Lists all notes.", annotations: { readOnlyHint: true } };
  server.registerTool("list_notes", list, () => text(notes.join("\n")));
  const add = { title: "Add note", description: "Keeps a note.", inputSchema: { note: z.string() } };
  server.registerTool("add_note", add, ({ note }) => {
    notes.push(note);
    return text(`kept ${notes.length}`);
  });
  return server;
};

const writes = (body: unknown): boolean =>
  JSON.stringify(body).includes('"method":"tools/call"') && JSON.stringify(body).includes('"add_note"');

/**
 * Starts a server behind `mcpAuthRouter` on a free loopback port: anybody may register, tokens are for this server's address
 * alone, all needs {@link READ}, and the tool that writes {@link WRITE}.
 */
export const startOAuthMcpServer = async (): Promise<OAuthMcpServer> => {
  const app = createMcpExpressApp();
  const http = createServer(app);
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const origin = new URL(`http://127.0.0.1:${(http.address() as AddressInfo).port}`);
  const url = new URL("/mcp", origin);
  const signIn = createSignInBook();
  const notes = ["buy milk"];
  app.use(
    mcpAuthRouter({
      provider: signIn.provider,
      issuerUrl: origin,
      resourceServerUrl: url,
      resourceName: "Notes",
      scopesSupported: [READ, WRITE],
    }),
  );
  const guard = (scope: string): ReturnType<typeof requireBearerAuth> =>
    requireBearerAuth({
      verifier: signIn.provider,
      requiredScopes: [scope],
      resourceMetadataUrl: getOAuthProtectedResourceMetadataUrl(url),
      expectedResource: url,
    });
  const [canRead, canWrite] = [guard(READ), guard(WRITE)];
  app.all("/mcp", canRead, (request, response, next) => {
    if (writes(request.body)) canWrite(request, response, next);
    else next();
  });
  app.post("/mcp", async (request, response) => {
    const server = notesServer(notes);
    // Without sessions, so that nothing is left over from a token that is no good any more.
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
    response.on("close", () => {
      server.close().catch((error: unknown) => console.error("closing the notes server failed", error));
    });
    await server.connect(transport);
    await transport.handleRequest(request, response, request.body);
  });
  app.all("/mcp", (_request, response) => {
    response.status(405).end();
  });
  return {
    url: url.href,
    signIn,
    notes,
    [Symbol.asyncDispose]: async () => {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
};
