import { describe, expect } from "vitest";
import { calls, says, type ModelServer } from "../fakes/modelServer.ts";
import type { TestWorkspace } from "../fakes/workspace.ts";
import { verifies } from "../verifies.ts";
import type { TestApp } from "./app.ts";
import { ask, wear } from "./drive.ts";
import { withScriptedSession } from "./opened.ts";
import { showSession } from "./forms.ts";
import { axeFaults, missingKeys } from "./pageChecks.ts";
import { cardOf, composerOf, decide, nextCard, send } from "./story.ts";

/** A file of rows with some of them replaced. */
const rows = (...changed: readonly (readonly [number, string])[]): string =>
  Array.from({ length: 30 }, (_, at) => changed.find(([row]) => row === at + 1)?.[1] ?? `row ${at + 1};`)
    .map((text) => `${text}\n`)
    .join("");

const edit = (path: string, from: string, to: string) =>
  calls("edit_file", { path, old_str: from, new_str: to });

let app: TestApp;
let model: ModelServer;
let workspace: TestWorkspace;
let sessionId: string;

withScriptedSession(
  {
    title: "Trust grows",
    files: { "rows.js": rows(), "notes.md": "# Notes\n\nold\n" },
    replies: [
      calls("read_file", { path: "rows.js" }),
      calls("write_file", { path: "rows.js", content: rows([3, "three();"], [25, "twentyFive();"]) }),
      calls("read_file", { path: "rows.js" }),
      edit("rows.js", "row 8;", "eight();"),
      edit("rows.js", "row 20;", "twenty();"),
      calls("read_file", { path: "notes.md" }),
      edit("notes.md", "old", "new"),
      says("Done: three edits."),
      says("I see."),
    ],
  },
  (opened) => {
    ({ app, model, workspace, sessionId } = opened);
  },
);

const review = () => app.page.getByRole("region", { name: "Review of this turn" });

describe("edits that apply by themselves, in the real window", () => {
  verifies(
    ["GOV-02", "UI-01"],
    "a hunk of the first card is left out by key, and the offer is taken: the next edits run without a card",
    async () => {
      const { page } = app;
      await showSession(page, "Trust grows");
      await send(page, "Tidy the rows.");
      const card = await nextCard(page, "rows.js");
      await card.getByText("Change 1 of 2").waitFor();
      await app.shot("review-card-offer");
      await card.getByRole("button", { name: "Reject" }).focus();
      await page.keyboard.press("Alt+ArrowDown");
      await card.getByText("Change 2 of 2").waitFor();
      await page.keyboard.press("Control+Shift+Backspace");
      await card.getByText("Change 1 of 1").waitFor();
      await card.getByText("You changed the proposal; your text will be written.").waitFor();
      expect(await axeFaults(page)).toEqual([]);
      await decide(page, card, "Apply edits by itself in this workspace");
      await page.getByText("Done: three edits.").waitFor();

      expect(await cardOf(page).count()).toBe(0);
      expect(workspace.read("rows.js")).toBe(rows([3, "three();"], [8, "eight();"], [20, "twenty();"]));
      const told = model.requests[2]?.body.messages.at(-1)?.content ?? "";
      expect(told).toContain("refused: this part stays as it was:\n-twentyFive();\n+row 25;");
    },
    120_000,
  );

  verifies(
    ["GOV-02", "UI-01"],
    "the turn ends with one review; one hunk of it is reverted by keyboard and the file on disk says so",
    async () => {
      const { page } = app;
      await review().getByRole("heading", { name: "2 files changed without asking" }).waitFor();
      await app.shot("review-closed");
      await page.keyboard.press("Control+Shift+r");
      await page.waitForFunction(() => document.activeElement?.textContent?.startsWith("2 files changed"));
      const file = review().locator('[data-review-file="rows.js"]');
      await file.getByText("Change 1 of 3").waitFor();
      await app.shot("review-open");
      expect(await axeFaults(page)).toEqual([]);
      await file.getByRole("button", { name: "Next change" }).focus();
      await page.keyboard.press("Alt+ArrowDown");
      await file.getByText("Change 2 of 3").waitFor();
      await page.keyboard.press("Control+Shift+Backspace");
      await file.getByText(/Change \d of 2/).waitFor();
      expect(workspace.read("rows.js")).toBe(rows([3, "three();"], [20, "twenty();"]));

      await page.getByRole("list", { name: "Steps and calls" }).getByText("Review: 2 files changed").click();
      await review().getByRole("button", { name: "Revert all changes of notes.md" }).click();
      await review().getByText("Reverted").waitFor();
      expect(workspace.read("notes.md")).toBe("# Notes\n\nold\n");
      await file.locator(".editor.modified .view-line", { hasText: "twenty();" }).first().waitFor();
      await app.shot("review-reverted");
    },
    120_000,
  );

  verifies(
    ["GOV-02"],
    "a file that changed since is refused with the reason, the model hears of the reverts, and the choice is taken back in the workspace menu",
    async () => {
      const { page } = app;
      workspace.write("rows.js", "mine\n");
      await review().getByRole("button", { name: "Revert all changes of rows.js" }).click();
      await review()
        .getByText(/rows\.js has changed since this review was made, so it was left as it is/)
        .waitFor();
      expect(workspace.read("rows.js")).toBe("mine\n");
      await app.shot("review-stale");
      await send(page, "What did I do?");
      await page.getByText("I see.").waitFor();
      const said = model.requests.at(-1)?.body.messages.at(-1)?.content ?? "";
      expect(said).toContain("The user reverted a part of your changes of rows.js");
      expect(said).toContain("The user reverted your changes of notes.md");

      await page.getByText("Edits apply", { exact: true }).waitFor();
      await page.getByRole("button", { name: workspace.path.split("/").at(-1) ?? "" }).click();
      const item = page.getByRole("menuitem", { name: /Apply edits by itself in this workspace/ });
      await item.waitFor();
      await app.shot("review-menu");
      await item.click();
      await page.getByText("Edits apply", { exact: true }).waitFor({ state: "detached" });
      const [info] = await ask(page, "workspace.list", {});
      expect(info?.autoApplyEdits).toBe(false);
      const { items } = await ask(page, "audit.query", { types: ["config.changed"] });
      expect(items.map(({ event }) => event.body["value"])).toMatchObject([
        { autoApplyEdits: false, by: "person" },
        { autoApplyEdits: true, by: "person", sessionId },
      ]);
      expect(await composerOf(page).count()).toBe(1);
    },
    120_000,
  );

  verifies(
    ["GOV-02", "UI-01"],
    "card and review in every theme, in Chinese and in a narrow window: no fault of axe, no missing text",
    async () => {
      const { page } = app;
      const content = rows([2, "two();"], [28, "twentyEight();"]);
      model.script(
        calls("read_file", { path: "other.js" }),
        calls("write_file", { path: "other.js", content }),
        says("Over."),
      );
      workspace.write("other.js", rows());
      await send(page, "Once more.");
      const card = await nextCard(page, "other.js");
      await card.locator(".editor.modified .view-line", { hasText: "two();" }).first().waitFor();
      const looks = [
        { name: "dark", theme: "dark", language: "en", width: 1440 },
        { name: "contrast", theme: "contrast", language: "en", width: 1440 },
        { name: "chinese", theme: "light", language: "zh-CN", width: 1440 },
        { name: "narrow", theme: "dark", language: "zh-CN", width: 1024 },
      ] as const;
      for (const { name, theme, language, width } of looks) {
        await wear(app, { theme, language, width, height: 860 });
        await page
          .locator("[data-approval]")
          .getByText(/^Change 1 of 2$|^第 1 处，共 2 处$/)
          .waitFor();
        await app.shot(`review-card-${name}`);
        expect(await axeFaults(page), name).toEqual([]);
        expect(
          await missingKeys(page, (text) => /^(?:[\w-]+\.(?:js|md)|\w+_file)$/.test(text)),
          name,
        ).toEqual([]);
      }
      await page.locator("[data-approval]").getByRole("button", { name: "拒绝", exact: true }).click();
      await page.getByText("Over.").waitFor();
      for (const { name, theme, language, width } of looks) {
        await wear(app, { theme, language, width, height: 860 });
        await page.locator("[data-review-card]").first().waitFor();
        await page.keyboard.press("Control+Shift+r");
        await page.locator("[data-review-card] .editor.modified .view-line").first().waitFor();
        await app.shot(`review-${name}`);
        expect(await axeFaults(page), name).toEqual([]);
      }
    },
    300_000,
  );
});
