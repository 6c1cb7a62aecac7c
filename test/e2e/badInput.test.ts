import { execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from "node:fs";
import path from "node:path";
import { describe, expect } from "vitest";
import { tempDir } from "../fakes/hostProcess.ts";
import { makeWorkspace } from "../fakes/workspace.ts";
import { verifies } from "../verifies.ts";
import { electronPath, openApp, testSwitches, type TestApp } from "./app.ts";
import { ask, playDemo, startDemo, until } from "./drive.ts";
import { newSession } from "./forms.ts";
import { composerOf, hostReady, send } from "./story.ts";
import { withApp } from "./opened.ts";

const root = path.resolve(import.meta.dirname, "../..");

describe("folders, starts and files that are not as they should be", () => {
  let app: TestApp;
  withApp((opened) => {
    app = opened;
  });

  verifies(
    "UI-03",
    "a folder that is gone: marked where it is listed, refused with words where it went meanwhile, replaced by a button",
    async () => {
      const { page } = app;
      using gone = makeWorkspace({ "a.txt": "a" });
      using going = makeWorkspace({ "b.txt": "b" });
      using other = makeWorkspace({ "c.txt": "c" });
      await ask(page, "workspace.open", { path: gone.path });
      await ask(page, "workspace.open", { path: going.path });
      rmSync(gone.path, { recursive: true });
      await page.keyboard.press("Control+n");
      const dialog = page.getByRole("dialog", { name: "New session" });
      const missing = dialog.getByRole("radio", { name: path.basename(gone.path) });
      expect(await missing.innerText()).toContain("Not found");
      expect(await missing.isDisabled()).toBe(true);

      await dialog.getByRole("radio", { name: path.basename(going.path) }).click();
      await dialog.getByRole("textbox", { name: "Title" }).fill("Kept title");
      rmSync(going.path, { recursive: true });
      await dialog.getByRole("button", { name: "Create session" }).click();
      const failure = dialog.getByRole("alert");
      await failure.waitFor();
      expect(await failure.innerText()).toMatch(
        /could not be created[\s\S]*There is no folder[\s\S]*choose another folder/,
      );
      expect(await dialog.getByRole("textbox", { name: "Title" }).inputValue()).toBe("Kept title");
      await app.shot("bad-folder-gone");

      await app.electron.evaluate(({ dialog: native }, folder) => {
        native.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [folder] });
      }, other.path);
      await dialog.getByRole("button", { name: "Choose folder" }).click();
      await dialog
        .getByRole("radio", { name: path.basename(other.path) })
        .and(page.locator("[aria-checked=true]"))
        .waitFor();
      await dialog.getByRole("button", { name: "Create session" }).click();
      await dialog.waitFor({ state: "detached" });
      await composerOf(page).waitFor();
      expect((await ask(page, "session.list", {})).items[0]).toMatchObject({
        title: "Kept title",
        workspacePath: other.path,
      });
    },
  );

  verifies(
    "UI-03",
    "a second start with the same data ends by itself and leaves the first window as it is",
    async () => {
      const { page } = app;
      const second = spawn(electronPath(), [root, ...testSwitches(app.userData)], {
        cwd: root,
        stdio: "pipe",
      });
      let words = "";
      second.stderr.on("data", (chunk: Buffer) => (words += chunk.toString()));
      second.stdout.resume();
      const code = await new Promise<number | null>((resolve) => second.once("exit", resolve));
      expect([code, words]).toEqual([0, expect.stringContaining("already running")]);
      await hostReady(page);
      expect(app.electron.windows()).toHaveLength(1);
      expect(await page.getByRole("textbox", { name: "Message to the agent" }).isVisible()).toBe(true);
    },
  );
});

/** Overwrites the third page of a database, as a bad disk does. */
const damage = (file: string): Buffer => {
  const fd = openSync(file, "r+");
  writeSync(fd, Buffer.alloc(4096, 0xff), 0, 4096, 8192);
  closeSync(fd);
  return readFileSync(file);
};

describe("a log that cannot be used", () => {
  verifies(
    ["AUD-01", "UI-03"],
    "a damaged database: the app starts, says so, keeps the file, and shows what could be saved",
    async () => {
      const userData = tempDir("damaged");
      {
        await using app = await openApp({ userData, language: "en", theme: "light" });
        await hostReady(app.page);
        await playDemo(app.page, await startDemo(app.page, "Before the damage"));
      }
      const bad = damage(path.join(userData, "events.db"));

      await using app = await openApp({ userData });
      const { page } = app;
      await hostReady(page);
      const banner = page.getByRole("alert").filter({ hasText: "The event log was damaged." });
      await banner.waitFor();
      const kept = readdirSync(userData).filter((name) => /^events\.damaged-.*\.db$/.test(name));
      expect(kept).toHaveLength(1);
      expect(await banner.innerText()).toContain(kept[0]);
      expect(readFileSync(path.join(userData, kept[0] ?? "")).equals(bad)).toBe(true);
      await banner.getByRole("button", { name: "Show data folder" }).waitFor();
      await page.getByRole("contentinfo").getByText("Log damaged").waitFor();
      await page.getByRole("region", { name: "Sessions" }).getByText("Before the damage").waitFor();
      await app.shot("bad-log-damaged");
      // And it goes on.
      const { sessionId } = (await ask(page, "session.list", {})).items[0] ?? {};
      expect(sessionId).toBeDefined();
      await newSession(page, "Demonstration", "After the damage");
      await app[Symbol.asyncDispose]();
      rmSync(userData, { recursive: true, force: true });
    },
  );

  /** A real small file system where this machine lets us have one. */
  const mounted = (folder: string): boolean => {
    try {
      execFileSync("mount", ["-t", "tmpfs", "-o", "size=64m", "tmpfs", folder], { stdio: "ignore" });
      return true;
    } catch {
      return false;
    }
  };

  verifies(
    ["AUD-01", "UI-03"],
    "a full disk: said so, nothing runs, the message stays in the field, and it goes on once there is space",
    async () => {
      const userData = tempDir("full");
      const isSmall = mounted(userData);
      // Where no small disk can be had, the integration test of the log with a page limit is the proof.
      if (isSmall) await fillAndFree(userData).finally(() => execFileSync("umount", ["-l", userData]));
      rmSync(userData, { recursive: true, force: true });
    },
  );
});

const fillAndFree = async (userData: string): Promise<void> => {
  await using app = await openApp({ userData, language: "en", theme: "light" });
  const { page } = app;
  await hostReady(page);
  const sessionId = await newSession(page, "Demonstration", "On a full disk");
  const filler = path.join(userData, "filler");
  mkdirSync(filler);
  const fill = (): void => {
    for (const bytes of [1_048_576, 4096]) {
      const fd = openSync(path.join(filler, String(bytes)), "w");
      try {
        for (;;) writeSync(fd, Buffer.alloc(bytes, 1));
      } catch (cause) {
        if ((cause as NodeJS.ErrnoException).code !== "ENOSPC") throw cause;
      } finally {
        closeSync(fd);
      }
    }
  };
  fill();
  // Random, because the log keeps long texts compressed.
  const text = `Please note this: ${randomBytes(400_000).toString("base64")}`;
  await send(page, text);
  const said = page
    .getByRole("alert")
    .filter({ hasText: /disk is full/i })
    .first();
  await said.waitFor({ timeout: 60_000 }).finally(() => app.shot("bad-disk-full"));
  expect(await composerOf(page).inputValue()).toBe(text);
  rmSync(filler, { recursive: true });
  await until("the message is taken", async () => {
    await composerOf(page).press("Enter");
    const { turns } = await ask(page, "session.snapshot", { sessionId: sessionId as never });
    return turns[0]?.text === text ? true : undefined;
  });
};
