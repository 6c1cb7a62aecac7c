import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { tempDir } from "../fakes/hostProcess.ts";
import { verifies } from "../verifies.ts";
import type { TestApp } from "./app.ts";
import { until } from "./drive.ts";
import { withApp } from "./opened.ts";
import { cardOf } from "./story.ts";

const filesystem = path.resolve(
  import.meta.dirname,
  "../../node_modules/@modelcontextprotocol/server-filesystem/dist/index.js",
);

let app: TestApp;
let folder: string;

beforeAll(() => {
  folder = tempDir("keys");
  mkdirSync(path.join(folder, "open"));
  writeFileSync(path.join(folder, "open/a.txt"), "read by keys\n");
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});
withApp((opened) => {
  app = opened;
});

const press = (keys: string): Promise<void> => app.page.keyboard.press(keys);

/** What has the keys, as a person would name it. */
const focused = (): Promise<string> =>
  app.page.evaluate(() => {
    const at = document.activeElement;
    const label =
      at instanceof HTMLElement && "labels" in at ? (at.labels as NodeList)[0]?.textContent : null;
    return `${at?.tagName ?? ""} ${at?.getAttribute("aria-label") ?? label ?? at?.textContent ?? ""}`;
  });

/** Goes on by one key until the focus is on what is named; fails after a round of the page. */
const goTo = async (what: RegExp, key = "Tab"): Promise<void> => {
  const seen: string[] = [];
  for (let n = 0; n < 40; n++) {
    await press(key);
    seen.push((await focused()).slice(0, 60));
    if (what.test(seen.at(-1) ?? "")) return;
  }
  throw new Error(`${what.source} was not among ${seen.join(", ")}`);
};

const hasKeys = async (what: string): Promise<void> => {
  await until(what, async () => ((await focused()).startsWith("BODY") ? undefined : true));
};

describe("servers by the keyboard alone", () => {
  verifies(
    ["UI-03", "MCP-08"],
    "added, a tool called by hand and allowed, and back again; the keys are never lost",
    async () => {
      const { page } = app;
      await press("Control+3");
      await goTo(/Add server/);
      await press("Enter");
      const dialog = page.getByRole("dialog", { name: "Add server" });
      await dialog.waitFor();
      await page.keyboard.type("files");
      await goTo(/Program/);
      await page.keyboard.type(process.execPath);
      await goTo(/Arguments/);
      await page.keyboard.insertText(`${filesystem}\n${path.join(folder, "open")}`);
      await goTo(/Save and start/);
      await press("Enter");
      await dialog.waitFor({ state: "detached" });
      await page.getByText("Ready", { exact: true }).first().waitFor({ timeout: 60_000 });
      await hasKeys("the keys after the dialog");

      await goTo(/Overview/);
      await press("ArrowRight");
      await goTo(/read_file/);
      await goTo(/read_text_file/, "ArrowDown");
      await press("Enter");
      await goTo(/TEXTAREA path/);
      await page.keyboard.type(path.join(folder, "open/a.txt"));
      await goTo(/Call tool/);
      await press("Enter");
      const card = cardOf(page);
      await card.waitFor();
      // A new card ignores its first half second.
      await until("the card to be accepted", async () => {
        if (await card.isVisible()) await press("Control+Enter");
        return (await card.isVisible()) ? undefined : true;
      });
      await page.getByText("read by keys").first().waitFor();
      await hasKeys("the keys after the card");

      await press("Escape");
      await page.getByRole("heading", { name: "Servers", exact: true }).waitFor();
      expect(await focused()).toMatch(/^BUTTON files/);
      await press("Enter");
      await page.getByRole("heading", { name: "files" }).waitFor();
      await hasKeys("the keys on the page that was opened");
    },
    180_000,
  );
});
