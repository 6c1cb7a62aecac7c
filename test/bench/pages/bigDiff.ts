import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { calls, says, startModelServer } from "../../fakes/modelServer.ts";
import { median, pairedRatio, pairedRounds, type BenchRow } from "../types.ts";
import { startSession, until, type Cdp } from "../window/index.ts";

const LINES = 10_000;
/** Every so many lines one is changed, the first one in view in any editor. */
const EVERY = 100;
const assets = path.resolve(import.meta.dirname, "../../../.vite/renderer/main_window/assets");

const program = (name: (line: number) => string): string =>
  Array.from(
    { length: LINES },
    (_, n) => `export const part${n} = ${name(n)}(${n * 7919}, "src/part-${n % 97}.ts"); // line ${n}`,
  ).join("\n");

const before = program((n) => (n % EVERY === 5 ? "measureOld" : "measure"));

/** The editor's own chunk of the built page, as the page would load it. */
const monacoChunk = (): string => {
  const file = readdirSync(assets).find((name) => /^monaco-.*\.js$/.test(name));
  if (file === undefined) throw new Error("the built page has no chunk of Monaco: run npm run build");
  return `app://bundle/assets/${file}`;
};

/** From a click on the line of the inbox until the coloured diff of its call is painted. */
const openCard = (page: Cdp): Promise<number> =>
  page.call(async () => {
    const { bench } = window;
    const diff = (): Element | null =>
      document.querySelector("[data-approval] .monaco-diff-editor .line-insert");
    const line = (isOpen: boolean): HTMLElement | null =>
      document.querySelector(`button[aria-expanded="${isOpen}"][class*="line"]`);
    if (document.querySelector("[data-approval]") !== null) {
      line(true)?.click();
      while (document.querySelector("[data-approval]") !== null) await bench.frame();
      // A person who comes back does so in another moment: timers of the closed card are over.
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    return bench.timeTo(
      () => line(false)?.click(),
      () => diff() !== null,
    );
  });

/** A diff editor built anew with Monaco's own defaults for the same texts, at the same place. */
const freshEditor = (
  page: Cdp,
  chunk: string,
  texts: { readonly before: string; readonly after: string },
): Promise<number> =>
  page.call(
    async (url: string, given: { readonly before: string; readonly after: string }) => {
      const { bench } = window;
      const { editor } = (await import(url)) as typeof import("monaco-editor/editor/editor.api");
      const box =
        document.querySelector("[data-approval] .monaco-diff-editor")?.getBoundingClientRect() ??
        new DOMRect(300, 200, 1000, 460);
      const place = document.createElement("div");
      place.style.cssText = `position:fixed;z-index:99;left:${box.left}px;top:${box.top}px;width:${box.width}px;height:${box.height}px`;
      document.body.append(place);
      const ends: { dispose(): void }[] = [];
      const open = (): void => {
        const [original, modified] = [
          editor.createModel(given.before, "typescript"),
          editor.createModel(given.after, "typescript"),
        ];
        const diff = editor.createDiffEditor(place);
        diff.setModel({ original, modified });
        ends.push(diff, original, modified);
      };
      const taken = await bench.timeTo(open, () => place.querySelector(".line-insert") !== null);
      for (const end of ends) end.dispose();
      place.remove();
      return taken;
    },
    chunk,
    texts,
  );

/**
 * The card of a real edit of 100 places in a file of 10,000 lines, which a scripted model asks for, opened in the inbox: once
 * cold, then warm. Ends when Monaco has marked changed lines and that frame was painted. The measure beside it is a diff editor
 * built anew from the same chunk with Monaco's defaults (its better, slower algorithm).
 */
export const diffRows = async (page: Cdp, folder: string, rounds: number): Promise<BenchRow[]> => {
  const workspace = path.join(folder, "diff");
  mkdirSync(workspace);
  writeFileSync(path.join(workspace, "big.ts"), before);
  const edit = { path: "big.ts", old_str: "measureOld(", new_str: "measureNew(", all: true };
  await using server = await startModelServer([
    calls("read_file", { path: "big.ts" }),
    calls("edit_file", edit),
    says("Done."),
  ]);
  await startSession(page, {
    title: "ten thousand lines",
    folder: workspace,
    baseUrl: server.baseUrl,
    text: "Rename it everywhere.",
  });
  await until(
    "the call that waits",
    async () => (await page.call(() => /\d/.test(window.bench.place("Inbox").textContent))) || undefined,
  );
  const first = await page.call(() => {
    const { bench } = window;
    return bench.timeTo(
      () => bench.place("Inbox").click(),
      () => document.querySelector("[data-approval] .monaco-diff-editor .line-insert") !== null,
    );
  });
  const texts = { before, after: before.replaceAll("measureOld(", "measureNew(") };
  const chunk = monacoChunk();
  await openCard(page);
  const { ours = [], fresh = [] } = await pairedRounds(rounds, {
    ours: () => openCard(page),
    fresh: () => freshEditor(page, chunk, texts),
  });
  const value = median(ours);
  return [
    { label: "10,000-line diff, first: the inbox clicked, editor loaded", value: first, unit: "ms" },
    { label: "10,000-line diff, a new editor with Monaco's defaults", value: median(fresh), unit: "ms" },
    {
      label: "10,000-line diff, the card clicked, warm",
      value,
      unit: "ms",
      ratio: pairedRatio(ours, fresh),
      goal: "≤ 100 ms",
      met: value <= 100,
    },
  ];
};
