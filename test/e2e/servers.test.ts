import path from "node:path";
import type { Locator } from "playwright-core";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { verifies } from "../verifies.ts";
import { openApp, type TestApp } from "./app.ts";
import { until } from "./drive.ts";
import { keepFailureShots } from "./failureShot.ts";
import { addServer } from "./forms.ts";
import { sidewaysScrolls } from "./pageChecks.ts";
import { cardOf, decide, hostReady } from "./story.ts";

const everything = path.resolve(
  import.meta.dirname,
  "../../node_modules/@modelcontextprotocol/server-everything/dist/index.js",
);

let app: TestApp;

beforeAll(async () => {
  app = await openApp({ language: "en", theme: "light" });
  await hostReady(app.page);
  await addServer(app.page, { name: "everything", command: process.execPath, args: [everything, "stdio"] });
  await app.page.getByText("Ready", { exact: true }).waitFor({ timeout: 60_000 });
});
keepFailureShots(() => app);
afterAll(async () => {
  await app[Symbol.asyncDispose]();
});

/** Opens a tab of the server's page, from wherever the window stands: a test that failed may have left it elsewhere. */
const openTab = async (name: RegExp): Promise<void> => {
  await app.page.keyboard.press("Control+3");
  await app.page.getByRole("tab", { name }).click();
};

/** Opens a row of a list by its name, and gives what is below it. */
const openRow = async (name: string): Promise<Locator> => {
  const row = app.page
    .getByRole("listitem")
    .filter({ has: app.page.getByRole("button", { name, expanded: false }) });
  await row.getByRole("button", { name, expanded: false }).first().click();
  return app.page
    .getByRole("listitem")
    .filter({ has: app.page.getByRole("button", { name, expanded: true }) });
};

/** Opens a tool and gives the part in which it is tried. */
const openTool = async (name: string): Promise<Locator> => {
  await openTab(/^Tools/);
  await app.page.getByRole("button", { name: new RegExp(`^${name} `) }).click();
  return app.page.getByRole("region", { name: `Try ${name}` });
};

describe("a server in the window", () => {
  verifies(
    ["MCP-08", "MCP-11"],
    "a tool is found among many by keyboard alone, with what it says of itself; a call's time limit is the person's",
    async () => {
      const { page } = app;
      await openTab(/^Tools/);
      await page.keyboard.press("/");
      await page.keyboard.type("structured content");
      await page.getByText(/^1 of \d+$/).waitFor();
      const row = page.getByRole("button", { name: /^get-structured-content / });
      await row.focus();
      await page.keyboard.press("Enter");
      await page.getByText("It says of itself").waitFor();
      await page.getByText(/only reads.*Only hints: they lower no level here/).waitFor();
      await page.getByText("Output schema", { exact: true }).click();
      await page.getByText('"temperature"').first().waitFor();
      await app.shot("tool-found");
      await page.keyboard.press("/");
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: /^get-sum / }).waitFor();
      await row.click();

      await page.getByRole("button", { name: "Edit", exact: true }).click();
      const form = page.getByRole("dialog", { name: "Edit server" });
      const limit = form.getByRole("textbox", { name: "Time limit of a call, in seconds" });
      await limit.fill("0");
      await form.getByRole("button", { name: "Save", exact: true }).click();
      await form.getByText("Give a number from 1 to 3600").waitFor();
      await limit.fill("90");
      await form.getByRole("button", { name: "Save", exact: true }).click();
      await form.waitFor({ state: "detached" });
      await page.getByText("Ready", { exact: true }).waitFor({ timeout: 60_000 });
      await page.getByRole("button", { name: "Edit", exact: true }).click();
      expect(await limit.inputValue()).toBe("90");
      await limit.fill("");
      await form.getByRole("button", { name: "Save", exact: true }).click();
      await form.waitFor({ state: "detached" });
      await page.getByText("Ready", { exact: true }).waitFor({ timeout: 60_000 });
    },
    120_000,
  );

  verifies("MCP-02", "its capabilities and instructions stand on its page", async () => {
    const { page } = app;
    await openTab(/^Overview/);
    await page.getByText(/resources · (listChanged · )?subscribe/).waitFor();
    await page.getByRole("heading", { name: "Instructions" }).waitFor();
    await app.shot("server-overview");
  });

  verifies(
    "MCP-05",
    "its origin stands on its page, and its definition is exported as server.json",
    async () => {
      const { page } = app;
      await openTab(/^Overview/);
      await page.getByText("Typed here").waitFor();
      await page.getByRole("button", { name: "Export server.json" }).click();
      await page.getByText(/"\$schema"/).waitFor();
      await page.getByText(/"\$schema"/).scrollIntoViewIfNeeded();
      await app.shot("server-export");
    },
  );

  verifies(
    ["MCP-02", "MCP-08"],
    "a resource is read, a template is filled in with what the server suggests",
    async () => {
      const { page } = app;
      await openTab(/^Resources \(\d+\)/);
      // Long descriptions are cut in their rows; the page itself never scrolls sideways.
      await app.resize(800, 860);
      expect(await sidewaysScrolls(page)).toEqual([]);
      await app.resize(1440, 860);
      const resource = await openRow("architecture.md");
      await resource.getByText("Everything Server", { exact: false }).first().waitFor();
      await resource.getByRole("button", { name: "Tell me of changes" }).click();
      await resource.getByRole("button", { name: "Stop telling me" }).waitFor();
      await app.shot("server-resource");
      const template = await openRow("Dynamic Text Resource");
      await template.getByRole("button", { name: "Read", exact: true }).click();
      await template.getByText("This is needed.").waitFor();
      const field = template.getByRole("combobox", { name: "resourceId" });
      await field.fill("7");
      await page.locator("datalist option[value='7']").waitFor({ state: "attached" });
      await field.press("Enter");
      await template.getByText(/Resource 7/).waitFor();
      await app.shot("server-template");
    },
  );

  verifies(
    ["MCP-02", "MCP-08"],
    "a prompt takes its arguments and shows its messages with their roles",
    async () => {
      await openTab(/^Prompts \(\d+\)/);
      const prompt = await openRow("Arguments Prompt");
      await prompt.getByRole("button", { name: "Get prompt" }).click();
      await prompt.getByText("This is needed.").waitFor();
      await prompt.getByRole("combobox", { name: "city" }).fill("Delft");
      await prompt.getByRole("combobox", { name: "city" }).press("Enter");
      const messages = prompt.getByRole("list", { name: "Messages of the prompt" });
      await messages.getByText(/weather in Delft/).waitFor();
      expect(await messages.getByText("User", { exact: true }).count()).toBe(1);
      await app.shot("server-prompt");
    },
  );

  verifies(
    ["MCP-08", "GOV-01"],
    "a tool is tried by hand: the form says what is wrong, the usual card asks, the result shows",
    async () => {
      const { page } = app;
      const tool = await openTool("get-sum");
      await tool.getByRole("button", { name: "Call tool" }).click();
      expect(await tool.getByText("This is needed.").count()).toBe(2);
      await tool.getByRole("textbox", { name: "a", exact: true }).fill("40");
      await tool.getByRole("textbox", { name: "b", exact: true }).fill("2");
      await app.shot("server-try-form");
      await tool.getByRole("button", { name: "JSON", exact: true }).click();
      expect(JSON.parse(await tool.getByRole("textbox", { name: "JSON" }).inputValue())).toEqual({
        a: 40,
        b: 2,
      });
      await tool.getByRole("button", { name: "Call tool" }).click();
      await cardOf(page).waitFor();
      await app.shot("server-try-card");
      await decide(page, cardOf(page), /^(Allow|Run|Accept)/);
      await tool.getByRole("region", { name: "Result" }).getByText(/42/).first().waitFor();
      await tool.getByText("Completed", { exact: true }).waitFor();
      await app.shot("server-try-result");
      const picture = await openTool("get-tiny-image");
      await picture.getByRole("button", { name: "Call tool" }).click();
      await decide(page, cardOf(page), /^(Allow|Run|Accept)/);
      await picture.getByRole("img", { name: /image\/png/ }).waitFor();
      await app.shot("server-try-picture");
    },
  );

  verifies(
    "MCP-02",
    "a server's form waits on its page and in the inbox, is counted, checked, and answered",
    async () => {
      const { page } = app;
      const tool = await openTool("trigger-elicitation-request");
      await tool.getByRole("button", { name: "Call tool" }).click();
      await decide(page, cardOf(page), /^(Allow|Run|Accept)/);
      const ask = page.getByRole("article", { name: "everything asks you to fill in a form" });
      await ask.waitFor();
      await page
        .getByRole("navigation")
        .getByRole("button", { name: /Inbox/ })
        .getByText("1", { exact: true })
        .waitFor();
      await app.shot("server-ask-page");
      await page.keyboard.press("Control+2");
      await ask.waitFor();
      await app.shot("server-ask-inbox");
      await ask.getByRole("textbox", { name: "String", exact: true }).fill("Ada");
      await ask.getByRole("textbox", { name: "String with email format" }).fill("nobody");
      const wrong = ask.getByText(/^Give an e-mail address/);
      // A new card ignores its first half second, so the first click may not count.
      await until("the form's own check", async () => {
        await ask.getByRole("button", { name: "Send" }).click();
        return (await wrong.isVisible()) ? true : undefined;
      });
      await app.shot("server-ask-wrong");
      await ask.getByRole("textbox", { name: "String with email format" }).fill("ada@example.com");
      await until("the form that is sent", async () => {
        if ((await ask.count()) === 0) return true;
        await ask
          .getByRole("button", { name: "Send" })
          .click({ timeout: 5000 })
          .catch(() => undefined);
        return undefined;
      });
      await page.keyboard.press("Control+3");
      await tool.getByText(/Ada/).first().waitFor();
      await app.shot("server-ask-answered");
    },
  );
});
