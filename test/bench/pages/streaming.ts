import { mkdirSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { chunks, says, startModelServer, type Act, type Reply } from "../../fakes/modelServer.ts";
import { median, type BenchRow } from "../types.ts";
import { rowShown, startSession, until, type Cdp } from "../window/index.ts";

const TITLE = "twenty thousand tokens";
const SEGMENTS = 20;
const TOKENS = 1000;
/** Tokens that arrive together, and the time to the next ones: some 500 tokens a second, one update a frame. */
const PIECE = 8;
const PAUSE_MS = 16;

const words =
  "the agent reads file test value returns error line index window token stream block parse list item code model state".split(
    " ",
  );

/** Markdown of so many tokens, a token being a word with its blank or a mark: always the same shape, never the same words. */
const markdown = (segment: number, tokens: number): string[] => {
  let seed = segment * 7919 + 13;
  const word = (): string => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return `${words[seed % words.length] ?? ""} `;
  };
  const many = (count: number): string[] => Array.from({ length: count }, word);
  const section = (): string[] => [
    "## ",
    ...many(5),
    "\n\n",
    ...many(70),
    "**",
    ...many(3),
    "bold** ",
    ...many(30),
    "`code` ",
    ...many(20),
    "\n\n",
    ...["- ", "- ", "- "].flatMap((mark) => [mark, ...many(14), "\n"]),
    "\n",
    "```ts\n",
    ...Array.from({ length: 6 }, () => ["const ", ...many(6), "= 1;\n"]).flat(),
    "```\n\n",
  ];
  const made: string[] = [];
  while (made.length < tokens) made.push(...section());
  return [...made.slice(0, tokens - 1), `end${segment}of\n\n`];
};

const delta = (content: string) => ({
  id: "bench",
  object: "chat.completion.chunk",
  created: 1,
  model: "scripted",
  choices: [{ index: 0, delta: { content }, finish_reason: null }],
});

/** Acts that send the tokens in pieces with a pause after each. */
const paced = (tokens: readonly string[]): Act[] => {
  const writes = chunks(tokens.map(delta), null).acts.flatMap((act) =>
    act.do === "write" ? [act.text] : [],
  );
  return Array.from({ length: Math.ceil(writes.length / PIECE) }, (_, n): Act[] => [
    { do: "write", text: writes.slice(n * PIECE, (n + 1) * PIECE).join("") },
    {
      do: "wait",
      // Read when the act's turn has come: the pause begins then.
      get for() {
        return sleep(PAUSE_MS);
      },
    },
  ]).flat();
};

interface Gate {
  readonly opened: Promise<void>;
  readonly open: () => void;
}

const newGate = (): Gate => {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: resolve };
};

/** The whole answer: each segment waits for its gate. */
const answer = (gates: readonly Gate[]): Reply => {
  const start = says("");
  const segments = gates.flatMap((gate, n): Act[] => [
    { do: "wait", for: gate.opened },
    ...paced(markdown(n, TOKENS)),
  ]);
  return { ...start, acts: [...start.acts.slice(0, 1), ...segments, ...start.acts.slice(1)] };
};

const isOnPage = (page: Cdp, mark: string): Promise<boolean> =>
  page.call(
    (wanted: string) =>
      [...document.querySelectorAll("article")].at(-1)?.textContent.includes(wanted) === true,
    mark,
  );

const openSession = async (page: Cdp): Promise<void> => {
  await page.call(() => window.bench.place("Chat").click());
  await rowShown(page, TITLE);
  await page.call((title: string) => window.bench.row(title).click(), TITLE);
  await until("the first answer", async () => (await isOnPage(page, "warmed up")) || undefined);
};

const send = (page: Cdp, sessionId: string): Promise<void> =>
  page.call(async (id: string) => {
    const { requests } = (
      window as unknown as { loopwright: { requests: Record<string, (params: unknown) => Promise<unknown>> } }
    ).loopwright;
    await requests["session.send"]?.({ sessionId: id, text: "Go on." });
  }, sessionId);

/**
 * An answer of 20,000 tokens in Markdown from a scripted model, shown as it streams. Measured is the time of all tasks of the
 * page's main thread per 1,000 tokens (the browser's TaskDuration), everything in it: deltas, Markdown, layout, following the end.
 */
export const streamingRows = async (page: Cdp, folder: string): Promise<BenchRow[]> => {
  const workspace = path.join(folder, "stream");
  mkdirSync(workspace);
  const gates = Array.from({ length: SEGMENTS }, newGate);
  const warmUp = `${markdown(99, 600).join("")}\n\nwarmed up`;
  await using server = await startModelServer([says(warmUp), answer(gates)]);
  const sessionId = await startSession(page, {
    title: TITLE,
    folder: workspace,
    baseUrl: server.baseUrl,
    text: "Write.",
  });
  await openSession(page);
  await send(page, sessionId);
  await server.arrived(2);
  await page.call(() => {
    window.bench.longestTask = 0;
  });
  const costs: number[] = [];
  for (const [n, gate] of gates.entries()) {
    await sleep(200);
    const before = await page.taskMs();
    gate.open();
    await sleep((TOKENS / PIECE) * PAUSE_MS);
    await until(
      `segment ${n + 1}`,
      async () => (await isOnPage(page, `end${n}of`)) || undefined,
      60_000,
      250,
    );
    costs.push((await page.taskMs()) - before);
  }
  await server.ended(1);
  const longest = await page.call(() => window.bench.longestTask);
  const ratio = median(costs.slice(-3)) / median(costs.slice(0, 3));
  return [
    {
      label: "streaming Markdown, tokens 1 to 3,000, each 1,000",
      value: median(costs.slice(0, 3)),
      unit: "ms",
    },
    {
      label: "streaming Markdown, the last 3,000 of 20,000, each 1,000",
      value: median(costs.slice(-3)),
      unit: "ms",
      ratio,
      goal: "≤ 1.10",
      met: ratio <= 1.1,
    },
    { label: "longest task while it streams (0: none of 50 ms or more)", value: longest, unit: "ms" },
  ];
};
