import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect } from "vitest";
import { verifies } from "../verifies.ts";
import { openApp, type TestApp } from "./app.ts";
import { until } from "./drive.ts";
import {
  cardOf,
  composerOf,
  createSession,
  decide,
  editProposal,
  hostReady,
  nextCard,
  sampleFile,
  send,
  TASK,
} from "./story.ts";

let app: TestApp;

beforeAll(async () => {
  app = await openApp({ language: "en", theme: "light" });
});
afterEach(async ({ task }) => {
  if (task.result?.state === "fail")
    await app.shot(`failed-${task.name.slice(0, 60).replaceAll(/\W+/g, "-")}`);
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
});

/** The events of the newest session as the export holds them. */
const exported = async (): Promise<{ type: string; body: Record<string, unknown> }[]> => {
  const text = await app.page.evaluate(async () => {
    type Ask = (
      params: unknown,
    ) => Promise<{ value: { items: { sessionId: string }[] } & { content: string } }>;
    const { requests } = (window as never as { loopwright: { requests: Record<string, Ask> } }).loopwright;
    const list = await requests["session.list"]?.({});
    const answer = await requests["trajectory.export"]?.({
      sessionId: list?.value.items[0]?.sessionId,
      format: "json",
    });
    return answer?.value.content ?? "{}";
  });
  return (JSON.parse(text) as { events: { type: string; body: Record<string, unknown> }[] }).events;
};

describe("the story, beat by beat, in the real window", () => {
  verifies(
    ["MODEL-04", "LOOP-06"],
    "1. the demonstration looks around by itself; reads stand on the timeline with time and size",
    async () => {
      const { page } = app;
      await hostReady(page);
      await createSession(page);
      await send(page, TASK);
      await page.getByText("Demonstration: a recorded model plays this task.").waitFor();
      await nextCard(page, "main.mjs");
      const timeline = page.getByRole("list", { name: "Steps and calls" });
      for (const tool of ["list_files", "read_file", "edit_file"])
        await timeline.getByText(tool).first().waitFor();
      expect(await timeline.innerText()).toMatch(/\d+ ms/);
      await app.shot("story-1-reads");
    },
  );

  verifies(
    "GOV-02",
    "2. the edit waits as a diff, nothing is written yet; a line is changed in place and accepted",
    async () => {
      const { page } = app;
      const before = sampleFile(app, "main.mjs");
      const card = await nextCard(page, "Edit main.mjs");
      await card.locator(".editor.modified .view-line", { hasText: "let current = 1;" }).first().waitFor();
      expect(before).toContain("return fibonacci(n - 1) + fibonacci(n - 2);");
      await editProposal(page, card, "let current = 1;", " // one");
      await app.shot("story-2-edited-diff");
      expect(sampleFile(app, "main.mjs")).toBe(before);
      await decide(page, card, /Accept with my changes/);
      await nextCard(page, "node --test");
      const after = sampleFile(app, "main.mjs");
      expect(after).toContain("let current = 1; // one");
      expect(after).not.toContain("fibonacci(n - 1)");
      const told = (await exported())
        .filter((event) => event.type === "call.completed")
        .map((event) => String(event.body["text"]));
      expect(told.find((text) => text.includes("user changed your proposal"))).toContain(
        "let current = 1; // one",
      );
    },
  );

  verifies(
    "GOV-01",
    "3. the command waits with its whole line, folder and time limit, then shows output and exit code",
    async () => {
      const { page } = app;
      const card = await nextCard(page, "node --test");
      const text = await card.innerText();
      expect(text).toContain(path.join(app.userData, "sample-workspace"));
      expect(text).toMatch(/Call waits[\s\S]*2 min/);
      await app.shot("story-3-command");
      await decide(page, card, /Run|Accept/);
      await page.getByText(/not all of them pass/).waitFor({ timeout: 60_000 });
      await page
        .getByRole("button", { name: /run_command.*node --test/ })
        .or(page.getByText("node --test"))
        .first()
        .click();
      await page
        .getByText(/exit 1/)
        .first()
        .waitFor();
      await app.shot("story-3-failed-tests");
    },
  );

  verifies(
    "LOOP-05",
    "4. the agent reads the failure, proposes a second edit, and the tests pass",
    async () => {
      const { page } = app;
      await page.getByRole("tab", { name: "Timeline" }).click();
      await decide(page, await nextCard(page, "Edit main.mjs"), /^Accept/);
      await decide(page, await nextCard(page, "node --test"), /Run|Accept/);
      await page.getByText(/All tests pass/).waitFor({ timeout: 60_000 });
      await app.shot("story-4-tests-pass");
    },
  );

  verifies(
    ["GOV-01", "GOV-04"],
    "5. a command that leaves the machine is refused: it never runs, and the model is told",
    async () => {
      const { page } = app;
      const card = await nextCard(page, "git push");
      expect(await card.innerText()).toContain("L4");
      await app.shot("story-5-push");
      await decide(page, card, /^Reject/);
      await page.getByText(/Nothing was published/).waitFor({ timeout: 60_000 });
      expect(await cardOf(page).count()).toBe(0);
      // The words stand there while the answer still comes.
      const events = await until("the turn's end", async () => {
        const all = await exported();
        return all.at(-1)?.type === "turn.ended" ? all : undefined;
      });
      const decided = events.filter(
        (event) => event.type === "call.decided" && event.body["by"] === "person",
      );
      expect(decided.map((event) => event.body["decision"])).toEqual([
        "allowEdited",
        "allow",
        "allow",
        "allow",
        "deny",
      ]);
      const pushed = decided.at(-1)?.body["callId"];
      expect(events.some((event) => event.type === "call.started" && event.body["callId"] === pushed)).toBe(
        false,
      );
      expect(events.at(-1)).toMatchObject({ type: "turn.ended", body: { reason: "answered" } });
      await app.shot("story-5-done");
    },
  );

  verifies(
    "AUD-01",
    "6. the audit shows who decided what, finds words, verifies the chain and exports JSON and Markdown",
    async () => {
      const { page } = app;
      await page.getByRole("navigation", { name: "Places" }).getByRole("button", { name: "Audit" }).click();
      await page.getByRole("textbox", { name: "Search the log" }).fill("git push");
      await page
        .getByText(/git push/)
        .first()
        .waitFor();
      await app.shot("story-6-audit");
      await page.getByRole("button", { name: /Verify log/ }).click();
      await page.getByText("The log is as it was written.").waitFor({ timeout: 60_000 });
      const folder = mkdtempSync(path.join(tmpdir(), "loopwright-export-"));
      for (const [format, file] of [
        ["As JSON", "log.json"],
        ["As Markdown", "log.md"],
      ] as const) {
        const target = path.join(folder, file);
        await app.electron.evaluate(({ dialog }, filePath) => {
          dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
        }, target);
        await page.getByRole("button", { name: "Export", exact: true }).click();
        await page
          .getByRole("menuitem", { name: new RegExp(format) })
          .first()
          .click();
        await page.getByText(file).first().waitFor({ timeout: 60_000 });
        expect(existsSync(target)).toBe(true);
        expect(readFileSync(target, "utf8")).toContain(TASK);
      }
      await app.shot("story-6-exported");
    },
  );

  verifies(
    ["AUD-01", "ARCH-01"],
    "7. after a quit and a new start the session is there as it was",
    async () => {
      const { userData } = app;
      await app.quit();
      app = await openApp({ userData });
      await hostReady(app.page);
      await app.page
        .getByRole("listitem")
        .or(app.page.getByRole("option"))
        .filter({ hasText: TASK.slice(0, 25) })
        .first()
        .click();
      await app.page.getByText(/Nothing was published/).waitFor();
      await composerOf(app.page).waitFor();
      await app.shot("story-7-reopened");
    },
  );
});
