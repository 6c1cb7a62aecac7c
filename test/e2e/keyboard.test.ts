import { describe, expect } from "vitest";
import { verifies } from "../verifies.ts";
import { openApp, type TestApp } from "./app.ts";
import { ask, startDemo, until, waitingOf } from "./drive.ts";
import { cardOf, composerOf, hostReady, nextCard, sampleFile, TASK } from "./story.ts";
import { withApp } from "./opened.ts";

let app: TestApp;

withApp((opened) => {
  app = opened;
});

/** The focused element as a person would name it; `body` when the focus was lost. */
const focused = (): Promise<string> =>
  app.page.evaluate(() => {
    const element = document.activeElement;
    if (element === null || element === document.body) return "body";
    return `${element.tagName.toLowerCase()} ${element.getAttribute("aria-label") ?? element.textContent?.trim().slice(0, 40) ?? ""}`;
  });

/** Presses Tab until the focused element fits; fails after 40. */
const tabTo = async (what: RegExp): Promise<void> => {
  const seen: string[] = [];
  for (let count = 0; count < 40; count++) {
    const now = await focused();
    if (what.test(now)) return;
    seen.push(now);
    await app.page.keyboard.press("Tab");
  }
  throw new Error(`no Tab led to ${String(what)}; it went over ${seen.join(", ")}`);
};

/** Whether the focus can be seen: an outline or a ring of its own, or on the frame around a text field. */
const isFocusSeen = (): Promise<boolean> =>
  app.page.evaluate(() => {
    const drawn = (element: Element | null, pseudo?: string): boolean => {
      if (element === null) return false;
      const style = getComputedStyle(element, pseudo);
      return (
        (style.outlineStyle !== "none" && Number.parseFloat(style.outlineWidth) >= 1) ||
        style.boxShadow !== "none" ||
        (pseudo !== undefined && style.content !== "none")
      );
    };
    const element = document.activeElement;
    return (
      drawn(element) ||
      drawn(element, "::after") ||
      drawn(element?.closest(":focus-within:has(> textarea, > input)") ?? null) ||
      drawn(element?.parentElement ?? null)
    );
  });

/** The newest session and its calls that wait. */
const newest = async () => {
  const [item] = (await ask(app.page, "session.list", {})).items;
  if (item === undefined) throw new Error("there is no session");
  return item;
};
const place = (): Promise<string> =>
  app.page.getByRole("navigation").locator("[aria-current=page]").innerText();

/** Waits until a card takes decisions: its first half second is over. */
const armed = async (): Promise<void> => {
  await cardOf(app.page)
    .getByRole("button", { name: /^Reject/ })
    .and(app.page.locator("[aria-disabled=false]"))
    .waitFor();
};

describe("everything by keyboard", () => {
  verifies("UI-01", "a session is made by Ctrl+N, Tab and Enter, and the focus is never lost", async () => {
    const { page } = app;
    await page.keyboard.press("Control+n");
    await page.getByRole("dialog").waitFor();
    expect(await focused()).not.toBe("body");
    await tabTo(/input/);
    await page.keyboard.type("By keyboard");
    await tabTo(/Create session/);
    expect(await isFocusSeen()).toBe(true);
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await composerOf(page).waitFor();
    await until(
      "the focus in the message field",
      async () => ((await focused()).includes("Message to the agent") ? true : undefined),
      30_000,
    );
    expect((await newest()).title).toBe("By keyboard");
  });

  verifies(
    "UI-01",
    "Enter of an input method sends nothing, Shift+Enter breaks the line, Enter sends",
    async () => {
      const { page } = app;
      await composerOf(page).focus();
      await page.keyboard.type("你好");
      await composerOf(page).evaluate((field) => {
        const press = (init: KeyboardEventInit): boolean =>
          field.dispatchEvent(
            new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true, ...init }),
          );
        press({ isComposing: true });
        press({ keyCode: 229 });
      });
      await page.keyboard.press("Shift+Enter");
      expect(await composerOf(page).inputValue()).toBe("你好\n");
      const { sessionId } = await newest();
      expect((await ask(page, "session.snapshot", { sessionId })).turns).toEqual([]);
      await page.keyboard.press("Control+a");
      await page.keyboard.type(TASK);
      await page.keyboard.press("Enter");
      await page.getByRole("list").or(page.locator("main")).getByText(TASK).first().waitFor();
      expect(await composerOf(page).inputValue()).toBe("");
    },
  );

  verifies(
    ["UI-01", "GOV-04"],
    "a card takes no key in its first half second, then Ctrl+Enter accepts and Ctrl+Backspace rejects",
    async () => {
      const { page } = app;
      const { sessionId } = await newest();
      const first = await waitingOf(page, sessionId);
      // Leaves and comes back, so that the page sees the card appear while it watches for it.
      await page.keyboard.press("Control+4");
      await page.evaluate(() => {
        const own = window as never as { pressesAtMs: number[] };
        own.pressesAtMs = [];
        let shownAt = 0;
        const press = (): void => {
          const sinceMs = performance.now() - shownAt;
          // A busy machine may come back late: only what is surely early proves anything.
          if (sinceMs > 400) return;
          own.pressesAtMs.push(sinceMs);
          const target = document.activeElement ?? document.body;
          for (const init of [
            { key: "Enter", ctrlKey: true },
            { key: "Backspace", ctrlKey: true },
            { key: "Enter" },
          ])
            target.dispatchEvent(new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...init }));
          for (const button of document.querySelectorAll<HTMLElement>(
            "[data-approval] footer button[aria-disabled]",
          ))
            button.click();
          requestAnimationFrame(press);
        };
        const watcher = new MutationObserver(() => {
          if (document.querySelector("[data-approval]") === null) return;
          watcher.disconnect();
          shownAt = performance.now();
          press();
        });
        watcher.observe(document.body, { childList: true, subtree: true });
      });
      await page.keyboard.press("Control+1");
      await armed();
      expect(
        await page.evaluate(() => (window as never as { pressesAtMs: number[] }).pressesAtMs.length),
      ).toBeGreaterThan(0);
      expect((await waitingOf(page, sessionId)).call.callId).toBe(first.call.callId);

      expect(sampleFile(app, "main.mjs")).toContain("fibonacci(n - 1)");
      expect(await focused()).toMatch(/Reject/);
      expect(await isFocusSeen()).toBe(true);
      await page.keyboard.press("Control+Enter");
      await nextCard(page, "node --test");
      expect(sampleFile(app, "main.mjs")).not.toContain("fibonacci(n - 1)");
      await armed();
      expect(await focused()).not.toBe("body");
      await page.keyboard.press("Control+Backspace");
      await until("the refusal", async () =>
        (await ask(page, "session.snapshot", { sessionId })).calls.some((call) => call.state === "denied")
          ? true
          : undefined,
      );
      expect(await focused()).not.toBe("body");
    },
  );

  verifies(
    "UI-01",
    "the palette goes to places and changes the theme; numbers, I and the comma lead to places",
    async () => {
      const { page } = app;
      const palette = async (words: string): Promise<void> => {
        await page.keyboard.press("Control+k");
        await page.getByRole("dialog").waitFor();
        await page.keyboard.type(words);
        await page.keyboard.press("Enter");
        await page.getByRole("dialog").waitFor({ state: "detached" });
      };
      await palette("Go to Audit");
      expect(await place()).toMatch(/Audit/);
      for (const theme of ["dark", "high contrast", "light"]) {
        await palette(`Theme: ${theme}`);
        await page
          .locator(`html[data-theme=${theme === "high contrast" ? "contrast" : theme}]`)
          .waitFor({ state: "attached" });
      }
      for (const [keys, name] of [
        ["1", "Chat"],
        ["2", "Inbox"],
        ["3", "Servers"],
        ["4", "Models"],
        ["5", "Audit"],
        [",", "Settings"],
        ["i", "Inbox"],
      ] as const) {
        await page.keyboard.press(`Control+${keys}`);
        expect(await place()).toContain(name);
      }
    },
  );

  verifies(
    "UI-01",
    "a question mark shows all keys, Esc closes what is open, and the focus comes back",
    async () => {
      const { page } = app;
      await page.keyboard.press("Control+3");
      const first = page.locator("main button[data-row]").first();
      await first.focus();
      const before = await focused();
      await page.keyboard.press("?");
      const dialog = page.getByRole("dialog", { name: "Keys" });
      await dialog.waitFor();
      expect(await dialog.innerText()).toMatch(/Ctrl/);
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
      await until(
        "the focus where it was",
        async () => ((await focused()) === before ? true : undefined),
        30_000,
      );
      await page.keyboard.press("Enter");
      await page.getByRole("tab", { name: "Overview" }).waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Add server" }).waitFor();
    },
  );

  for (const [keys, name] of [
    ["1", "Chat"],
    ["3", "Servers"],
    ["4", "Models"],
    ["5", "Audit"],
    [",", "Settings"],
  ] as const)
    verifies("UI-01", `Tab walks over ${name}: each stop can be seen`, async () => {
      const { page } = app;
      await page.keyboard.press(`Control+${keys}`);
      const unseen: string[] = [];
      const stops = new Set<string>();
      for (let count = 0; count < 25; count++) {
        await page.keyboard.press("Tab");
        const now = await focused();
        stops.add(now);
        // The end of the page leads to the window itself, which draws its own focus.
        if (now !== "body" && !(await isFocusSeen())) unseen.push(now);
      }
      expect(unseen).toEqual([]);
      expect(stops.size).toBeGreaterThan(8);
    });
});

describe("the inbox with calls of two sessions", () => {
  verifies(["GOV-04", "UI-01"], "they are decided in any order, by mouse and by keyboard", async () => {
    await using own = await openApp({ language: "en", theme: "light" });
    const { page } = own;
    await hostReady(page);
    const one = await startDemo(page, "Session one");
    const two = await startDemo(page, "Session two");
    const three = await startDemo(page, "Session three");
    const [first, second, third] = [
      await waitingOf(page, one),
      await waitingOf(page, two),
      await waitingOf(page, three),
    ].map(({ call }) => call.callId);
    await page.keyboard.press("Control+i");
    const rows = page.getByRole("list", { name: "Calls that wait for you" }).locator("button[data-row]");
    await expect.poll(() => rows.count(), { timeout: 45_000 }).toBe(3);
    await own.shot("inbox-three");

    const waits = async (): Promise<string[]> =>
      (await ask(page, "approval.list", {})).map(({ call }) => call.callId);
    // The last one first, by mouse.
    await rows.filter({ hasText: "Session three" }).click();
    await cardOf(page)
      .getByRole("button", { name: /^Reject/ })
      .and(page.locator("[aria-disabled=false]"))
      .click();
    await expect.poll(waits, { timeout: 45_000 }).not.toContain(third);
    expect(await waits()).toEqual(expect.arrayContaining([first, second]));

    // Then the second by keys.
    const row = rows.filter({ hasText: "Session two" });
    await rows.first().focus();
    await page.keyboard.press("j");
    await expect
      .poll(() => row.evaluate((element) => element === document.activeElement), { timeout: 45_000 })
      .toBe(true);
    await page.keyboard.press("Enter");
    await page
      .locator(`[data-approval="${second ?? ""}"]`)
      .getByRole("button", { name: /^Reject/ })
      .and(page.locator("[aria-disabled=false]"))
      .waitFor();
    await page.keyboard.press("Control+Enter");
    await expect.poll(waits, { timeout: 45_000 }).not.toContain(second);
    expect(await waits()).toContain(first);
    await expect
      .poll(() => sampleFile(own, "main.mjs"), { timeout: 45_000 })
      .not.toContain("fibonacci(n - 1)");
    await own.shot("inbox-decided");
  });
});
