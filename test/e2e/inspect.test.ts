import path from "node:path";
import { describe, expect } from "vitest";
import { verifies } from "../verifies.ts";
import type { TestApp } from "./app.ts";
import { ask, until, waitingOf } from "./drive.ts";
import { withApp } from "./opened.ts";
import { addServer } from "./forms.ts";

const lookup = path.resolve(import.meta.dirname, "../fixtures/servers/lookup.ts");

let app: TestApp;

withApp((opened) => {
  app = opened;
});

describe("looking into a server", () => {
  verifies(
    ["MCP-04", "MCP-06", "MCP-11"],
    "SEC-MCP-01: a tool whose words changed after its use shows old and new until the person decides; messages, history and use are there",
    async () => {
      const { page } = app;
      await addServer(page, { name: "Words", command: process.execPath, args: [lookup] });
      await page.getByText("Ready", { exact: true }).waitFor({ timeout: 60_000 });
      const server = (await ask(page, "server.list", {})).find(({ name }) => name === "Words");
      const serverId = server?.serverId as never;
      const { sessionId } = await ask(page, "server.callTool", {
        serverId,
        tool: "lookup",
        arguments: { q: "a" },
      });
      const { call, argsHash } = await waitingOf(page, sessionId);
      await ask(page, "approval.decide", { callId: call.callId, argsHash, decision: "allow" });

      await page.getByText("1 changed tool", { exact: true }).waitFor({ timeout: 60_000 });
      await page.getByRole("tab", { name: /^Tools/ }).click();
      await page.getByText("Changed", { exact: true }).waitFor({ timeout: 60_000 });
      await page
        .getByRole("button", { name: /lookup/ })
        .first()
        .click();
      const change = page.getByRole("region", { name: "The definition has changed" });
      await change.getByText("~/.ssh").first().waitFor({ timeout: 60_000 });
      await app.shot("tool-changed");
      await change.getByRole("button", { name: "Agree to the new one" }).click();
      await change.waitFor({ state: "detached" });
      await until("the new words", async () => {
        const now = (await ask(page, "server.list", {})).find(({ name }) => name === "Words");
        const tool = now?.tools.find(({ name }) => name === "lookup");
        return tool?.description.includes("~/.ssh") === true && tool.isChanged !== true ? true : undefined;
      });

      await page.getByRole("tab", { name: "Messages" }).click();
      const messages = page.getByRole("list", { name: "Messages between the app and the server" });
      const called = messages.getByRole("button", { name: /tools\/call.*request/ }).first();
      await called.click();
      await page.getByRole("button", { name: "Send again" }).click();
      await page.getByText("The call goes through the same rules").waitFor();
      await app.shot("server-messages");

      await page.getByRole("tab", { name: "Overview" }).click();
      await page.getByRole("heading", { name: "History" }).waitFor();
      await page.getByRole("heading", { name: "What it takes now" }).waitFor({ timeout: 60_000 });
      await app.shot("server-overview-inspected");
      expect(await page.getByText(/Ready · Said hello/).count()).toBe(1);

      await ask(page, "app.setAppearance", { theme: "dark", language: "zh-CN" });
      await page.reload();
      await page.getByRole("contentinfo").waitFor();
      await page.keyboard.press("Control+3");
      await page.getByRole("button", { name: /Words/ }).first().click();
      await page.getByRole("tab", { name: "消息" }).click();
      await page.getByText("已知的密钥会被替换").waitFor();
      await app.shot("server-messages-dark-zh");
      await page.getByRole("tab", { name: /^工具/ }).click();
      await page
        .getByRole("button", { name: /lookup/ })
        .first()
        .click();
      await page.getByText("提供给模型").waitFor();
      await app.shot("tool-controls-dark-zh");
    },
    240_000,
  );
});
