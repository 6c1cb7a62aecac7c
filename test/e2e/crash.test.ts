import { readFileSync, rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { tempDir } from "../fakes/hostProcess.ts";
import { calls, says, startModelServer, type ModelServer } from "../fakes/modelServer.ts";
import { makeWorkspace, type TestWorkspace } from "../fakes/workspace.ts";
import { verifies } from "../verifies.ts";
import { openApp, type TestApp } from "./app.ts";
import { ask, until } from "./drive.ts";
import { addModel, newSession, showSession, switchModel } from "./forms.ts";
import { cardOf, composerOf, decide, hostReady, nextCard, send } from "./story.ts";
import { keepFailureShots } from "./failureShot.ts";

/** What the model says when it is given tools, in turn. The test of the models page gives none. */
const story = [
  calls("read_file", { path: "a.txt" }),
  calls("edit_file", { path: "a.txt", old_str: "one", new_str: "two" }),
  calls("run_command", { command: "cat a.txt" }),
  says("It says two."),
  calls("run_command", { command: "sleep 60" }),
  says("I looked again and go on."),
  calls("read_file", { path: "b.txt" }),
  calls("edit_file", { path: "b.txt", old_str: "one", new_str: "two" }),
  says("The second file is done too."),
  says("Here again."),
];

const userData = tempDir("crash");
let app: TestApp;
let model: ModelServer;
let workspace: TestWorkspace;

beforeAll(async () => {
  workspace = makeWorkspace({ "a.txt": "one\n", "b.txt": "one\n" });
  model = await startModelServer(({ body }) =>
    body.tools?.length ? (story.shift() ?? says("The script is over.")) : says("Yes."),
  );
  app = await openApp({ userData, language: "en", theme: "light" });
  await hostReady(app.page);
});
keepFailureShots(() => app);
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await model.close();
  workspace[Symbol.dispose]();
  rmSync(userData, { recursive: true, force: true });
});

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    // A process that ended and was not waited for by its parent is not alive either.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
};

const snapshot = async () => {
  const [item] = (await ask(app.page, "session.list", {})).items;
  if (item === undefined) throw new Error("the session is not there");
  return ask(app.page, "session.snapshot", { sessionId: item.sessionId });
};

/** The pids of everything of the app that is not the main process: host, servers. */
const pids = async (): Promise<number[]> => {
  const host = await ask(app.page, "host.info", {});
  const servers = await ask(app.page, "server.list", {});
  return [host.pid, ...servers.flatMap(({ pid }) => (pid === undefined ? [] : [pid]))];
};

describe("the story with any OpenAI-compatible server, and what a crash leaves", () => {
  verifies(
    ["GOV-02", "LOOP-05"],
    "a model added by address, name and key plays the same story: an edit, a command, an answer",
    async () => {
      const { page } = app;
      const card = await addModel(page, { name: "Scripted", baseUrl: model.baseUrl, key: "sk-any" });
      await card.getByText("It answered in").waitFor();
      await newSession(page, "Scripted", "Scripted story", workspace.path);
      await send(page, "Make it two and show it.");
      const edit = await nextCard(page, "Edit a.txt");
      expect(workspace.read("a.txt")).toBe("one\n");
      await decide(page, edit, /^Accept/);
      const command = await nextCard(page, "cat a.txt");
      expect(workspace.read("a.txt")).toBe("two\n");
      await decide(page, command, "Run");
      await page.getByText("It says two.").waitFor({ timeout: 60_000 });
      const sent = model.requests.at(-1)?.body.messages ?? [];
      expect(sent.map(({ role }) => role)).toEqual([
        "system",
        "user",
        "assistant",
        "tool",
        "assistant",
        "tool",
        "assistant",
        "tool",
      ]);
      expect(sent.at(-1)?.content).toContain("two");
      await app.shot("crash-0-story");
    },
  );

  verifies(
    ["LOOP-07", "ARCH-01", "AUD-01"],
    "kill -9 in the middle of a call: after a new start the session is there, the call is interrupted, it goes on",
    async () => {
      await send(app.page, "Now sleep.");
      await decide(app.page, await nextCard(app.page, "sleep 60"), "Run");
      await until("the command runs", async () =>
        (await snapshot()).calls.some((call) => call.state === "running") ? true : undefined,
      );
      const left = await pids();
      expect(left.length).toBeGreaterThan(1);
      await app.shot("crash-1-running");
      await app.kill();
      await until(
        "nothing is left of the killed app",
        () => Promise.resolve(left.some(isAlive) ? undefined : true),
        60_000,
      );

      app = await openApp({ userData });
      const { page } = app;
      await hostReady(page);
      await showSession(page, "Scripted story");
      await page
        .getByText(/^Interrupted: Loopwright was closed/)
        .first()
        .waitFor();
      expect((await snapshot()).calls.at(-1)).toMatchObject({ tool: "run_command", state: "interrupted" });
      await page.getByRole("list", { name: "Steps and calls" }).getByText("sleep 60").waitFor();
      await app.shot("crash-1-reopened");
      expect(await ask(page, "audit.verify", {})).toMatchObject({ ok: true });
      // Without a key store the key went with the app (MODEL-02): the person types it in again.
      if ((await ask(page, "app.info", {})).keyStore === "memory") {
        await addModel(page, { name: "Scripted again", baseUrl: model.baseUrl, key: "sk-any" });
        await showSession(page, "Scripted story");
        await switchModel(page, "Scripted again");
      }
      await page.getByRole("button", { name: "Continue" }).click();
      await page.getByText("I looked again and go on.").waitFor({ timeout: 60_000 });
      expect(model.requests.at(-1)?.body.messages.findLast(({ role }) => role === "tool")?.content).toMatch(
        /not known/,
      );
      await app.shot("crash-1-went-on");
    },
  );

  verifies(
    ["ARCH-01", "GOV-04"],
    "kill -9 of the host while a card waits: it is said, the host comes back, and so does the card",
    async () => {
      const { page } = app;
      await send(page, "And the second file.");
      const before = await nextCard(page, "Edit b.txt");
      const id = await before.getAttribute("data-approval");
      const { pid } = await ask(page, "host.info", {});
      await page.evaluate(() => {
        const seen: { state: string; at: number }[] = [];
        const own = window as never as {
          hostStates: typeof seen;
          loopwright: { on(name: string, hear: (data: { state: string; at: number }) => void): void };
        };
        own.hostStates = seen;
        own.loopwright.on("app.hostChanged", (state) =>
          seen.push({ state: state.state, at: performance.now() }),
        );
      });
      process.kill(pid, "SIGKILL");
      const states = await until(
        "the host is back",
        async () => {
          const seen = await page.evaluate(
            () => (window as never as { hostStates: { state: string; at: number }[] }).hostStates,
          );
          return seen.some(({ state }) => state === "ready") ? seen : undefined;
        },
        60_000,
      );
      expect([...new Set(states.map(({ state }) => state))]).toEqual(["restarting", "ready"]);
      expect((await ask(page, "app.info", {})).host.restarts).toBe(1);
      expect((await ask(page, "host.info", {})).pid).not.toBe(pid);
      const card = page.locator(`[data-approval="${id ?? ""}"]`);
      await card.waitFor();
      await hostReady(page);
      await app.shot("crash-2-card-back");
      expect(workspace.read("b.txt")).toBe("one\n");
      await decide(page, card, /^Accept/);
      await page.getByText("The second file is done too.").waitFor({ timeout: 60_000 });
      expect(workspace.read("b.txt")).toBe("two\n");
      expect(await cardOf(page).count()).toBe(0);
    },
  );

  verifies(
    ["ARCH-01", "UI-03"],
    "a host that keeps dying: said with a button, and what was typed meanwhile stays",
    async () => {
      const { page } = app;
      await composerOf(page).fill("Typed while nothing runs.");
      await until("the host is given up", async () => {
        const info = await ask(page, "app.info", {});
        if (info.host.state === "failed") return true;
        if (info.host.state !== "ready") return undefined;
        // It may be dying from the last blow while it is asked for its number.
        const host = await ask(page, "host.info", {}).catch(() => undefined);
        if (host !== undefined && isAlive(host.pid)) process.kill(host.pid, "SIGKILL");
        return undefined;
      });
      const banner = page.getByRole("alert").filter({ hasText: "The host does not run." });
      await banner.waitFor();
      await composerOf(page).press("Enter");
      expect(await composerOf(page).inputValue()).toBe("Typed while nothing runs.");
      await app.shot("crash-3-failed");
      await banner.getByRole("button", { name: "Restart host" }).click();
      await hostReady(page);
      await banner.waitFor({ state: "detached" });
      expect(await composerOf(page).inputValue()).toBe("Typed while nothing runs.");
      await composerOf(page).press("Enter");
      await page.getByText("Here again.").waitFor({ timeout: 60_000 });
    },
  );
});
