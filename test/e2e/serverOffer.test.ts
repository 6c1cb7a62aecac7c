import { rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { tempDir } from "../fakes/hostProcess.ts";
import { calls, says, startModelServer, type ModelServer } from "../fakes/modelServer.ts";
import { makeWorkspace, type TestWorkspace } from "../fakes/workspace.ts";
import { startRegistry, type TestRegistry } from "../integration/servers/registryServer.ts";
import { verifies } from "../verifies.ts";
import { openApp, type TestApp } from "./app.ts";
import { ask, scriptedSession, wear } from "./drive.ts";
import { keepFailureShots } from "./failureShot.ts";
import { showSession } from "./forms.ts";
import { axeFaults, missingKeys } from "./pageChecks.ts";
import { hostReady, send } from "./story.ts";

const NEED = "Read the open issues of a Jira project.";

let app: TestApp;
let model: ModelServer;
let registry: TestRegistry;
let workspace: TestWorkspace;

beforeAll(async () => {
  workspace = makeWorkspace();
  registry = await startRegistry([
    {
      name: "io.example/jira-issues",
      title: "Jira issues",
      description: "Reads and writes issues of Jira.",
      version: "1.0.0",
      remotes: [{ type: "streamable-http", url: "https://mcp.example.com/jira" }],
    },
    { name: "io.example/weather", description: "Says the weather.", version: "1.0.0" },
  ]);
  model = await startModelServer([
    calls("find_servers", { keyword: "jira", need: NEED }),
    says("I have no tool that reads Jira, so I could not list its open issues."),
  ]);
  app = await openApp({ language: "en", theme: "light", userData: tempDir("offer") });
  await hostReady(app.page);
  await ask(app.page, "settings.set", { registryUrl: registry.baseUrl });
  await scriptedSession(app.page, { folder: workspace.path, baseUrl: model.baseUrl, title: "Jira" });
});
keepFailureShots(() => app);
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await model.close();
  await registry[Symbol.asyncDispose]();
  workspace[Symbol.dispose]();
  rmSync(app.userData, { recursive: true, force: true });
});

const offer = () => app.page.getByRole("complementary", { name: "A server is missing" });

describe("a tool that is missing, in the real window", () => {
  verifies(
    "MCP-05",
    "fitting servers of the registry are one click away; before it nobody is asked, and nothing is started",
    async () => {
      const { page } = app;
      await showSession(page, "Jira");
      await send(page, "Which issues are open in Jira?");
      await page.getByText("I have no tool that reads Jira").waitFor();
      await offer().getByText(NEED).waitFor();
      await app.shot("server-offer");
      expect(await axeFaults(page)).toEqual([]);
      expect(registry.asked).toEqual([]);
      await offer().getByRole("button", { name: "Look for “jira” in the registry" }).focus();
      await page.keyboard.press("Enter");
      const dialog = page.getByRole("dialog", { name: "Add server" });
      await dialog.getByText("Jira issues").waitFor();
      expect(await dialog.getByRole("textbox", { name: "Search by name" }).inputValue()).toBe("jira");
      expect(await dialog.getByText("io.example/weather").count()).toBe(0);
      await app.shot("server-offer-registry");
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
      const servers = await ask(page, "server.list", {});
      expect(servers.filter(({ transport }) => transport.kind !== "bundled")).toEqual([]);
    },
    120_000,
  );

  verifies(
    ["MCP-05", "UI-01"],
    "the offer stands in every look",
    async () => {
      const { page } = app;
      for (const [theme, language, width] of [
        ["dark", "en", 1440],
        ["contrast", "en", 1024],
        ["dark", "zh-CN", 800],
      ] as const) {
        await wear(app, { theme, language, width, height: 800 });
        await page.getByText(NEED).first().waitFor();
        await app.shot(`server-offer-${theme}-${language}-${width}`);
        expect(await axeFaults(page)).toEqual([]);
        expect(await missingKeys(page, (text) => text === "find_servers")).toEqual([]);
      }
    },
    120_000,
  );
});
