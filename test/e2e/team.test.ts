import { mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Locator } from "playwright-core";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { tempDir } from "../fakes/hostProcess.ts";
import { isAlive } from "../integration/host/teamSetup.ts";
import { startIssuer, type Issuer } from "../integration/team/issuer.ts";
import { connectClient } from "../integration/team/teamServer.ts";
import { verifies } from "../verifies.ts";
import { openApp, type TestApp } from "./app.ts";
import { ask, until } from "./drive.ts";
import { keepFailureShots } from "./failureShot.ts";
import { axeFaults, englishWords, missingKeys, sidewaysScrolls } from "./pageChecks.ts";
import { hostReady } from "./story.ts";

let app: TestApp;
let issuer: Issuer;
const shop = path.join(tempDir("shop"), "shop");

beforeAll(async () => {
  mkdirSync(shop);
  issuer = await startIssuer();
  app = await openApp({ language: "en", theme: "light" });
  await hostReady(app.page);
}, 120_000);
keepFailureShots(() => app);
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await issuer[Symbol.asyncDispose]();
});

/** Answers the system's folder picker, which a test cannot reach. */
const pick = (folder: string): Promise<void> =>
  app.electron.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
  }, folder);

/** Fills the form of a new team server, as a person does, and gives the dialog back before it is sent. */
const fillForm = async (): Promise<Locator> => {
  const { page } = app;
  await page.keyboard.press("Control+3");
  await page.getByRole("region", { name: "Team servers" }).getByText("No team server yet").waitFor();
  await app.shot("team-empty");
  await page.getByRole("button", { name: "Set up team server" }).click();
  const dialog = page.getByRole("dialog", { name: "Set up team server" });
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("This is needed.").waitFor();
  await dialog.getByText(/problems?; it can be saved/).waitFor();
  await dialog.getByRole("textbox", { name: "Name", exact: true }).first().fill("Shop team");
  await pick(shop);
  await dialog.getByRole("button", { name: "Add a folder" }).click();
  await dialog.getByRole("group", { name: "shop" }).waitFor();
  await dialog.getByRole("textbox", { name: "Issuer" }).fill(issuer.issuer);
  await dialog.getByRole("textbox", { name: "Audience" }).fill(issuer.audience);
  await dialog.getByRole("textbox", { name: "URL of the keys" }).fill(issuer.jwksUrl);
  await dialog.getByRole("textbox", { name: "Address" }).fill("0.0.0.0");
  await dialog.getByText(/every network this computer is in/).waitFor();
  await app.shot("team-form-warning");
  await dialog.getByRole("textbox", { name: "Address" }).fill("127.0.0.1");
  await dialog.getByText("No problems.").waitFor();
  return dialog;
};

/** Gives ana a rule by the fields of the policy, and saves it. */
const allowAna = async (): Promise<void> => {
  const { page } = app;
  await page.getByRole("tab", { name: "Policy" }).click();
  await page.getByRole("button", { name: "Add rule" }).click();
  const rule = page.getByRole("region", { name: "Rule 1" });
  await rule.getByRole("textbox", { name: "Subject" }).fill("ana");
  await rule.getByRole("checkbox", { name: /shop/ }).click();
  await rule.getByRole("textbox", { name: /^May write/ }).fill("src/**");
  await page.getByText("No problems.").waitFor();
  await app.shot("team-policy-fields");
  await page.getByRole("button", { name: "Save policy" }).click();
  await page.getByText(/^Saved\./).waitFor();
};

const callAs = async (subject: string, url: string, file: string): Promise<string> => {
  const client = await connectClient(url, await issuer.token(subject));
  const answer = await client.call("write_file", { path: file, content: "x\n" }, { requestId: `r-${file}` });
  await client.close();
  return answer.code;
};

describe("a team server in the window", () => {
  verifies(
    ["TOOL-10", "UI-03"],
    "is set up, given a rule, started with consent, watched, its policy edited as text, and stopped",
    async () => {
      const { page } = app;
      const dialog = await fillForm();
      await app.shot("team-form");
      await dialog.getByRole("button", { name: "Save" }).click();
      await dialog.waitFor({ state: "detached" });
      await page.getByRole("heading", { name: "Shop team" }).waitFor();
      await allowAna();

      await page.getByRole("button", { name: "Start", exact: true }).click();
      const consent = page.getByRole("dialog", { name: "Start Shop team?" });
      await consent.getByText("Only programs on this computer can reach 127.0.0.1.").waitFor();
      expect(await consent.innerText()).toMatch(/--http --policy \S*policy\.json/);
      expect(
        await consent
          .getByRole("button", { name: "Cancel" })
          .evaluate((one) => one === document.activeElement),
      ).toBe(true);
      await app.shot("team-consent");
      await consent.getByRole("button", { name: "Start team server" }).click();
      await page.getByText("Ready", { exact: true }).waitFor({ timeout: 60_000 });
      await page.getByRole("tab", { name: "Overview" }).click();
      await page.getByRole("region", { name: "Now" }).getByText("Takes calls").waitFor();
      const [team] = await ask(page, "team.list", {});
      const url = `${team?.url ?? ""}/projects/shop/mcp`;
      await page.getByRole("region", { name: "Addresses for clients" }).getByText(url).waitFor();

      expect(await callAs("ana", url, "src/a.ts")).toBe("");
      expect(readFileSync(path.join(shop, "src/a.ts"), "utf8")).toBe("x\n");
      await page.getByRole("region", { name: "Now" }).getByText("ana", { exact: true }).waitFor();
      await app.shot("team-ready");
      await page.getByRole("tab", { name: "Calls" }).click();
      const row = page.getByRole("row").filter({ hasText: "write_file" });
      await row.filter({ hasText: "r-src/a.ts" }).getByText("Allowed").waitFor();
      expect(await callAs("ana", url, "docs/a.md")).toBe("denied");
      await row.filter({ hasText: "r-docs/a.md" }).getByText("Denied").waitFor();
      await app.shot("team-calls");
      await page.getByRole("tab", { name: "Log" }).click();
      await page
        .getByRole("log")
        .getByText(/server\.listening/)
        .waitFor();

      await page.getByRole("tab", { name: "Policy" }).click();
      await page.getByRole("tab", { name: "Text" }).click();
      const text = page.getByRole("textbox", { name: "Policy as JSON" });
      const good = await text.inputValue();
      await text.fill(good.replace('"src/**"', '"../**"'));
      await page.getByText(/1 problem; it can be saved/).waitFor();
      const line = good.slice(0, good.indexOf('"src/**"')).split("\n").length;
      await page.getByRole("button", { name: `Line ${line}`, exact: true }).click();
      expect(
        await text.evaluate((area: HTMLTextAreaElement) =>
          area.value.slice(area.selectionStart, area.selectionEnd),
        ),
      ).toContain('"../**"');
      expect(await page.getByRole("button", { name: "Save policy" }).isDisabled()).toBe(true);
      await app.shot("team-policy-broken");
      await text.fill(good.replace('"src/**"', '"docs/**"'));
      await page.getByText("No problems.").waitFor();
      await page.getByRole("button", { name: "Save policy" }).click();
      await page.getByText(/^Saved\./).waitFor();
      let tried = 0;
      // A new file each time: what was denied under a request id stays so.
      const isAllowed = async (): Promise<boolean> => (await callAs("ana", url, `docs/${++tried}.md`)) === "";
      await until("the new policy to count", async () => ((await isAllowed()) ? true : undefined));

      await page.getByRole("button", { name: "Stop", exact: true }).click();
      await page.getByText("Stopped", { exact: true }).waitFor({ timeout: 60_000 });
      expect(isAlive(team?.pid ?? 0)).toBe(false);
    },
    240_000,
  );

  verifies(
    ["TOOL-10", "UI-01"],
    "reads in Chinese and in the dark, in a narrow window, without a fault of access; its address is added as a server",
    async () => {
      const { page } = app;
      const [stopped] = await ask(page, "team.list", {});
      if (stopped === undefined) throw new Error("there is no team server");
      await ask(page, "team.start", { teamId: stopped.teamId });
      await page.getByRole("tab", { name: "Overview" }).click();
      await page.getByRole("button", { name: "Add as a server here: shop" }).click();
      const add = page.getByRole("dialog", { name: "Add server" });
      expect(await add.getByRole("textbox", { name: "Address" }).inputValue()).toMatch(
        /\/projects\/shop\/mcp$/,
      );
      expect(await add.getByRole("textbox", { name: "Header", exact: true }).inputValue()).toBe(
        "Authorization",
      );
      await app.shot("team-add-server");
      await page.keyboard.press("Escape");
      await add.waitFor({ state: "detached" });
      await ask(page, "app.setAppearance", { language: "zh-CN", theme: "dark" });
      await page.reload();
      await page.getByRole("navigation").getByText("服务器", { exact: true }).click();
      await page.getByRole("button", { name: /^Shop team/ }).click();
      await page.getByRole("tab", { name: "概览" }).waitFor();
      const written = [
        ...["Shop team", "shop", "ana", "write_file", "docs/**", "src/**", "!src/keys/**", "127.0.0.1"],
        ...["https://id.example.com/jwks.json", "https://tools.example.com", "src", "keys"],
        ...["JSON Web Token", "TLS", "JWKS", "shell", "Authorization: Bearer", "node"],
      ];
      const faults: string[] = [];
      for (const [tab, name] of [
        ["概览", "overview"],
        ["调用", "calls"],
        ["策略", "policy"],
        ["日志", "log"],
      ] as const) {
        await page.getByRole("tab", { name: tab, exact: true }).click();
        if (name === "policy") await page.getByText("没有问题。").waitFor();
        await app.shot(`team-zh-dark-${name}`);
        faults.push(...(await axeFaults(page)), ...(await missingKeys(page, () => false)));
        if (name !== "log") faults.push(...(await englishWords(page, written)));
      }
      expect(faults).toEqual([]);
      await app.resize(700, 800);
      for (const [tab, name] of [
        ["概览", "overview"],
        ["策略", "policy"],
      ] as const) {
        await page.getByRole("tab", { name: tab, exact: true }).click();
        await app.shot(`team-narrow-${name}`);
        faults.push(...(await sidewaysScrolls(page)));
      }
      expect(faults).toEqual([]);
      await app.resize(1440, 860);
      await page.getByRole("button", { name: "返回全部服务器" }).click();
      await page.getByRole("heading", { name: "团队服务器" }).waitFor();
      await app.shot("team-zh-dark-cards");
      expect(await axeFaults(page)).toEqual([]);
      const [team] = await ask(page, "team.list", {});
      expect(isAlive(team?.pid ?? 0)).toBe(true);
      await app.quit();
      expect(isAlive(team?.pid ?? 0)).toBe(false);
    },
    240_000,
  );
});
