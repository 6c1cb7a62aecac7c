import path from "node:path";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { verifies } from "../verifies.ts";
import { openApp, type TestApp } from "./app.ts";
import { addServer } from "./forms.ts";
import { hostReady } from "./story.ts";
import { keepFailureShots } from "./failureShot.ts";

const fixture = (name: string): string =>
  path.resolve(import.meta.dirname, "../fixtures/servers", `${name}.ts`);

let app: TestApp;

beforeAll(async () => {
  app = await openApp({ language: "en", theme: "light" });
  await hostReady(app.page);
});
keepFailureShots(() => app);
afterAll(async () => {
  await app[Symbol.asyncDispose]();
});

/** Puts a failed server right by its own button: changes the definition and starts it again. */
const putRight = async (field: string, value: string): Promise<void> => {
  const { page } = app;
  await page.getByRole("alert").getByRole("button", { name: "Edit definition" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit server" });
  await dialog.getByRole("textbox", { name: field }).fill(value);
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  const consent = page.getByRole("dialog", { name: /^Start / });
  await page
    .getByRole("button", { name: "Start again" })
    .or(page.getByRole("button", { name: "Start", exact: true }))
    .first()
    .click();
  await consent
    .or(page.getByText("Ready", { exact: true }))
    .or(page.getByText("Starting", { exact: true }))
    .first()
    .waitFor();
  if (await consent.isVisible()) await consent.getByRole("button", { name: "Start server" }).click();
  await page.getByText("Ready", { exact: true }).waitFor({ timeout: 60_000 });
};

describe("servers that do not start", () => {
  verifies(
    ["UI-03", "MCP-01"],
    "one that dies at start: its last words, its log, and the way to change it",
    async () => {
      const { page } = app;
      await addServer(page, { name: "Dying", command: process.execPath, args: [fixture("crashAtStart")] });
      const failure = page.getByRole("alert").filter({ hasText: "The last start failed" });
      await failure.waitFor({ timeout: 60_000 });
      expect(await failure.innerText()).toMatch(
        /exit code 7[\s\S]*DATABASE_URL is not set[\s\S]*Check its command/,
      );
      await app.shot("bad-server-dies");
      await failure.getByRole("button", { name: "Read log" }).click();
      // Asked for the protocol it ended, and was started once more.
      await page.getByRole("log").getByText("Error: DATABASE_URL is not set").first().waitFor();
      await app.shot("bad-server-log");
      await putRight("Arguments, one a line", fixture("plain"));
      await page.getByRole("tab", { name: "Tools (4)" }).waitFor();
      expect(await page.getByRole("alert").filter({ hasText: "The last start failed" }).count()).toBe(0);
    },
  );

  verifies(
    "UI-03",
    "one whose program does not exist: where it was looked for, and the way to change it",
    async () => {
      const { page } = app;
      await addServer(page, {
        name: "Missing",
        command: "no-such-program-of-ours",
        args: [fixture("plain")],
      });
      const failure = page.getByRole("alert").filter({ hasText: "The last start failed" });
      await failure.waitFor({ timeout: 60_000 });
      expect(await failure.innerText()).toMatch(
        /"no-such-program-of-ours" was not found[\s\S]*give its full path/,
      );
      await app.shot("bad-server-missing");
      await page.getByRole("button", { name: "Back to all servers" }).click();
      await page
        .getByRole("listitem")
        .filter({ hasText: "Missing" })
        .getByText(/was not found/)
        .waitFor();
      await app.shot("bad-server-cards");
      await page
        .getByRole("button", { name: /Missing/ })
        .first()
        .click();
      await putRight("Program", process.execPath);
    },
  );

  verifies("UI-03", "a form that is not filled in says what is needed and keeps what was typed", async () => {
    const { page } = app;
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Add server" }).first().click();
    const dialog = page.getByRole("dialog", { name: "Add server" });
    await dialog.getByRole("textbox", { name: "Name", exact: true }).fill("bad/name");
    await dialog.getByRole("button", { name: "Save and start" }).click();
    await dialog.getByText("This is needed.").waitFor();
    await dialog.getByText(/^Use letters, digits/).waitFor();
    expect(await dialog.getByRole("textbox", { name: "Name", exact: true }).inputValue()).toBe("bad/name");
    await app.shot("bad-server-form");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
  });
});
