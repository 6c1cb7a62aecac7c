import type { Locator } from "playwright-core";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { sendJson, startMcpHttpServer, type McpHttpServer } from "../fakes/mcpHttpServer.ts";
import { startSignInServer, type SignInServer } from "../fakes/signInServer.ts";
import { READ, startOAuthMcpServer } from "../servers/oauth/index.ts";
import { verifies } from "../verifies.ts";
import { openApp, type TestApp } from "./app.ts";
import { until } from "./drive.ts";
import { keepFailureShots } from "./failureShot.ts";
import { cardOf, decide, hostReady } from "./story.ts";

let app: TestApp;
let server: McpHttpServer;
let oauth: SignInServer;

beforeAll(async () => {
  oauth = await startSignInServer();
  server = await startMcpHttpServer();
  server.say = (seen, response) => {
    const { origin } = new URL(server.url);
    if (seen.http === "GET" && seen.message === null) {
      sendJson(response, { resource: server.url, authorization_servers: [oauth.origin] });
      return true;
    }
    const token = seen.headers["authorization"]?.replace("Bearer ", "") ?? "";
    if (oauth.good.has(token)) return false;
    const challenge = `Bearer resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"`;
    response.writeHead(401, { "www-authenticate": challenge }).end();
    return true;
  };
  app = await openApp({ language: "en", theme: "light" });
  await hostReady(app.page);
  // The system's browser with a person who agrees to everything.
  await app.electron.evaluate(({ dialog, shell }) => {
    dialog.showMessageBox = async () => ({ response: 0, checkboxChecked: false });
    shell.openExternal = async (url: string) => {
      const visit = async (address: string): Promise<void> => {
        const response = await fetch(address, { redirect: "manual" });
        const next = response.headers.get("location");
        if (next !== null) await visit(new URL(next, address).href);
      };
      await visit(url);
    };
  });
});
keepFailureShots(() => app);
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
  await oauth[Symbol.asyncDispose]();
});

/** Says yes on the card that asks for the page; a new card ignores its first half second. */
const openPage = async (name = "far"): Promise<void> => {
  const card = app.page.getByRole("article", { name: `Sign in to ${name}` });
  await card.waitFor();
  const button = card.getByRole("button", { name: "Open sign-in page" });
  await app.shot(`server-sign-in-card-${name}`);
  await until("the page to be opened", async () => {
    if (await button.isVisible()) await button.click({ timeout: 1000 }).catch(() => undefined);
    return (await button.isVisible()) ? undefined : true;
  });
};

/** Adds a server by its address in the form; saving starts it. */
const addByUrl = async (name: string, url: string): Promise<void> => {
  const { page } = app;
  await page.keyboard.press("Control+3");
  const back = page.getByRole("button", { name: "Back to all servers" });
  if (await back.isVisible()) await back.click();
  await page.getByRole("button", { name: "Add server" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Add server" });
  await dialog.getByRole("textbox", { name: "Name", exact: true }).fill(name);
  await dialog.getByRole("combobox", { name: "Reached by" }).click();
  await page.getByRole("option", { name: "An address (URL)" }).click();
  await dialog.getByRole("textbox", { name: "Address" }).fill(url);
  await dialog.getByRole("button", { name: "Save and start" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("heading", { name }).waitFor();
};

/** Calls a tool by hand, allows it on its card, and gives the part of the page in which it was tried. */
const callByHand = async (tool: string): Promise<Locator> => {
  const { page } = app;
  await page.getByRole("tab", { name: /^Tools/ }).click();
  const part = page.getByRole("region", { name: `Try ${tool}` });
  const row = page.getByRole("button", { name: new RegExp(`^${tool} `), expanded: false });
  if (await row.isVisible()) await row.click();
  await part.getByRole("button", { name: "Call tool" }).click();
  // It acts outside this machine, which must be ticked; a new card ignores its first half second.
  const tick = cardOf(page).getByRole("checkbox");
  await until("the tick to be taken", async () => {
    if (!(await tick.isChecked())) await tick.click();
    return (await tick.isChecked()) ? true : undefined;
  });
  await decide(page, cardOf(page), "Accept");
  return part;
};

describe("signing in to a server in the window", () => {
  verifies(
    ["UI-03", "MCP-03"],
    "a server that wants a sign-in says so with its button; a refused one shows where it stopped; then it goes through",
    async () => {
      const { page } = app;
      await page.keyboard.press("Control+3");
      await page.getByRole("button", { name: "Add server" }).first().click();
      const dialog = page.getByRole("dialog", { name: "Add server" });
      await dialog.getByRole("textbox", { name: "Name", exact: true }).fill("far");
      await dialog.getByRole("combobox", { name: "Reached by" }).click();
      await page.getByRole("option", { name: "An address (URL)" }).click();
      await dialog.getByRole("textbox", { name: "Address" }).fill(server.url);
      await dialog.getByText("Advanced: sign-in").click();
      await app.shot("server-form-sign-in");
      await dialog.getByRole("button", { name: "Save and start" }).click();
      const failure = page.getByRole("alert").filter({ hasText: "The last start failed" });
      await failure
        .getByText(/wants you to sign in/)
        .first()
        .waitFor({ timeout: 60_000 });
      await page.getByText("Sign-in needed").waitFor();
      await app.shot("server-sign-in-needed");

      oauth.quirks.error = "access_denied";
      await failure.getByRole("button", { name: "Sign in" }).click();
      await openPage();
      const steps = page.getByRole("region", { name: "Sign-in" });
      await steps.getByText("It stopped at: Come back from the page.").waitFor({ timeout: 60_000 });
      expect(oauth.good.size).toBe(0);
      await app.shot("server-sign-in-stopped");

      delete oauth.quirks.error;
      await page.getByRole("button", { name: "Sign in" }).first().click();
      await openPage();
      await page.getByText("Ready", { exact: true }).waitFor({ timeout: 60_000 });
      expect(await page.getByRole("article").count()).toBe(0);
      await steps.getByText("Get a token").waitFor();
      await app.shot("server-sign-in-done");
      await page.getByRole("button", { name: "Sign out" }).click();
      await page.getByText("Stopped", { exact: true }).waitFor();
    },
  );

  verifies(
    ["UI-03", "MCP-03", "MCP-08"],
    "a server behind the SDK's own sign-in: signed in to, called by hand, refreshed unseen, taken back and signed in to anew",
    async () => {
      const { page } = app;
      await using notes = await startOAuthMcpServer();
      await addByUrl("notes", notes.url);
      await page.getByText("Sign-in needed").waitFor({ timeout: 60_000 });
      expect(notes.signIn.clients).toEqual([]);
      await page.getByRole("alert").getByRole("button", { name: "Sign in" }).click();
      const rights = page.getByRole("region", { name: "Rights it asks for" });
      await rights.waitFor();
      expect(await rights.getByRole("listitem").allInnerTexts()).toEqual([READ]);
      await openPage("notes");
      await page.getByText("Ready", { exact: true }).waitFor({ timeout: 60_000 });
      const steps = page.getByRole("region", { name: "Sign-in" });
      for (const step of ["Register Loopwright there", "Come back from the page", "Get a token"])
        await steps.getByText(step).first().waitFor();
      await app.shot("oauth-signed-in");

      let part = await callByHand("list_notes");
      await part.getByText("buy milk").waitFor();
      await app.shot("oauth-called");
      expect(notes.signIn.given).toEqual({ byCode: 1, byRefresh: 0 });

      notes.signIn.expire();
      notes.notes.push("call home");
      part = await callByHand("list_notes");
      await part.getByText("call home").waitFor();
      expect(notes.signIn.given).toEqual({ byCode: 1, byRefresh: 1 });
      expect(notes.signIn.pages).toHaveLength(1);

      notes.signIn.revokeAll();
      part = await callByHand("list_notes");
      await part
        .getByText(/wants you to sign in \(HTTP 401\)/)
        .first()
        .waitFor();
      await page.getByText("Sign-in needed").waitFor();
      await app.shot("oauth-taken-back");
      await page
        .getByRole("banner")
        .or(page.getByRole("main"))
        .getByRole("button", { name: "Sign in" })
        .first()
        .click();
      await openPage("notes");
      await page.getByText("Sign-in needed").waitFor({ state: "detached" });
      part = await callByHand("list_notes");
      await part.getByText("call home").waitFor();
      expect(notes.signIn.pages).toHaveLength(2);
      await app.shot("oauth-again");
    },
    180_000,
  );
});
