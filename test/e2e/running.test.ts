import { describe, expect } from "vitest";
import { calls, says } from "../fakes/modelServer.ts";
import { runningCommands } from "../integration/workspace/workspaceServer.ts";
import { verifies } from "../verifies.ts";
import type { TestApp } from "./app.ts";
import { ask, wear } from "./drive.ts";
import { withScriptedSession } from "./opened.ts";
import { showSession } from "./forms.ts";
import { axeFaults, missingKeys } from "./pageChecks.ts";
import { decide, nextCard, send } from "./story.ts";

const runs = (marker: string): boolean => runningCommands().some((line) => line.includes(marker));
const serve = "echo listening; printf '\\033[32mgreen line\\033[0m\\n'; sleep 9751";

let app: TestApp;

withScriptedSession(
  {
    title: "Long work",
    files: { "old/a.txt": "a\n" },
    replies: [
      calls("run_program", { program: "sh", args: ["-c", serve], background: true }),
      calls("run_program", { program: "sh", args: ["-c", "echo done; exit 3"] }),
      calls("delete_path", { path: "old" }),
      says("It serves."),
    ],
  },
  (opened) => {
    ({ app } = opened);
  },
);

const chip = (name = "1 command running") => app.page.getByRole("button", { name });
const panel = () => app.page.getByRole("dialog", { name: "Commands" });

describe("commands that go on, in the real window", () => {
  verifies(
    ["GOV-02", "TOOL-05"],
    "cards say what waiting means, and what a deletion does and how it is undone",
    async () => {
      const { page } = app;
      await showSession(page, "Long work");
      await send(page, "Serve it.");
      const background = await nextCard(page, "sleep 9751");
      await background.getByText("The call does not wait; the command is ended after").waitFor();
      await app.shot("running-card-background");
      expect(await axeFaults(page)).toEqual([]);
      await decide(page, background, "Run");
      const waits = await nextCard(page, "exit 3");
      await waits.getByText("a command that runs longer goes on in the background").waitFor();
      await decide(page, waits, "Run");
      const removal = await nextCard(page, "old");
      await removal.getByText(/It is kept outside the workspace.*undo_change brings it back/).waitFor();
      await app.shot("running-card-delete");
      expect(await axeFaults(page)).toEqual([]);
      await decide(page, removal, "Reject");
      await page.getByText("It serves.").waitFor();
    },
    120_000,
  );

  verifies(
    ["TOOL-05", "UI-01"],
    "after the turn and a reload the chip counts; its panel shows the output in its colours, in every look",
    async () => {
      const { page } = app;
      await page.reload();
      await chip().click();
      await panel().getByRole("log", { name: "stdout" }).getByText("green line").waitFor();
      await panel().getByText("Exit 3").first().waitFor();
      const green = panel().locator("pre span", { hasText: "green line" }).first();
      expect(await green.textContent()).toBe("green line");
      await app.shot("running-panel");
      expect(await axeFaults(page)).toEqual([]);
      for (const [theme, language, width] of [
        ["dark", "en", 1440],
        ["contrast", "en", 1024],
        ["light", "zh-CN", 1024],
        ["dark", "zh-CN", 700],
      ] as const) {
        await wear(app, { theme, language, width, height: 800 });
        await page.getByRole("button", { name: /1 (command running|条命令正在运行)/ }).click();
        await page.getByRole("log", { name: "stdout" }).getByText("green line").waitFor();
        await app.shot(`running-${theme}-${language}-${width}`);
        expect(await axeFaults(page)).toEqual([]);
        expect(await missingKeys(page, (text) => /^(run_program|delete_path)$/.test(text))).toEqual([]);
      }
      await wear(app, { theme: "light", language: "en", width: 1440, height: 800 });
    },
    180_000,
  );

  verifies(
    ["TOOL-05", "AUD-01"],
    "stopped by keyboard after a second look: it ends, the panel and the log say so",
    async () => {
      const { page } = app;
      expect(runs("9751")).toBe(true);
      await chip().focus();
      await page.keyboard.press("Enter");
      await panel().getByRole("button", { name: "Stop", exact: true }).focus();
      await page.keyboard.press("Enter");
      await panel().getByText("This ends the command and everything it started.").waitFor();
      await app.shot("running-stop");
      await page.keyboard.press("Enter");
      await panel().getByText("Ended: ").waitFor();
      expect(runs("9751")).toBe(false);
      await panel().getByText("Stopped").first().waitFor();
      await app.shot("running-stopped");
      await page.keyboard.press("Escape");
      await chip("No commands running").waitFor();
      const { items } = await ask(page, "audit.query", { types: ["command.stopDecided", "command.stopped"] });
      expect(items.map(({ event }) => event.type)).toEqual(["command.stopped", "command.stopDecided"]);
    },
    120_000,
  );

  verifies(
    ["TOOL-05"],
    "the call of an ended command leads to all it wrote",
    async () => {
      const { page } = app;
      await page.locator("[data-call-line]", { hasText: "exit 3" }).click();
      await page.getByText("Exit 3").first().waitFor();
      await app.shot("running-call");
      await page.getByRole("button", { name: /Output in full, kept whole/ }).click();
      await panel().getByRole("log", { name: "stdout" }).getByText("done").waitFor();
    },
    60_000,
  );
});
