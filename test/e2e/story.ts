import { readFileSync } from "node:fs";
import path from "node:path";
import type { Locator, Page } from "playwright-core";
import type { TestApp } from "./app.ts";

/** What the developer of the story asks (issue “First light”). */
export const TASK = "Make fibonacci iterative and run the tests.";

/** The card of a call that waits. */
export const cardOf = (page: Page): Locator =>
  page.getByRole("article", { name: "Call that waits for a decision" });

/** The message field. */
export const composerOf = (page: Page): Locator =>
  page.getByRole("textbox", { name: "Message to the agent" });

/** A file of the sample workspace as it is on disk. */
export const sampleFile = (app: TestApp, name: string): string =>
  readFileSync(path.join(app.userData, "sample-workspace", name), "utf8");

/** Waits until the host answers. */
export const hostReady = (page: Page): Promise<void> =>
  page.getByText("Host running").waitFor({ timeout: 90_000 });

/** Makes a session in the sample project; `model` is a name in the list of the dialog. */
export const createSession = async (page: Page, model?: string): Promise<void> => {
  await page.keyboard.press("Control+n");
  const dialog = page.getByRole("dialog");
  await dialog
    .getByRole("radio", { name: /Sample project|sample-workspace/ })
    .first()
    .click();
  if (model !== undefined) {
    await dialog.getByRole("combobox", { name: "Model" }).click();
    await page.getByRole("option", { name: model }).click();
  }
  await dialog.getByRole("button", { name: "Create session" }).click();
  await dialog.waitFor({ state: "detached" });
  await composerOf(page).waitFor();
};

/** Types a message and sends it by Enter. */
export const send = async (page: Page, text: string): Promise<void> => {
  await composerOf(page).fill(text);
  await page.keyboard.press("Enter");
};

/** The next card that names `what`; its buttons take clicks once its first half second is over. */
export const nextCard = async (page: Page, what: string | RegExp): Promise<Locator> => {
  const card = cardOf(page).filter({ hasText: what }).first();
  await card.waitFor({ timeout: 60_000 });
  return card;
};

/** Clicks a button of a card and waits until that card is gone. */
export const decide = async (page: Page, card: Locator, button: string | RegExp): Promise<void> => {
  const id = await card.getAttribute("data-approval");
  const gone = page.locator(`[data-approval="${id ?? ""}"]`).waitFor({ state: "detached", timeout: 60_000 });
  // The card ignores everything for its first 500 ms; a person's second click is what this loop plays.
  const clicked = async (): Promise<void> => {
    const target = card.getByRole("button", { name: button });
    for (;;) {
      await target.click();
      const settled = await Promise.race([gone.then(() => true), page.waitForTimeout(700).then(() => false)]);
      if (settled) return;
    }
  };
  await Promise.race([clicked(), gone]);
  await gone;
};

/** Changes the line of the proposal that holds `line`: puts the cursor at its end and types. */
export const editProposal = async (page: Page, card: Locator, line: string, typed: string): Promise<void> => {
  const editor = card.locator(".editor.modified");
  await editor.locator(".view-line", { hasText: line }).first().click();
  await page.keyboard.press("End");
  await page.keyboard.type(typed);
  await editor.locator(".view-line", { hasText: typed.trim() }).first().waitFor();
};
