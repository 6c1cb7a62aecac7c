import { afterAll, beforeAll, describe, expect } from "vitest";
import { sendJson, startMcpHttpServer, type McpHttpServer } from "../fakes/mcpHttpServer.ts";
import { startSignInServer, type SignInServer } from "../fakes/signInServer.ts";
import { verifies } from "../verifies.ts";
import { openApp, type TestApp } from "./app.ts";
import { until } from "./drive.ts";
import { keepFailureShots } from "./failureShot.ts";
import { hostReady } from "./story.ts";

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
const openPage = async (): Promise<void> => {
  const card = app.page.getByRole("article", { name: "Sign in to far" });
  await card.waitFor();
  const button = card.getByRole("button", { name: "Open sign-in page" });
  await app.shot("server-sign-in-card");
  await until("the page to be opened", async () => {
    if (await button.isVisible()) await button.click({ timeout: 1000 }).catch(() => undefined);
    return (await button.isVisible()) ? undefined : true;
  });
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
});
