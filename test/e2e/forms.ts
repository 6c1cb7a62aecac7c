import type { Locator, Page } from "playwright-core";
import { ask } from "./drive.ts";

/** What is typed into the form of a model; a field left out is not touched. */
export interface TypedModel {
  readonly name: string;
  readonly baseUrl: string;
  readonly model?: string;
  readonly key?: string;
}

/** The card of a model on its page. */
export const modelCard = (page: Page, name: string): Locator =>
  page.getByRole("listitem", { name, exact: true });

/** Adds a model by the form of its page, as a person does, and waits until its test has an answer. */
export const addModel = async (page: Page, typed: TypedModel): Promise<Locator> => {
  await page.keyboard.press("Control+4");
  await page.getByRole("button", { name: "Add model" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Add model" });
  await dialog.getByRole("textbox", { name: "Base URL" }).fill(typed.baseUrl);
  await dialog.getByRole("textbox", { name: "Model name" }).fill(typed.model ?? "scripted");
  if (typed.key !== undefined) await dialog.getByLabel(/^Key/).fill(typed.key);
  await dialog.getByRole("textbox", { name: "Name shown" }).fill(typed.name);
  await dialog.getByRole("button", { name: "Add and test" }).click();
  await dialog.waitFor({ state: "detached" });
  const card = modelCard(page, typed.name);
  await card.getByText(/It answered in|The test failed/).waitFor({ timeout: 60_000 });
  return card;
};

/** What is typed into the form of a server. */
export interface TypedServer {
  readonly name: string;
  readonly command: string;
  readonly args?: readonly string[];
}

/** Adds a server by the form of its page; saving starts it, and its page is then open. */
export const addServer = async (page: Page, typed: TypedServer): Promise<void> => {
  await page.keyboard.press("Control+3");
  const back = page.getByRole("button", { name: "Back to all servers" });
  if (await back.isVisible()) await back.click();
  await page.getByRole("button", { name: "Add server" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Add server" });
  await dialog.getByRole("textbox", { name: "Name", exact: true }).fill(typed.name);
  await dialog.getByRole("textbox", { name: "Program" }).fill(typed.command);
  await dialog.getByRole("textbox", { name: "Arguments, one a line" }).fill((typed.args ?? []).join("\n"));
  await dialog.getByRole("button", { name: "Save and start" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("heading", { name: typed.name }).waitFor();
};

/** Makes a session with a model of this name and shows it. `folder` is opened as workspace; without it the sample. */
export const newSession = async (
  page: Page,
  modelName: string,
  title: string,
  folder?: string,
): Promise<string> => {
  const { workspaceId } =
    folder === undefined
      ? await ask(page, "workspace.openSample", {})
      : await ask(page, "workspace.open", { path: folder });
  const model = (await ask(page, "model.list", {})).find(({ name }) => name === modelName);
  if (model === undefined) throw new Error(`there is no model ${modelName}`);
  const { sessionId } = await ask(page, "session.create", { workspaceId, modelId: model.modelId, title });
  await showSession(page, title);
  return sessionId;
};

/** Opens a session from the list by its title. */
export const showSession = async (page: Page, title: string): Promise<void> => {
  await page.keyboard.press("Control+1");
  await page.getByRole("region", { name: "Sessions" }).getByRole("button", { name: title }).first().click();
  await page.getByRole("textbox", { name: "Message to the agent" }).waitFor();
};

/** Chooses another model for the open session in the title bar. */
export const switchModel = async (page: Page, to: string): Promise<void> => {
  await page
    .getByRole("banner")
    .getByRole("button", { name: /^Model:/ })
    .click();
  await page
    .getByRole("menuitem", { name: to })
    .or(page.getByRole("menuitemradio", { name: to }))
    .or(page.getByRole("menuitemcheckbox", { name: to }))
    .first()
    .click();
  await page.getByRole("button", { name: `Model: ${to}` }).waitFor();
};
