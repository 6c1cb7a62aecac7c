import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { tempDir } from "../fakes/hostProcess.ts";
import { verifies } from "../verifies.ts";
import { electronPath, testSwitches, type TestApp } from "./app.ts";
import { ask } from "./drive.ts";
import { withApp } from "./opened.ts";

const root = path.resolve(import.meta.dirname, "../..");
const everything = path.join(root, "node_modules/@modelcontextprotocol/server-everything/dist/index.js");

let app: TestApp;
let folder: string;

beforeAll(() => {
  folder = tempDir("links");
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});
withApp((opened) => {
  app = opened;
});

/** Opens a link as the system does: a second start with it as the last argument, which ends at once. */
const openLink = (link: string): Promise<void> =>
  new Promise((resolve) => {
    const second = spawn(electronPath(), [root, ...testSwitches(app.userData), "--", link], {
      stdio: "ignore",
    });
    second.once("exit", () => {
      resolve();
    });
  });

const ownServers = async (): Promise<string[]> =>
  (await ask(app.page, "server.list", {})).filter((one) => !one.isBundled).map(({ name }) => name);

describe("adding servers", () => {
  verifies(
    "MCP-05",
    "pasted JSON shows live, then in full; only after the consent it is added, started and ready",
    async () => {
      const { page } = app;
      await page.keyboard.press("Control+3");
      await page.getByRole("button", { name: "Add server" }).first().click();
      const form = page.getByRole("dialog", { name: "Add server" });
      await form.getByRole("button", { name: "Paste JSON" }).click();
      const area = page.getByRole("textbox", { name: "JSON of one or more servers" });
      await area.fill('{ "mcpServers": { "every": { "command": ');
      await page
        .getByText(/This is not JSON|is not JSON/)
        .first()
        .waitFor();
      await area.fill(
        JSON.stringify({
          mcpServers: {
            everything: {
              command: process.execPath,
              args: [everything, "stdio"],
              env: { SOME_TOKEN: "hidden-value" },
            },
            other: { command: "never-started", autoApprove: ["all"] },
          },
        }),
      );
      await page.getByText("Tools that were allowed without asking there are asked for here.").waitFor();
      await page.getByRole("checkbox", { name: /^other/ }).click();
      await app.shot("add-servers-paste");
      await page.getByRole("button", { name: "Read 1 server in full" }).click();
      const consent = page.getByRole("dialog", { name: "Add this server?" });
      await consent.waitFor();
      const text = await consent.innerText();
      for (const part of [process.execPath, everything, "stdio", "SOME_TOKEN", "Pasted"])
        expect(text).toContain(part);
      expect(text).not.toContain("hidden-value");
      expect(
        await consent
          .getByRole("button", { name: "Cancel" })
          .evaluate((one) => one === document.activeElement),
      ).toBe(true);
      expect(await ownServers()).toEqual([]);
      await app.shot("add-servers-consent");
      await consent.getByRole("checkbox", { name: /^Start now/ }).click();
      await consent.getByRole("button", { name: "Add and start" }).click();
      await consent.waitFor({ state: "detached" });
      await page.getByRole("heading", { name: "everything" }).waitFor();
      await page.getByText("Ready", { exact: true }).first().waitFor({ timeout: 60_000 });
      expect(await ownServers()).toEqual(["everything"]);
    },
  );

  verifies(
    "MCP-05",
    "a pasted file asks for what its program would ask for; what hides in it is shown, what is broken is left out",
    async () => {
      const { page } = app;
      await page.keyboard.press("Control+3");
      const back = page.getByRole("button", { name: "Back to all servers" });
      if (await back.isVisible()) await back.click();
      await page.getByRole("button", { name: "Add server" }).first().click();
      const form = page.getByRole("dialog", { name: "Add server" });
      await form.getByRole("button", { name: "Paste JSON" }).click();
      await page.getByRole("textbox", { name: "JSON of one or more servers" }).fill(
        `{ // mine
          "inputs": [{ "type": "promptString", "id": "key", "description": "Its key", "password": true }],
          "servers": {
            "asking": { "command": "node", "args": ["--key=\${input:key}", "a\\u202eb", "p\u0430y", "one\\ntwo"] },
            "broken": { "command": "npx" "args": ["x"] },
          },
        }`,
      );
      await form.getByText('"broken" is left out').waitFor();
      await form
        .getByText("It does not start until this is filled in by hand: input:key (Its key).")
        .waitFor();
      await form.getByLabel("Its key").fill("typed-key");
      await form.getByText("It does not start until").waitFor({ state: "detached" });
      await app.shot("add-servers-inputs");
      await page.getByRole("button", { name: "Read 1 server in full" }).click();
      const consent = page.getByRole("dialog", { name: "Add this server?" });
      await consent.waitFor();
      const text = await consent.innerText();
      for (const part of ["--key=typed-key", "U+202E", "\u0430 U+0430", "1 line break"])
        expect(text).toContain(part);
      expect(text).not.toContain("\u202e");
      await app.shot("add-servers-hidden");
      await page.keyboard.press("Escape");
      await consent.waitFor({ state: "detached" });
      await page.keyboard.press("Escape");
      await form.waitFor({ state: "detached" });
    },
  );

  verifies(
    "MCP-05",
    "SEC-LINK-01: an install link opens the consent page in full and starts nothing; others are ignored",
    async () => {
      const { page } = app;
      const canary = path.join(folder, "canary");
      const good = {
        command: "node",
        args: ["-e", 'require("fs").writeFileSync(process.env.C,"x")', "a".repeat(4000), "TAIL-MARKER"],
        env: { C: canary, TOKEN: "x" },
      };
      const config = Buffer.from(JSON.stringify(good)).toString("base64url");
      const before = await ownServers();
      await openLink("loopwright://install-server?config=not-base64");
      await page
        .getByText(/The install link was ignored/)
        .first()
        .waitFor();
      expect(await page.getByRole("dialog").count()).toBe(0);
      await openLink(`loopwright://install-server?name=weather&config=${config}`);
      const consent = page.getByRole("dialog", { name: "Add this server?" });
      await consent.waitFor();
      const text = await consent.innerText();
      for (const part of ["node", "TAIL-MARKER", "C, TOKEN", "From an install link"])
        expect(text).toContain(part);
      expect(
        await consent
          .getByRole("button", { name: "Cancel" })
          .evaluate((one) => one === document.activeElement),
      ).toBe(true);
      await app.shot("add-servers-link");
      await page.keyboard.press("Escape");
      await consent.waitFor({ state: "detached" });
      expect(await ownServers()).toEqual(before);
      expect(existsSync(canary)).toBe(false);
    },
  );

  verifies(
    "MCP-05",
    "other programs and a registry out of reach have their empty and failing states",
    async () => {
      const { page } = app;
      await ask(page, "settings.set", { registryUrl: "http://127.0.0.1:9" });
      await page.keyboard.press("Control+3");
      const back = page.getByRole("button", { name: "Back to all servers" });
      if (await back.isVisible()) await back.click();
      await page.getByRole("button", { name: "Add server" }).first().click();
      const dialog = page.getByRole("dialog", { name: "Add server" });
      await dialog.getByRole("button", { name: "Registry" }).click();
      await page.getByText("The registry could not be searched").waitFor();
      await app.shot("add-servers-registry-fails");
      await dialog.getByRole("button", { name: "From other programs" }).click();
      await page.getByText("These files are read once and never changed.").waitFor();
      await app.shot("add-servers-import");
      await dialog.getByRole("button", { name: "Bundle", exact: true }).click();
      await page.getByText("A server in one file").waitFor();
      await app.shot("add-servers-bundle");
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
    },
  );

  verifies(
    ["MCP-04", "MCP-09"],
    "SEC-MCP-04: a server that was edited on the disk stops; starting it shows both command lines and starts nothing",
    async () => {
      const { page } = app;
      const canary = path.join(folder, "canary-of-an-edit");
      const file = path.join(app.userData, "servers.json");
      const hostile = `require("fs").writeFileSync(${JSON.stringify(canary)}, "x")`;
      const text = readFileSync(file, "utf8").replace(
        JSON.stringify(everything),
        `"-e", ${JSON.stringify(hostile)}`,
      );
      writeFileSync(file, text);
      await page.getByText("Stopped", { exact: true }).first().waitFor();
      await page.getByRole("button", { name: "Start", exact: true }).first().click();
      const dialog = page.getByRole("dialog", { name: "everything has changed" });
      await dialog.waitFor();
      const shown = await dialog.innerText();
      for (const part of [everything, hostile, "What you agreed to", "What it is now", "What is different"])
        expect(shown).toContain(part);
      const cancel = dialog.getByRole("button", { name: "Cancel" });
      expect(await cancel.evaluate((one) => one === document.activeElement)).toBe(true);
      await app.shot("add-servers-changed");
      await cancel.click();
      await dialog.waitFor({ state: "detached" });
      await page.getByText("Changed outside", { exact: true }).waitFor();
      await page
        .getByRole("button", { name: /^everything/ })
        .first()
        .click();
      await page.getByText("It was changed outside the app").waitFor();
      await page.getByRole("button", { name: "Compare" }).click();
      await dialog.getByRole("button", { name: "Put back what you agreed to" }).click();
      await dialog.waitFor({ state: "detached" });
      await page.getByText("It was changed outside the app").waitFor({ state: "detached" });
      expect(readFileSync(file, "utf8")).toContain(JSON.stringify(everything));
      expect(existsSync(canary)).toBe(false);
    },
  );
});
