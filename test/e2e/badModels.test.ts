import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import path from "node:path";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { tempDir } from "../fakes/hostProcess.ts";
import { html, says, startModelServer, type ModelServer } from "../fakes/modelServer.ts";
import { verifies } from "../verifies.ts";
import { openApp, type TestApp } from "./app.ts";
import { ask } from "./drive.ts";
import { addModel, modelCard, newSession, showSession, switchModel } from "./forms.ts";
import { composerOf, hostReady, send } from "./story.ts";
import { keepFailureShots } from "./failureShot.ts";

const RIGHT_KEY = "sk-right-5dd7c1f20b9e4a";
const WRONG_KEY = "sk-wrong-77e1b0c3aa41d2";

let app: TestApp;
let model: ModelServer;

beforeAll(async () => {
  model = await startModelServer(() => says("Here I am."), { apiKey: RIGHT_KEY });
  app = await openApp({ language: "en", theme: "light", userData: tempDir("bad") });
  await hostReady(app.page);
});
keepFailureShots(() => app);
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await model.close();
  rmSync(app.userData, { recursive: true, force: true });
});

/** An address on this machine where nobody listens. */
const closedPort = async (): Promise<string> => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}/v1`;
};

/** Files of the data folder that hold a text. */
const filesWith = (folder: string, text: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => {
    const file = path.join(folder, name);
    return statSync(file, { throwIfNoEntry: false })?.isFile() === true && readFileSync(file).includes(text);
  });

describe("models that do not answer as they should", () => {
  verifies(
    "UI-03",
    "an unreachable server: said in the form's test and in the session, the message stays, another model goes on",
    async () => {
      const { page } = app;
      const card = await addModel(page, { name: "Nobody", baseUrl: await closedPort() });
      await card
        .getByText(/cannot be reached.*/)
        .first()
        .waitFor();
      await app.shot("bad-model-unreachable");
      await addModel(page, { name: "Good", baseUrl: model.baseUrl, key: RIGHT_KEY });

      await newSession(page, "Nobody", "Unreachable");
      await send(page, "Please hear me.");
      const failure = page.getByRole("alert").filter({ hasText: "The model did not answer" });
      await failure.waitFor({ timeout: 60_000 });
      expect(await failure.innerText()).toMatch(/cannot be reached/);
      await page.getByText("Please hear me.").first().waitFor();
      await app.shot("bad-model-session");
      await switchModel(page, "Good");
      await failure.getByRole("button", { name: "Try again" }).click();
      await page.getByText("Here I am.").waitFor({ timeout: 60_000 });
      const asked = model.requests
        .at(-1)
        ?.body.messages.filter(({ role }) => role === "user")
        .map(({ content }) => content);
      expect(asked?.[0]).toContain("Please hear me.");
    },
  );

  verifies(
    ["UI-03", "MODEL-02"],
    "a wrong key: said so, never repeated, and put right by buttons alone",
    async () => {
      const { page } = app;
      const card = await addModel(page, { name: "Locked", baseUrl: model.baseUrl, key: WRONG_KEY });
      const failure = card.getByRole("alert");
      expect(await failure.innerText()).toMatch(/refused the key \(401\)[\s\S]*Check that the key is right/);
      await failure.getByText("Details").click();
      await failure.getByRole("button", { name: "Copy" }).waitFor();
      expect(await page.content()).not.toContain(WRONG_KEY);
      await app.shot("bad-model-key");

      // The remedy: out with it, and in again with the right key.
      await card.getByRole("button", { name: "Remove Locked" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Remove model" }).click();
      await card.waitFor({ state: "detached" });
      const again = await addModel(page, { name: "Locked", baseUrl: model.baseUrl, key: RIGHT_KEY });
      await again.getByText("It answered in").waitFor();
    },
  );

  verifies("UI-03", "a web page instead of an answer: the page's title and what to check", async () => {
    await using proxy = await startModelServer(() =>
      html("<!doctype html><title>Sign in to the proxy</title><p>Who are you?"),
    );
    const { page } = app;
    const card = await addModel(page, { name: "Proxied", baseUrl: proxy.baseUrl });
    expect(await card.getByRole("alert").innerText()).toMatch(/web page \(Sign in to the proxy\)[\s\S]*\/v1/);
    await newSession(page, "Proxied", "Behind a proxy");
    await send(page, "Hello?");
    const failure = page.getByRole("alert").filter({ hasText: "The model did not answer" });
    await failure.waitFor({ timeout: 60_000 });
    expect(await failure.innerText()).toContain("Sign in to the proxy");
    await failure.getByRole("button", { name: "Try again" }).waitFor();
    await app.shot("bad-model-html");
  });

  verifies("UI-03", "a session whose model was removed: what was typed comes back to the field", async () => {
    const { page } = app;
    await newSession(page, "Locked", "Without a model");
    await page.keyboard.press("Control+4");
    await modelCard(page, "Locked").getByRole("button", { name: "Remove Locked" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove model" }).click();
    await modelCard(page, "Locked").waitFor({ state: "detached" });
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await showSession(page, "Without a model");
    await send(page, "A long thought that must not be lost.");
    const failure = page.getByRole("alert").filter({ hasText: "The message was not sent" });
    await failure.waitFor();
    expect(await composerOf(page).inputValue()).toBe("A long thought that must not be lost.");
    await app.shot("bad-model-removed");
    await switchModel(page, "Good");
    await composerOf(page).press("Enter");
    await page.getByText("Here I am.").waitFor({ timeout: 60_000 });
  });

  verifies(
    "MODEL-02",
    "without a key store keys last for this run, which is said, and stand in no file, page, export or log",
    async () => {
      const { page, userData } = app;
      await page.keyboard.press("Control+4");
      const isStored = (await ask(page, "app.info", {})).keyStore === "keyStore";
      if (!isStored)
        await page
          .getByRole("note")
          .getByText(/Keys are kept in memory for this run only/)
          .waitFor();
      await modelCard(page, "Good")
        .getByText(isStored ? "Key in key store" : "Key for this run only")
        .waitFor();
      await app.shot("models-key-in-memory");
      for (const place of ["1", "2", "3", "4", "5", ","]) {
        await page.keyboard.press(`Control+${place}`);
        const text = await page.content();
        for (const key of [RIGHT_KEY, WRONG_KEY]) expect(text).not.toContain(key);
      }
      for (const format of ["json", "markdown"] as const) {
        const { content } = await ask(page, "audit.export", { format });
        for (const key of [RIGHT_KEY, WRONG_KEY]) expect(content ?? "").not.toContain(key);
      }
      await app.quit();
      for (const key of [RIGHT_KEY, WRONG_KEY]) expect(filesWith(userData, key)).toEqual([]);

      app = await openApp({ userData });
      await hostReady(app.page);
      if (isStored) return;
      await showSession(app.page, "Unreachable");
      await send(app.page, "And now?");
      const failure = app.page.getByRole("alert").filter({ hasText: "The message was not sent" });
      await failure.waitFor({ timeout: 60_000 });
      expect(await failure.innerText()).toMatch(/key of Good was kept for the last run only/);
      expect(await composerOf(app.page).inputValue()).toBe("And now?");
      await app.shot("bad-model-key-gone");
    },
  );
});
