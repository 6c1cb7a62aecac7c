import { afterEach, beforeEach, describe, expect } from "vitest";
import type { ServerId } from "../../../shared/contract/index.ts";
import { READ, startOAuthMcpServer, WRITE, type OAuthMcpServer } from "../../servers/oauth/index.ts";
import { verifies } from "../../verifies.ts";
import { asksOfBrowser, browse } from "../../fakes/browser.ts";
import { startManager, type TestManager } from "./support.ts";

describe("a server behind the SDK's own sign-in router", () => {
  let at: TestManager;
  let server: OAuthMcpServer;
  let id: ServerId;

  beforeEach(async () => {
    server = await startOAuthMcpServer();
    at = startManager({
      limits: { restartDelaysMs: [] },
      asks: () =>
        asksOfBrowser(async (url) => {
          await browse(url);
          return true;
        }),
    });
    const added = at.manager.add({ name: "notes", transport: { kind: "http", url: server.url } });
    if (!added.ok) throw new Error(added.error.message);
    id = added.value.serverId;
  });
  afterEach(async () => {
    await at[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  const signedIn = async (): Promise<void> => {
    expect(await at.manager.signIn(id)).toEqual({ ok: true, value: null });
    expect(at.info(id)).toMatchObject({ state: "ready", signIn: { state: "done" } });
  };

  verifies("MCP-03", "says that it wants a sign-in, registers, signs in and calls", async () => {
    expect(await at.manager.start(id)).toMatchObject({ ok: false, error: { key: "serverSignInNeeded" } });
    expect([server.signIn.clients, server.signIn.pages]).toEqual([[], []]);
    await signedIn();
    expect(server.signIn.clients).toMatchObject([
      { client_name: "Loopwright", token_endpoint_auth_method: "none" },
    ]);
    expect(server.signIn.given).toEqual({ byCode: 1, byRefresh: 0 });
    expect(await at.text(id, "list_notes")).toBe("buy milk");
    const steps = at.info(id).signIn?.steps.filter(({ isOk }) => isOk);
    expect(steps?.map(({ step }) => step)).toEqual(
      expect.arrayContaining(["resource", "issuer", "register", "page", "callback", "token"]),
    );
  });

  verifies("MCP-03", "a token past its time is refreshed once, for all calls that met it", async () => {
    await signedIn();
    server.signIn.expire();
    const texts = await Promise.all([1, 2, 3].map(() => at.text(id, "list_notes")));
    expect(texts).toEqual(["buy milk", "buy milk", "buy milk"]);
    expect(server.signIn.given).toEqual({ byCode: 1, byRefresh: 1 });
    expect(server.signIn.pages).toHaveLength(1);
    server.signIn.expire();
    expect(await at.text(id, "list_notes")).toBe("buy milk");
    expect(server.signIn.given).toEqual({ byCode: 1, byRefresh: 2 });
  });

  verifies(
    "MCP-03",
    "an access that was taken back asks for a sign-in, opens no page by itself, and comes back with one",
    async () => {
      await signedIn();
      server.signIn.revokeAll();
      expect(await at.call(id, "list_notes")).toMatchObject({
        ok: false,
        error: { code: "unauthorized", key: "serverSignInNeeded" },
      });
      expect(at.info(id).signIn?.state).toBe("needed");
      expect(server.signIn.pages).toHaveLength(1);
      await signedIn();
      expect(server.signIn.pages).toHaveLength(2);
      expect(await at.text(id, "list_notes")).toBe("buy milk");
    },
  );

  verifies(
    "MCP-03",
    "a tool that needs more rights is stepped up to, with the old ones kept; a person who says no is told of",
    async () => {
      const given = at.manager.definition(id);
      if (!given.ok) throw new Error(given.error.message);
      const transport = {
        kind: "http" as const,
        url: server.url,
        oauth: { grant: "authorization_code" as const },
      };
      await at.manager.update(id, {
        ...given.value,
        transport: { ...transport, oauth: { ...transport.oauth, scope: READ } },
      });
      await signedIn();
      expect(server.signIn.pages.at(-1)).toEqual(expect.arrayContaining([READ]));
      server.signIn.refuse(true);
      const no = await at.call(id, "add_note", { note: "call home" });
      expect(no).toMatchObject({
        ok: false,
        error: { key: "signInFailedInUse", params: { whyName: "pageRefused", error: "access_denied" } },
      });
      expect(server.notes).toEqual(["buy milk"]);
      server.signIn.refuse(false);
      expect(await at.text(id, "add_note", { note: "call home" })).toBe("kept 2");
      expect(server.signIn.pages.at(-1)?.toSorted()).toEqual([READ, WRITE]);
      expect(await at.text(id, "list_notes")).toBe("buy milk\ncall home");
    },
  );
});
