import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect } from "vitest";
import { calls, says, type ModelServer } from "../fakes/modelServer.ts";
import type { TestWorkspace } from "../fakes/workspace.ts";
import { verifies } from "../verifies.ts";
import type { TestApp } from "./app.ts";
import { withScriptedSession } from "./opened.ts";
import { showSession } from "./forms.ts";
import { decide, nextCard, send } from "./story.ts";

/** Writes without a pause, until a file says that it is enough. */
const flood = `node -e "const {existsSync}=require('fs');const c='x'.repeat(1<<20)+'\\n';(function f(){while(!existsSync('enough'))if(!process.stdout.write(c))return process.stdout.once('drain',f);process.stdout.write('LAST\\n')})()"`;

let app: TestApp;
let model: ModelServer;
let workspace: TestWorkspace;

withScriptedSession(
  {
    title: "Flood",
    files: { "a.txt": "a\n" },
    replies: [calls("run_command", { command: flood, timeout_ms: 120_000 }), says("It is over.")],
  },
  (opened) => {
    ({ app, model, workspace } = opened);
  },
);

describe("a command that floods", () => {
  verifies(
    ["TOOL-05", "UI-01"],
    "CM-09: the window stays usable while output comes without end, and the result keeps its end and says what was cut",
    async () => {
      const { page } = app;
      await showSession(page, "Flood");
      await send(page, "Run it.");
      const card = await nextCard(page, "existsSync");
      await decide(page, card, "Run");
      await page.getByRole("button", { name: "Stop" }).first().waitFor();
      const composer = page.getByRole("textbox", { name: "Message to the agent" });
      for (const letter of "still here") await composer.press(letter === " " ? "Space" : letter);
      expect(await composer.inputValue()).toBe("still here");
      await page.keyboard.press("Control+4");
      await page.keyboard.press("Control+1");
      await app.shot("flood-running");
      writeFileSync(path.join(workspace.path, "enough"), "");
      await page.getByText("It is over.").waitFor({ timeout: 120_000 });
      const answered = model.requests.at(-1)?.body;
      const text = JSON.stringify(answered);
      expect(text).toContain("LAST");
      expect(text).toMatch(/left out|cut/);
      expect(text.length).toBeLessThan(200_000);
      await app.shot("flood-over");
    },
  );
});
