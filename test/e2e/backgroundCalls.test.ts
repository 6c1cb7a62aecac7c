import { existsSync } from "node:fs";
import path from "node:path";
import type { Locator } from "playwright-core";
import { describe, expect } from "vitest";
import type { SessionId } from "../../shared/contract/index.ts";
import { calls, says } from "../fakes/modelServer.ts";
import type { TestWorkspace } from "../fakes/workspace.ts";
import { verifies } from "../verifies.ts";
import type { TestApp } from "./app.ts";
import { ask, until, wear } from "./drive.ts";
import { showSession } from "./forms.ts";
import { withScriptedSession } from "./opened.ts";
import { axeFaults, missingKeys, sidewaysScrolls } from "./pageChecks.ts";
import { decide, nextCard, send } from "./story.ts";

const held = path.resolve(import.meta.dirname, "../fixtures/servers/held.ts");

let app: TestApp;
let workspace: TestWorkspace;
let sessionId: SessionId;

const file = (): string => path.join(workspace.path, "report");

withScriptedSession(
  {
    title: "Long work",
    files: {},
    replies: (_request, index) =>
      index === 0
        ? calls("long__hold", { file: file() })
        : says(index === 1 ? "I go on without it." : "I still wait for it."),
  },
  (opened) => {
    ({ app, workspace, sessionId } = opened);
  },
);

const row = () => app.page.locator("[data-call]", { hasText: "hold" });
const line = () => app.page.locator("[data-call-line]", { hasText: "hold" });
const inspector = () => app.page.getByRole("region", { name: "Call", exact: true });
const stop = () => app.page.getByRole("button", { name: "Stop this call" });

/** Whether nothing of an element is cut off by the one it stands in. */
const isWhole = (element: Locator): Promise<boolean> =>
  element.evaluate((shown) => {
    const frame = shown.parentElement?.getBoundingClientRect();
    return shown.getBoundingClientRect().right <= (frame?.right ?? 0);
  });

/** Keeps a picture of the window, and finds nothing wrong with it. */
const checked = async (name: string): Promise<void> => {
  await app.shot(name);
  expect(await axeFaults(app.page)).toEqual([]);
  expect(await sidewaysScrolls(app.page)).toEqual([]);
  expect(await missingKeys(app.page, () => false)).toEqual([]);
};

describe("a call that goes on in the background, in the real window", () => {
  verifies(
    "MCP-12",
    "after its limit its row says so and its time counts on, although the turn has ended",
    async () => {
      const { page } = app;
      const { serverId } = await ask(page, "server.add", {
        name: "long",
        transport: { kind: "stdio", command: process.execPath, args: [held] },
        callTimeoutMs: 1000,
      });
      await ask(page, "server.start", { serverId });
      await until("the server is ready", async () =>
        (await ask(page, "server.list", {})).find(({ name, state }) => name === "long" && state === "ready"),
      );
      await showSession(page, "Long work");
      await send(page, "Do the long work.");
      const card = await nextCard(page, "hold");
      await app.shot("background-card");
      await decide(page, card, "Accept");
      await page.getByText("I go on without it.").waitFor();
      await row().getByText("In background").waitFor();
      await app.shot("background-row");
      const shown = await row().textContent();
      await until("its time counts on", async () => (await row().textContent()) !== shown || undefined);
      const { state, calls: open } = await ask(page, "session.snapshot", { sessionId });
      expect(state).toBe("idle");
      expect(open[0]?.state).toBe("running");
    },
    120_000,
  );

  verifies(
    ["MCP-12", "UI-01"],
    "the person goes on with the session meanwhile",
    async () => {
      const { page } = app;
      await send(page, "And now?");
      await page.getByText("I still wait for it.").waitFor();
      await row().getByText("In background").waitFor();
      await app.shot("background-next");
    },
    120_000,
  );

  verifies(
    ["MCP-12", "UI-01"],
    "row and inspector are whole in every look",
    async () => {
      const { page } = app;
      for (const [theme, language, width] of [
        ["light", "en", 1440],
        ["dark", "en", 1440],
        ["contrast", "en", 1024],
        ["light", "zh-CN", 1024],
        ["dark", "zh-CN", 800],
      ] as const) {
        await wear(app, { theme, language, width, height: 800 });
        await line()
          .getByText(/In background|后台运行/)
          .waitFor();
        await line().click();
        await page.getByRole("button", { name: /Stop this call|停止此调用/ }).waitFor();
        await checked(`background-${theme}-${language}-${width}`);
        await page.getByRole("tab", { name: /Timeline|时间线/ }).click();
        expect(await isWhole(row().getByTitle(/In background|后台运行/))).toBe(true);
        await checked(`background-row-${theme}-${language}-${width}`);
      }
      await wear(app, { theme: "light", language: "en", width: 1440, height: 860 });
    },
    180_000,
  );

  verifies(
    ["MCP-12", "UI-01"],
    "stopped by keyboard in the inspector: the server hears of it, the row says so, the bar is gone",
    async () => {
      const { page } = app;
      await line().click();
      await inspector().getByText("Outlasted its time limit").waitFor();
      await inspector().getByText("Still running: long__hold has not answered").waitFor();
      await stop().focus();
      await page.keyboard.press("Enter");
      await stop().waitFor({ state: "detached" });
      await inspector().getByText("This call was stopped while it went on in the background.").waitFor();
      // The keys of who stopped it go on where they were.
      await inspector().locator('[role="tab"][aria-selected="true"]:focus').waitFor();
      await app.shot("background-stopped");
      await until("the server hears of it", async () => existsSync(`${file()}.stopped`) || undefined);
      await line().getByText("Cancelled").last().waitFor();
      await page.getByRole("tab", { name: "Timeline" }).click();
      await row().getByText("Cancelled").waitFor();
      expect(await row().getByText("In background").count()).toBe(0);
      await app.shot("background-stopped-row");
    },
    60_000,
  );
});
