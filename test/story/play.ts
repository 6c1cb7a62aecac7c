import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { artefacts, openApp, type TestApp } from "../e2e/app.ts";
import { createSession, decide, editProposal, hostReady, nextCard, send, TASK } from "../e2e/story.ts";

/**
 * Plays the demo story in a real window, for a machine without a display (`npm start` starts a virtual one around this): prints the
 * timeline, leaves screenshots and the exported session in a folder that it names.
 */
const root = path.resolve(import.meta.dirname, "../..");
const out = path.join(root, "artifacts", "demo");

interface Exported {
  readonly json: string;
  readonly markdown: string;
}
interface Shown {
  readonly steps: readonly { index: number; latencyMs?: number; callIds: readonly string[] }[];
  readonly calls: readonly {
    callId: string;
    tool: string;
    state: string;
    severity: string | null;
    durationMs?: number;
    bytes?: number;
    arguments: Record<string, unknown>;
    decidedBy?: string;
  }[];
}

type Ask = (params: unknown) => Promise<{ value: never }>;

const readSession = (app: TestApp): Promise<Exported & { state: Shown }> =>
  app.page.evaluate(async () => {
    const { requests } = (window as never as { loopwright: { requests: Record<string, Ask> } }).loopwright;
    const ask = async <T>(name: string, params: unknown): Promise<T> =>
      (await (requests[name] as Ask)(params)).value;
    const { items } = await ask<{ items: { sessionId: string }[] }>("session.list", {});
    const sessionId = items[0]?.sessionId;
    const json = await ask<{ content: string }>("trajectory.export", { sessionId, format: "json" });
    const markdown = await ask<{ content: string }>("trajectory.export", { sessionId, format: "markdown" });
    return {
      json: json.content,
      markdown: markdown.content,
      state: await ask<Shown>("session.snapshot", { sessionId }),
    };
  });

const objectOf = (args: Record<string, unknown>): string =>
  [args["path"], args["command"], args["pattern"]].find((value) => typeof value === "string") ?? "";

const timeline = ({ steps, calls }: Shown): string =>
  steps
    .flatMap((step) => [
      `step ${step.index}  model ${step.latencyMs ?? 0} ms`,
      ...calls
        .filter((call) => step.callIds.includes(call.callId))
        .map((call) => {
          const facts = [
            call.severity ?? "–",
            call.state,
            call.durationMs === undefined ? "" : `${call.durationMs} ms`,
            call.bytes === undefined ? "" : `${call.bytes} B`,
          ];
          return `  ${call.tool.padEnd(12)} ${objectOf(call.arguments).padEnd(20)} ${facts.filter((fact) => fact !== "").join(", ")}${call.decidedBy === "person" ? ", decided by a person" : ""}`;
        }),
    ])
    .join("\n");

const play = async (): Promise<void> => {
  const app = await openApp({ language: "en", theme: "light" });
  const { page } = app;
  try {
    await hostReady(page);
    await createSession(page);
    await send(page, TASK);
    const edit = await nextCard(page, "Edit main.mjs");
    await app.shot("demo-1-proposed-edit");
    await editProposal(page, edit, "let current = 1;", " // the second number");
    await app.shot("demo-2-changed-by-hand");
    await decide(page, edit, /^Accept/);
    await decide(page, await nextCard(page, "node --test"), /Run|Accept/);
    await decide(page, await nextCard(page, "Edit main.mjs"), /^Accept/);
    await app.shot("demo-3-repaired");
    await decide(page, await nextCard(page, "node --test"), /Run|Accept/);
    const push = await nextCard(page, "git push");
    await app.shot("demo-4-leaves-the-machine");
    await decide(page, push, /^Reject/);
    await page.getByText(/Nothing was published/).waitFor();
    await app.shot("demo-5-done");
    const session = await readSession(app);
    writeFileSync(path.join(out, "session.json"), session.json);
    writeFileSync(path.join(out, "session.md"), session.markdown);
    console.log(`\n${TASK}\n\n${timeline(session.state)}\n`);
  } finally {
    await app[Symbol.asyncDispose]();
  }
};

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
await play();
for (const name of readdirSync(artefacts).filter((file) => file.startsWith("demo-")))
  copyFileSync(path.join(artefacts, name), path.join(out, name));
console.log(`Screenshots and the exported session are in ${out}`);
