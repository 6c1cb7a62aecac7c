import path from "node:path";
import { median, p95, type BenchResult, type BenchRow } from "./types.ts";
import { hostRuns, openDisplay, openWindow, rowShown, until, type Cdp } from "./window/index.ts";

/** Letters to be typed while servers start: as many starts as that takes, or this many. */
const WANTED = Number(process.env["BENCH_LETTERS"] ?? 150);
const MOST_ROUNDS = 40;
const WELL = 19;
/** Letters without a server, and with all running, for each start; one each 100 ms. */
const BESIDE = 10;
/** From here on after the start a letter counts, and this is what it may take, both in milliseconds (issue: the MCP host). */
const COUNTS_FROM = 1000;
const LIMIT = 100;
const TITLE = "letters";
const root = path.resolve(import.meta.dirname, "../..");
const hanging = path.join(root, "test/fixtures/servers/hang.ts");

/** What is started nineteen times: one that does next to nothing, and one as they come from npm. */
const kinds = {
  small: [path.join(root, "test/fixtures/servers/plain.ts")],
  real: [path.join(root, "node_modules/@modelcontextprotocol/server-everything/dist/index.js"), "stdio"],
} as const;

/** A letter: when its key went down by the page's clock, and how long after that it was where, in milliseconds. */
interface Letter {
  readonly at: number;
  /** The page had the key. */
  readonly heard: number;
  /** The frame that shows it began. */
  readonly frame: number;
  /** The frame after that began. */
  readonly shown: number;
}

interface Watch {
  readonly letters: Letter[];
  /** When each server became ready, by the page's clock. */
  readonly readyAt: number[];
}

type Requests = Readonly<Record<string, (params: unknown) => Promise<{ ok: boolean; value?: unknown }>>>;

interface Bridge {
  readonly requests: Requests;
  on(name: string, listener: (data: { server?: { state: string } }) => void): () => void;
}

/** Runs in the page: times each letter from its key event to the start of the frame after the one that shows it. */
const install = (): void => {
  const watch: Watch = { letters: [], readyAt: [] };
  Object.assign(window, { watch });
  (window as unknown as { loopwright: Bridge }).loopwright.on("server.changed", ({ server }) => {
    if (server?.state === "ready") watch.readyAt.push(performance.now());
  });
  addEventListener(
    "keydown",
    ({ timeStamp: at }) => {
      const heard = performance.now() - at;
      requestAnimationFrame(() => {
        const frame = performance.now() - at;
        const painted = new MessageChannel();
        painted.port1.onmessage = () => {
          watch.letters.push({ at, heard, frame, shown: performance.now() - at });
        };
        painted.port2.postMessage(null);
      });
    },
    { capture: true },
  );
};

const ask = (page: Cdp, name: string, params: unknown): Promise<unknown> =>
  page.call(
    async (method: string, input: unknown) => {
      const { requests } = (window as unknown as { loopwright: { requests: Requests } }).loopwright;
      const answer = await requests[method]?.(input);
      if (answer?.ok !== true) throw new Error(`${method} failed: ${JSON.stringify(answer)}`);
      return answer.value;
    },
    name,
    params,
  );

const openComposer = async (page: Cdp): Promise<void> => {
  const { workspaceId } = (await ask(page, "workspace.openSample", {})) as { workspaceId: string };
  const models = (await ask(page, "model.list", {})) as { modelId: string; isDemo: boolean }[];
  const modelId = models.find(({ isDemo }) => isDemo)?.modelId;
  await ask(page, "session.create", { workspaceId, modelId, title: TITLE });
  await rowShown(page, TITLE);
  await page.call(
    (title: string) => document.querySelector<HTMLElement>(`button[title^="${title}"]`)?.click(),
    TITLE,
  );
  await until(
    "the composer",
    async () =>
      (await page.call(() => {
        const field = document.querySelector("textarea");
        field?.focus();
        return field !== null && document.activeElement === field;
      })) || undefined,
  );
};

/** What the page has seen since this was asked last. */
const seen = (page: Cdp): Promise<Watch> =>
  page.call(() => {
    const { watch } = window as unknown as { watch: Watch };
    return { letters: watch.letters.splice(0), readyAt: watch.readyAt.splice(0) };
  });

/**
 * Types letters as a keyboard does, one each 100 ms whether the last one is shown or not, as long as more are wanted, and
 * gives what was seen when all are shown.
 */
const typeWhile = async (page: Cdp, isWanted: (typed: number) => boolean): Promise<Watch> => {
  const key = { key: "a", code: "KeyA", windowsVirtualKeyCode: 65 };
  const sent: Promise<unknown>[] = [];
  const startedAt = performance.now();
  let typed = 0;
  for (; isWanted(typed); typed++) {
    sent.push(
      page.send("Input.dispatchKeyEvent", { type: "keyDown", text: "a", ...key }),
      page.send("Input.dispatchKeyEvent", { type: "keyUp", ...key }),
    );
    const next = startedAt + (typed + 1) * 100;
    await new Promise((resolve) => setTimeout(resolve, next - performance.now()));
  }
  await Promise.all(sent);
  await until(
    "all letters",
    async () =>
      (await page.call(() => (window as unknown as { watch: Watch }).watch.letters.length)) === typed ||
      undefined,
  );
  return seen(page);
};

const typeSome = async (page: Cdp): Promise<readonly Letter[]> =>
  (await typeWhile(page, (typed) => typed < BESIDE)).letters;

/** The one that hangs comes first, so that whoever waits behind it is seen. */
const addAll = async (page: Cdp, well: readonly string[]): Promise<string[]> => {
  const ids: string[] = [];
  for (let at = 0; at <= WELL; at++) {
    const transport = { kind: "stdio", command: process.execPath, args: at === 0 ? [hanging] : well };
    const added = (await ask(page, "server.add", { name: `many${at}`, transport })) as { serverId: string };
    ids.push(added.serverId);
  }
  return ids;
};

/** Resolves when so many servers have become ready since the page was last asked what it saw. */
const areReady = (page: Cdp, count: number): Promise<void> =>
  page.call(
    (wanted: number) =>
      new Promise<void>((resolve) => {
        const { watch } = window as unknown as { watch: Watch };
        const look = (): void => {
          if (watch.readyAt.length < wanted) return;
          end();
          resolve();
        };
        const end = (window as unknown as { loopwright: Bridge }).loopwright.on("server.changed", look);
        look();
      }),
    count,
  );

/** Starts all at once and answers when that was, by the page's clock. */
const startAll = (page: Cdp, ids: readonly string[]): Promise<number> =>
  page.call((all: readonly string[]) => {
    const { requests } = (window as unknown as { loopwright: Bridge }).loopwright;
    for (const serverId of all)
      requests["server.start"]?.({ serverId }).catch((error: unknown) => console.error(error));
    return performance.now();
  }, ids);

interface Found {
  readonly quiet: Letter[];
  /** In the first second of a start. */
  readonly early: Letter[];
  /** From then on, until the last server was ready: no later one counts. */
  readonly starting: Letter[];
  readonly running: Letter[];
  /** Milliseconds until the first and the last server was ready, by start. */
  readonly first: number[];
  readonly last: number[];
}

/** One start of all: letters without a server, while they start, while they run. */
const round = async (page: Cdp, ids: readonly string[], found: Found): Promise<void> => {
  found.quiet.push(...(await typeSome(page)));
  const startedAt = await startAll(page, ids);
  let isOver = false;
  const over = areReady(page, WELL).finally(() => {
    isOver = true;
  });
  const [{ letters, readyAt }] = await Promise.all([typeWhile(page, () => !isOver), over]);
  const last = Math.max(...readyAt);
  found.first.push(Math.min(...readyAt) - startedAt);
  found.last.push(last - startedAt);
  found.early.push(...letters.filter(({ at }) => at >= startedAt && at - startedAt < COUNTS_FROM));
  found.starting.push(...letters.filter(({ at }) => at - startedAt >= COUNTS_FROM && at < last));
  found.running.push(...(await typeSome(page)));
  await Promise.all(ids.map((serverId) => ask(page, "server.stop", { serverId })));
};

const measure = async (page: Cdp, well: readonly string[]): Promise<Found> => {
  const found: Found = { quiet: [], early: [], starting: [], running: [], first: [], last: [] };
  const ids = await addAll(page, well);
  for (let at = 0; at < MOST_ROUNDS && found.starting.length < WANTED; at++) await round(page, ids, found);
  for (const serverId of ids) await ask(page, "server.remove", { serverId });
  return found;
};

const shown = (letters: readonly Letter[]): number[] => letters.map((letter) => letter.shown);

/** Median and 95 of 100 against the same window without a server, the slowest and how many are too late. */
const rowsOf = (label: string, letters: readonly Letter[], quiet: readonly number[]): BenchRow[] => {
  if (letters.length === 0) return [{ label: `${label}: letters`, value: 0, unit: "" }];
  const times = shown(letters);
  return [
    {
      label: `${label}: a letter shows, median`,
      value: median(times),
      unit: "ms",
      ratio: median(times) / median(quiet),
    },
    { label: `${label}: 95 of 100`, value: p95(times), unit: "ms", ratio: p95(times) / p95(quiet) },
    { label: `${label}: slowest of ${times.length}`, value: Math.max(...times), unit: "ms" },
    {
      label: `${label}: of ${times.length} over ${LIMIT} ms`,
      value: times.filter((time) => time > LIMIT).length,
      unit: "",
    },
  ];
};

/** Where the time of the slowest letter went: to reach the page, to a frame, through the frame. */
const partsOf = (label: string, letters: readonly Letter[]): BenchRow[] => {
  const [slowest] = letters.toSorted((one, other) => other.shown - one.shown);
  if (slowest === undefined || slowest.shown <= LIMIT) return [];
  return [
    { label: `${label}: of that, key to page`, value: slowest.heard, unit: "ms" },
    { label: `${label}: of that, page to frame`, value: slowest.frame - slowest.heard, unit: "ms" },
    { label: `${label}: of that, frame to next`, value: slowest.shown - slowest.frame, unit: "ms" },
  ];
};

const withGoal = (row: BenchRow): BenchRow =>
  row.label.includes("slowest of") ? { ...row, goal: `<= ${LIMIT} ms`, met: row.value <= LIMIT } : row;

const report = (kind: string, { quiet, early, starting, running, first, last }: Found): BenchRow[] => {
  const still = shown(quiet);
  const starts = `20 ${kind} start`;
  return [
    ...rowsOf(`no server (${kind})`, quiet, still),
    { label: `${starts}, ${last.length} times: first ready`, value: median(first), unit: "ms" },
    { label: `${starts}, ${last.length} times: all but the hanging`, value: median(last), unit: "ms" },
    ...rowsOf(`${starts}, first second`, early, still),
    ...rowsOf(`${starts}, from 1 s on`, starting, still).map(withGoal),
    ...partsOf(`${starts}, from 1 s on`, starting),
    ...rowsOf(`19 ${kind} run`, running, still),
  ];
};

/**
 * Twenty servers start side by side, one of which never answers (issue: the MCP host). Letters typed meanwhile, from 1 s after
 * the start until all others are ready, and once they run, against letters typed in the same window with no server. A start
 * that is over sooner gives no such letters, so there are as many starts as it takes.
 */
export const run = async (): Promise<BenchResult> => {
  await using display = await openDisplay();
  await using window = openWindow("loopwright", display);
  const page = await window.attach();
  await hostRuns(page);
  await page.call(install);
  await openComposer(page);
  await typeWhile(page, (typed) => typed < 3 * BESIDE);
  const rows: BenchRow[] = [];
  for (const [kind, well] of Object.entries(kinds)) rows.push(...report(kind, await measure(page, well)));
  page.close();
  return { name: "manyServers", rows };
};
