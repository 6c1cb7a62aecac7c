import { afterEach, beforeEach, describe, expect } from "vitest";
import type { ServerId } from "../../../shared/contract/index.ts";
import { sendJson, startMcpHttpServer, type McpHttpServer } from "../../fakes/mcpHttpServer.ts";
import { startSignInServer, type SignInServer } from "../../fakes/signInServer.ts";
import { verifies } from "../../verifies.ts";
import { asksOfBrowser, browse } from "../../fakes/browser.ts";
import { startManager, until, type TestManager } from "./support.ts";

describe("signing in at a server", () => {
  let at: TestManager;
  let server: McpHttpServer;
  let oauth: SignInServer;
  let opened: string[];
  /** What the person does with a page. */
  let visit: (url: string) => Promise<"opened" | "refused">;
  /** The scope a call of a tool needs; empty for none. */
  let needed: string;
  let metadataOrigin: string;

  beforeEach(async () => {
    opened = [];
    needed = "";
    oauth = await startSignInServer();
    metadataOrigin = oauth.origin;
    visit = async (url) => {
      await browse(url);
      return "opened";
    };
    server = await startMcpHttpServer();
    server.say = (seen, response) => {
      const origin = new URL(server.url).origin;
      if (seen.http === "GET" && seen.message === null) {
        sendJson(response, { resource: server.url, authorization_servers: [metadataOrigin] });
        return true;
      }
      const token = seen.headers["authorization"]?.replace("Bearer ", "") ?? "";
      const challenge = `Bearer resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"`;
      if (!oauth.good.has(token)) {
        response.writeHead(401, { "www-authenticate": challenge }).end();
        return true;
      }
      const isShort = needed !== "" && !(oauth.good.get(token) ?? "").split(" ").includes(needed);
      if (seen.message?.method !== "tools/call" || !isShort) return false;
      const more = `${challenge}, error="insufficient_scope", scope="${needed}"`;
      response.writeHead(403, { "www-authenticate": more }).end();
      return true;
    };
    at = startManager({
      limits: { restartDelaysMs: [] },
      asks: () =>
        asksOfBrowser(async (url) => {
          opened.push(url);
          return (await visit(url)) === "opened";
        }),
    });
  });
  afterEach(async () => {
    await at[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
    await oauth[Symbol.asyncDispose]();
  });

  const add = (headers?: Record<string, string>): ServerId => {
    const transport = { kind: "http" as const, url: server.url, ...(headers ? { headers } : {}) };
    const added = at.manager.add({ name: "far", transport });
    if (!added.ok) throw new Error(added.error.message);
    return added.value.serverId;
  };
  const signedIn = async (): Promise<ServerId> => {
    const id = add();
    expect(await at.manager.signIn(id)).toEqual({ ok: true, value: null });
    expect(at.info(id)).toMatchObject({ state: "ready", signIn: { state: "done" } });
    return id;
  };
  const failedSignIn = async (): Promise<string> => {
    const id = add();
    const result = await at.manager.signIn(id);
    expect(at.info(id).signIn?.state).toBe("needed");
    expect(oauth.good.size).toBe(0);
    if (result.ok) throw new Error("signed in");
    expect(result.error.code).toBe("unauthorized");
    return result.error.message;
  };

  verifies(
    "MCP-03",
    "nothing is opened or registered by itself; then the person signs in and the server connects",
    async () => {
      const id = add();
      const started = await at.manager.start(id);
      expect(started).toMatchObject({ ok: false, error: { key: "serverSignInNeeded" } });
      expect(at.info(id).signIn?.state).toBe("needed");
      expect([opened, oauth.registrations]).toEqual([[], []]);
      expect(await at.manager.signIn(id)).toEqual({ ok: true, value: null });
      expect(await at.text(id, "echo")).toBe("ran");
      expect(opened).toHaveLength(1);
      const [page] = oauth.pages;
      expect(page?.get("code_challenge_method")).toBe("S256");
      expect(page?.get("resource")).toBe(server.url);
      expect(page?.get("redirect_uri")).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/);
      const steps = at.info(id).signIn?.steps.map(({ step, isOk }) => `${step} ${isOk}`);
      expect(steps).toEqual(
        expect.arrayContaining([
          "resource true",
          "issuer true",
          "register true",
          "page true",
          "callback true",
        ]),
      );
      const told = JSON.stringify([at.events, [...at.stored], at.info(id)]);
      expect(told).not.toContain("s3cret");
      expect(told).not.toContain("code_challenge=");
      expect(JSON.stringify([...at.secrets])).toContain("s3cret");
    },
  );

  verifies("MCP-03", "a token is never sent to another address that the definition names later", async () => {
    const id = await signedIn();
    await using other = await startMcpHttpServer();
    const there = { kind: "http" as const, url: other.url };
    expect(await at.manager.update(id, { name: "far", transport: there })).toEqual({ ok: true, value: null });
    await until("it is connected there", () => at.info(id).state === "ready");
    expect(other.seen.length).toBeGreaterThan(2);
    for (const { headers } of other.seen) expect(headers["authorization"]).toBeUndefined();
  });

  verifies("MCP-03", "another client id in the definition counts from then on", async () => {
    const id = await signedIn();
    const transport = (clientId: string) => ({
      kind: "http" as const,
      url: server.url,
      oauth: { grant: "authorization_code" as const, clientId },
    });
    for (const clientId of ["by-hand", "by-hand-2"]) {
      await at.manager.update(id, { name: "far", transport: transport(clientId) });
      expect(at.info(id).state).toBe("failed");
      expect(await at.manager.signIn(id)).toEqual({ ok: true, value: null });
      expect(oauth.pages.at(-1)?.get("client_id")).toBe(clientId);
    }
  });

  verifies("MCP-03", "a person who is asked for more rights holds up no call that needs none", async () => {
    const id = await signedIn();
    const person = Promise.withResolvers<"opened" | "refused">();
    visit = () => person.promise;
    needed = "write";
    const raised = at.call(id, "echo");
    await until("the page is open", () => opened.length === 2);
    needed = "";
    expect(await at.text(id, "echo")).toBe("ran");
    person.resolve("refused");
    expect(await raised).toMatchObject({ ok: false, error: { code: "unauthorized" } });
  });

  verifies("MCP-03", "MC-09: an expired token is refreshed once for all calls that need it", async () => {
    const id = await signedIn();
    oauth.quirks.hasSingleUse = true;
    oauth.good.clear();
    const before = oauth.tokenRequests.length;
    const texts = await Promise.all(Array.from({ length: 5 }, async () => at.text(id, "echo")));
    expect(texts).toEqual(Array(5).fill("ran"));
    const more = oauth.tokenRequests.slice(before).map((request) => request.get("grant_type"));
    expect(more).toEqual(["refresh_token"]);
    await at.manager.stop(id);
    expect(await at.manager.start(id)).toEqual({ ok: true, value: null });
    expect(await at.text(id, "echo")).toBe("ran");
    oauth.good.clear();
    expect(await at.text(id, "echo")).toBe("ran");
    expect(opened).toHaveLength(1);
  });

  verifies("MCP-03", "the sign-in is kept: the next connection asks nobody", async () => {
    const id = await signedIn();
    await at.manager.stop(id);
    expect(await at.manager.start(id)).toEqual({ ok: true, value: null });
    expect(opened).toHaveLength(1);
    expect(await at.manager.signOut(id)).toEqual({ ok: true, value: null });
    expect(at.info(id).signIn?.state).toBe("none");
    expect(await at.manager.start(id)).toMatchObject({ error: { key: "serverSignInNeeded" } });
    expect(JSON.stringify([...at.secrets])).not.toContain("s3cret");
  });

  verifies(
    "MCP-03",
    "more rights are asked for with the old ones, without the refresh token, and not for ever",
    async () => {
      const id = await signedIn();
      needed = "write";
      expect(await at.text(id, "echo")).toBe("ran");
      needed = "admin";
      expect(await at.text(id, "echo")).toBe("ran");
      expect(oauth.pages.at(-1)?.get("scope")?.split(" ").sort()).toEqual(["admin", "write"]);
      const grants = oauth.tokenRequests.map((request) => request.get("grant_type"));
      expect(grants).not.toContain("refresh_token");
      const pages = opened.length;
      // Never granted: the sign-in server forgets the scope that is asked for.
      const set = oauth.good.set.bind(oauth.good);
      oauth.good.set = (token) => set(token, "");
      needed = "impossible";
      const result = await at.call(id, "echo");
      expect(result).toMatchObject({ ok: false, error: { code: "unauthorized" } });
      expect(opened.length - pages).toBe(2);
    },
  );

  verifies("MCP-03", "a refused page and an error of the page end the sign-in with the reason", async () => {
    visit = async () => Promise.resolve("refused");
    expect(await failedSignIn()).toContain("cancelled");
    await at.manager.remove(at.manager.list()[0]?.serverId as ServerId);
    visit = async (url) => {
      await browse(url);
      return "opened";
    };
    oauth.quirks.error = "access_denied";
    expect(await failedSignIn()).toContain("access_denied");
  });

  verifies("MCP-03", "an answer with another state is not taken, and the right one still is", async () => {
    oauth.quirks.wrongStateFirst = true;
    const id = add();
    const signing = at.manager.signIn(id);
    await until("the wrong answer came", () => oauth.pages.length === 1);
    expect(oauth.tokenRequests).toHaveLength(0);
    const page = new URL(opened[0] ?? "");
    const back = new URL(page.searchParams.get("redirect_uri") ?? "");
    back.searchParams.set("state", page.searchParams.get("state") ?? "");
    back.searchParams.set("code", "code ");
    await fetch(back);
    expect(await signing).toEqual({ ok: true, value: null });
  });

  verifies(
    "MCP-03",
    "an issuer that is not the one named, or no PKCE, is refused before any page",
    async () => {
      oauth.quirks.issuer = "https://evil.example";
      expect(await failedSignIn()).toContain("https://evil.example");
      await at.manager.remove(at.manager.list()[0]?.serverId as ServerId);
      delete oauth.quirks.issuer;
      oauth.quirks.hasPkce = false;
      expect(await failedSignIn()).toContain("PKCE");
      expect([opened, oauth.registrations]).toEqual([[], []]);
    },
  );

  verifies(
    "MCP-03",
    "an answer from another issuer, or from nobody where one must be named, is not used",
    async () => {
      oauth.quirks.saysIss = true;
      expect(await failedSignIn()).toContain("nobody named");
      await at.manager.remove(at.manager.list()[0]?.serverId as ServerId);
      oauth.quirks.iss = "https://evil.example";
      expect(await failedSignIn()).toContain("https://evil.example");
      expect(oauth.tokenRequests).toHaveLength(0);
    },
  );

  verifies(
    "MCP-03",
    "SEC-MCP-14: a server outside cannot make us ask inside; other origins speak for nobody",
    async () => {
      metadataOrigin = "http://169.254.169.254";
      expect(await failedSignIn()).toContain("not https");
      await at.manager.remove(at.manager.list()[0]?.serverId as ServerId);
      const usual = server.say;
      server.say = (seen, response) => {
        if (seen.http !== "POST") return usual(seen, response);
        response.writeHead(401, { "www-authenticate": `Bearer resource_metadata="${oauth.origin}/x"` }).end();
        return true;
      };
      const id = add();
      const started = await at.manager.start(id);
      expect(!started.ok && started.error.message).toContain(oauth.origin);
    },
  );

  verifies("MCP-03", "a header that signs the requests leaves no room for a page", async () => {
    oauth.good.set("given", "");
    const id = add({ Authorization: "Bearer given" });
    expect(await at.manager.start(id)).toEqual({ ok: true, value: null });
    expect(await at.manager.signIn(id)).toMatchObject({ error: { key: "signInNotHere" } });
    for (const { headers } of server.seen) expect(headers["authorization"]).toBe("Bearer given");
  });

  verifies("MCP-03", "a server that names other rights each time is not followed without end", async () => {
    const id = await signedIn();
    const { say } = server;
    let refusals = 0;
    server.say = (seen, response) => {
      if (seen.message?.method === "tools/call") needed = `more-${++refusals}`;
      return say?.(seen, response) ?? false;
    };
    // Whoever signs in is never given what is asked for.
    expect(await at.call(id, "echo")).toMatchObject({
      ok: false,
      error: { code: "unauthorized", key: "signInFailedInUse" },
    });
    expect([refusals, opened.length]).toEqual([3, 3]);
  });
});
