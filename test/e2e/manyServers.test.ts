import path from "node:path";
import { describe, expect } from "vitest";
import { verifies } from "../verifies.ts";
import type { TestApp } from "./app.ts";
import { ask, until } from "./drive.ts";
import { withApp } from "./opened.ts";
import { showSession } from "./forms.ts";
import { composerOf } from "./story.ts";

const WELL = 19;
const fixtures = path.resolve(import.meta.dirname, "../fixtures/servers");

let app: TestApp;
withApp((opened) => {
  app = opened;
});

describe("twenty servers at once", () => {
  verifies(
    ["MCP-06", "UI-01"],
    "start side by side while a person writes; one hangs, shows that it does, and is stopped by itself",
    async () => {
      const { page } = app;
      const { workspaceId } = await ask(page, "workspace.openSample", {});
      const demo = (await ask(page, "model.list", {})).find((model) => model.isDemo);
      if (demo === undefined) throw new Error("there is no demonstration model");
      await ask(page, "session.create", { workspaceId, modelId: demo.modelId, title: "Twenty" });
      const ids: string[] = [];
      for (let at = 0; at <= WELL; at++) {
        const file = path.join(fixtures, at === WELL ? "hang.ts" : "plain.ts");
        const { serverId } = await ask(page, "server.add", {
          name: at === WELL ? "hanging" : `well-${at}`,
          transport: { kind: "stdio", command: process.execPath, args: [file] },
        });
        ids.push(serverId);
      }
      await showSession(page, "Twenty");
      const started = Promise.all(
        ids
          .slice(0, WELL)
          .map(async (serverId) => ask(page, "server.start", { serverId: serverId as never })),
      );
      const hanging = ask(page, "server.start", { serverId: ids[WELL] as never }).catch(
        (error: unknown) => error,
      );
      const composer = composerOf(page);
      await composer.pressSequentially("written meanwhile");
      expect(await composer.inputValue()).toBe("written meanwhile");
      await started;
      const states = async (): Promise<string[]> =>
        (await ask(page, "server.list", {}))
          .filter(({ name }) => /^well-/.test(name))
          .map(({ state }) => state);
      expect(await states()).toEqual(Array(WELL).fill("ready"));
      await page.keyboard.press("Control+3");
      const card = page.getByRole("listitem").filter({ hasText: "hanging" });
      await card.getByText("Starting", { exact: true }).waitFor();
      await app.shot("many-servers");
      await card.getByRole("button", { name: /^Stop/ }).click();
      await hanging;
      await until("the hanging one is stopped", async () =>
        (await ask(page, "server.list", {})).some(
          ({ name, state }) => name === "hanging" && (state === "stopped" || state === "failed"),
        )
          ? true
          : undefined,
      );
      expect(await states()).toEqual(Array(WELL).fill("ready"));
      await app.shot("many-servers-stopped");
    },
  );
});
