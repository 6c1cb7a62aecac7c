import { afterAll, beforeAll, describe, expect } from "vitest";
import type { Appearance } from "../../shared/contract/index.ts";
import { verifies } from "../verifies.ts";
import { openApp, type TestApp } from "./app.ts";
import { ask, playDemo, startDemo, waitingOf } from "./drive.ts";
import { axeFaults, englishWords, missingKeys, sidewaysScrolls } from "./pageChecks.ts";
import { TASK } from "./story.ts";
import { keepFailureShots } from "./failureShot.ts";

/** How a page is reached, from any other one, by keys alone where there are keys. */
interface PageView {
  readonly name: string;
  open(app: TestApp): Promise<void>;
  close?(app: TestApp): Promise<void>;
}

const press = (keys: string) => (app: TestApp) => app.page.keyboard.press(keys);
const escape = press("Escape");

let app: TestApp;
let finished = "";

/** Opens a session by its row in the list. */
const openSession = async ({ page }: TestApp, title: string): Promise<void> => {
  await page.keyboard.press("Control+1");
  await page.locator("button[data-row]", { hasText: title }).first().click();
};
const DONE = "Fibonacci, finished";
const WAITS = "Fibonacci, waiting";

const openDialog =
  (keys: string) =>
  async ({ page }: TestApp): Promise<void> => {
    await page.keyboard.press("Control+3");
    await page.locator("h1").first().click();
    await page.keyboard.press(keys);
    await page.getByRole("dialog").waitFor();
  };
const closeDialog = async ({ page }: TestApp): Promise<void> => {
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
};

const places: readonly PageView[] = [
  {
    name: "chat-finished",
    open: async (one) => {
      await openSession(one, DONE);
      await one.page.locator("article, [role=article], p").first().waitFor();
    },
  },
  {
    name: "chat-call",
    open: async (one) => {
      await openSession(one, DONE);
      await one.page.locator("aside, section").getByText("edit_file").last().click();
    },
    close: escape,
  },
  {
    name: "chat-waiting",
    open: async (one) => {
      await openSession(one, WAITS);
      await one.page.locator("article .editor.modified .view-line").first().waitFor();
    },
  },
  {
    name: "inbox-waiting",
    open: async (one) => {
      await one.page.keyboard.press("Control+2");
      await one.page.locator("article .editor.modified .view-line").first().waitFor();
    },
  },
  { name: "servers", open: press("Control+3") },
  {
    name: "server",
    open: async ({ page }) => {
      await page.keyboard.press("Control+3");
      await page.locator("button[data-row]").first().click();
      await page.getByRole("tab").nth(1).click();
      await page
        .locator("summary", { hasText: "read_file" })
        .or(page.getByText("read_file"))
        .first()
        .waitFor();
    },
    close: escape,
  },
  { name: "models", open: press("Control+4") },
  {
    name: "audit",
    open: async ({ page }) => {
      await page.keyboard.press("Control+5");
      await page.getByRole("row").nth(3).click();
    },
  },
  { name: "settings", open: press("Control+,") },
  { name: "palette", open: openDialog("Control+k"), close: closeDialog },
  { name: "new-session", open: openDialog("Control+n"), close: closeDialog },
  { name: "keys", open: openDialog("?"), close: closeDialog },
];
const emptyPages: readonly PageView[] = [
  { name: "chat-empty", open: press("Control+1") },
  { name: "inbox-empty", open: press("Control+2") },
];

const looks = [
  { theme: "light", language: "en" },
  { theme: "dark", language: "zh-CN" },
  { theme: "contrast", language: "en" },
] as const satisfies readonly Appearance[];

/** Names that are no keys of translations: events of the log, files. */
const isName = (text: string): boolean =>
  /\.(?:m?js|ts|json|md|db|cjs)$/.test(text) ||
  /^(?:session|turn|step|call|message|host|server|model|approval|app|workspace|file|config|settings|client)\.[A-Za-z.]+$/.test(
    text,
  ) ||
  /^[a-z]+_[a-z]+$/.test(text);

const wear = async (look: Appearance): Promise<void> => {
  await ask(app.page, "app.setAppearance", look);
  await app.page.reload();
  await app.page.getByRole("contentinfo").waitFor();
  await app.page.locator("html[lang]").waitFor({ state: "attached" });
};

/** Opens a page, keeps its picture and says what is wrong with it. */
const faultsOf = async (view: PageView, look: Appearance): Promise<string[]> => {
  await view.open(app);
  // A page's code comes when it is first opened; until then there is neither page nor skeleton.
  await app.page.locator("h1").first().waitFor({ state: "attached" });
  await app.page.waitForFunction(() => document.querySelector('[class*="skeleton" i]') === null);
  await app.shot(`page-${view.name}-${look.theme}-${look.language}`);
  const found = [
    ...(await axeFaults(app.page)).map((fault) => `axe ${fault}`),
    ...(await missingKeys(app.page, isName)).map((fault) => `key ${fault}`),
    ...(look.language === "zh-CN" ? await englishWords(app.page, content) : []).map(
      (fault) => `english ${fault}`,
    ),
    ...(await sidewaysScrolls(app.page)).map((fault) => `sideways ${fault}`),
  ];
  await view.close?.(app);
  return found.map((fault) => `${view.name} ${look.theme} ${look.language}: ${fault}`);
};

/** What the pages show that is not the interface's own: titles, names and texts of the demonstration. */
let content: readonly string[] = [];

const written = async (): Promise<string[]> => {
  const state = await ask(app.page, "session.snapshot", { sessionId: finished as never });
  const servers = await ask(app.page, "server.list", {});
  return [
    TASK,
    DONE,
    WAITS,
    "sample-workspace",
    ...state.turns.map(({ text }) => text),
    ...state.steps.map(({ text }) => text),
    ...state.calls.flatMap((call) => [call.tool, call.preview ?? "", JSON.stringify(call.arguments)]),
    ...servers.flatMap((server) => [
      server.name,
      ...server.tools.flatMap((tool) => [tool.name, tool.description ?? ""]),
    ]),
  ];
};

beforeAll(async () => {
  app = await openApp();
  await app.page.getByText("Host running").waitFor({ timeout: 60_000 });
});
keepFailureShots(() => app);
afterAll(async () => {
  await app[Symbol.asyncDispose]();
});

describe("every page in every theme and both languages", () => {
  verifies("UI-01", "empty pages are clean", async () => {
    const faults: string[] = [];
    for (const look of looks) {
      await wear(look);
      for (const view of emptyPages) faults.push(...(await faultsOf(view, look)));
    }
    expect(faults).toEqual([]);
  });

  for (const look of looks)
    verifies(
      "UI-01",
      `full pages are clean, ${look.theme}, ${look.language}`,
      async () => {
        if (finished === "") {
          // In this order: once the file is changed a second demonstration has nothing to propose.
          await waitingOf(app.page, await startDemo(app.page, WAITS));
          finished = await startDemo(app.page, DONE);
          await playDemo(app.page, finished);
          content = await written();
        }
        await wear(look);
        const faults: string[] = [];
        for (const view of places) faults.push(...(await faultsOf(view, look)));
        expect(faults).toEqual([]);
      },
      400_000,
    );

  verifies(
    "UI-01",
    "no page scrolls sideways in a narrow window",
    async () => {
      await wear({ theme: "light", language: "en" });
      const faults: string[] = [];
      for (const width of [1024, 800]) {
        await app.resize(width, 700);
        for (const view of places.filter(({ name }) => width > 900 || name !== "chat-call")) {
          if (width <= 900 && view.name.startsWith("chat")) await app.page.getByRole("contentinfo").waitFor();
          await view.open(app);
          await app.shot(`page-${view.name}-${width}`);
          faults.push(...(await sidewaysScrolls(app.page)).map((fault) => `${view.name} ${width}: ${fault}`));
          await view.close?.(app);
        }
      }
      await app.resize(1440, 860);
      expect(faults).toEqual([]);
    },
    400_000,
  );
});
