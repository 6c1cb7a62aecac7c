import path from "node:path";
import { describe, expect } from "vitest";
import { verifies } from "../verifies.ts";
import type { TestApp } from "./app.ts";
import { ask, until, waitingOf } from "./drive.ts";
import { addServer } from "./forms.ts";
import { withApp } from "./opened.ts";
import { sidewaysScrolls } from "./pageChecks.ts";

const fixture = (name: string): string => path.resolve(import.meta.dirname, `../fixtures/servers/${name}.ts`);

let app: TestApp;

withApp((opened) => {
  app = opened;
});

/** The level that the host tells of a server. */
const levelOf = async (name: string): Promise<string | undefined> =>
  (await ask(app.page, "server.list", {})).find((server) => server.name === name)?.logLevel;

describe("the log of a server that can log", () => {
  verifies(
    ["MCP-02", "MCP-11"],
    "its level is chosen by keyboard alone; a refusal says why and shows the level in force; others have no choice",
    async () => {
      const { page } = app;
      await addServer(page, {
        name: "Logger",
        command: process.execPath,
        args: [fixture("logging"), "stubborn"],
      });
      await page.getByText("Ready", { exact: true }).waitFor({ timeout: 60_000 });
      await page.getByRole("tab", { name: "Log" }).click();
      const field = page.getByRole("combobox", { name: "Log level" });
      await field.getByText("Up to the server").waitFor();
      for (let left = 5; left > 0 && !(await field.evaluate((one) => one === document.activeElement)); left--)
        await page.keyboard.press("Tab");
      const choose = async (letters: string): Promise<void> => {
        await page.keyboard.press("Enter");
        await page.getByRole("listbox").waitFor();
        await page.keyboard.type(letters);
        await page.keyboard.press("Enter");
        await page.getByRole("listbox").waitFor({ state: "detached" });
      };
      await choose("Warn");
      await field.getByText("Warning").waitFor();
      await until("the host tells it", async () =>
        (await levelOf("Logger")) === "warning" ? true : undefined,
      );
      expect(await page.getByRole("alert").count()).toBe(0);

      await choose("Debug");
      await page.getByText("The log level was not changed").waitFor();
      await page
        .getByText("no logging/setLevel here. It logs as before; choose another level")
        .first()
        .waitFor();
      await field.getByText("Warning").waitFor();
      await app.shot("log-level-refused");
      await choose("Err");
      await page.getByText("The log level was not changed").waitFor({ state: "detached" });
      await until("the host tells it", async () =>
        (await levelOf("Logger")) === "error" ? true : undefined,
      );
      const serverId = (await ask(page, "server.list", {})).find(({ name }) => name === "Logger")?.serverId;
      const { sessionId } = await ask(page, "server.callTool", {
        serverId: serverId as never,
        tool: "log",
        arguments: {},
      });
      const { call, argsHash } = await waitingOf(page, sessionId);
      await ask(page, "approval.decide", { callId: call.callId, argsHash, decision: "allow" });
      const lines = page.getByRole("log", { name: "Log" });
      await lines.getByText("[emergency] fixture: called").waitFor();
      expect(await lines.getByText("[error] fixture: called").count()).toBe(1);
      expect(await lines.getByText("[warning] fixture: called").count()).toBe(0);
      await app.shot("log-level");

      await ask(page, "app.setAppearance", { theme: "dark", language: "zh-CN" });
      await page.reload();
      await page.getByRole("contentinfo").waitFor();
      await page.keyboard.press("Control+3");
      await page
        .getByRole("button", { name: /Logger/ })
        .first()
        .click();
      await page.getByRole("tab", { name: "日志" }).click();
      const chinese = page.getByRole("combobox", { name: "日志级别" });
      await chinese.getByText("错误").waitFor();
      await chinese.click();
      await page.getByRole("option", { name: "调试" }).click();
      await page.getByText("没有接受此日志级别").first().waitFor();
      expect(await sidewaysScrolls(page)).toEqual([]);
      await app.shot("log-level-dark-zh");
      await ask(page, "app.setAppearance", { theme: "light", language: "en" });
      await page.reload();
      await page.getByRole("contentinfo").waitFor();

      await addServer(page, { name: "Mute", command: process.execPath, args: [fixture("logging"), "mute"] });
      await page.getByText("Ready", { exact: true }).waitFor({ timeout: 60_000 });
      await page.getByRole("tab", { name: "Log" }).click();
      await page.getByText("Nothing was written").waitFor();
      expect(await page.getByRole("combobox", { name: "Log level" }).count()).toBe(0);
    },
    240_000,
  );
});
