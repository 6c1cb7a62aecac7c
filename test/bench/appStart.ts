import { median, pairedRatio, type BenchResult, type BenchRow } from "./types.ts";
import {
  hostRuns,
  memoryOf,
  openDisplay,
  openWindow,
  rowShown,
  startSession,
  strangers,
  until,
  type Cdp,
  type Display,
  type Memory,
} from "./window/index.ts";

const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 7);
const TITLE = "memory";

/** Milliseconds from the start of the process, and megabytes. */
interface Start {
  readonly firstPaint: number;
  readonly firstContent: number;
  readonly memory: Memory | undefined;
  readonly withDiff?: Memory | undefined;
}

/** When the page painted first, on the wall clock. */
const paintsOf = (page: Cdp) =>
  page.call(async () => {
    const timeOf = (name: string): Promise<number> =>
      new Promise((resolve) => {
        new PerformanceObserver((list, observer) => {
          const entry = list.getEntriesByName(name)[0];
          if (entry === undefined) return;
          observer.disconnect();
          resolve(performance.timeOrigin + entry.startTime);
        }).observe({ type: "paint", buffered: true });
      });
    return { first: await timeOf("first-paint"), content: await timeOf("first-contentful-paint") };
  });

/** The memory once three readings, 400 ms apart, lie within one per cent. */
const settledMemory = async (pid: number): Promise<Memory | undefined> => {
  const seen: number[] = [];
  let last: Memory | undefined;
  const isSettled = (): true | undefined => {
    last = memoryOf(pid);
    seen.push(last?.electron ?? 0);
    const recent = seen.slice(-3);
    return recent.length === 3 && Math.max(...recent) - Math.min(...recent) <= Math.max(...recent) * 0.01
      ? true
      : undefined;
  };
  await until("memory that stays as it is", isSettled, 30_000, 400);
  return last;
};

/** Lets the demo come to its first proposal and opens the card: Monaco shows a diff then. */
const showDiff = async (page: Cdp): Promise<void> => {
  await startSession(page, { title: TITLE, text: "Make fibonacci iterative and run the tests." });
  await rowShown(page, TITLE);
  await page.call(
    (title: string) => document.querySelector<HTMLElement>(`button[title^="${title}"]`)?.click(),
    TITLE,
  );
  await until(
    "a coloured diff",
    async () =>
      (await page.call(() => document.querySelector(".monaco-diff-editor .line-insert") !== null)) ||
      undefined,
  );
};

const startOnce = async (app: "loopwright" | "bare", display: Display): Promise<Start> => {
  await using window = openWindow(app, display);
  const page = await window.attach();
  const { first, content } = await paintsOf(page);
  // The host starts after the first paint; what it does to the page belongs to the window at rest.
  if (app === "loopwright") await hostRuns(page);
  page.close();
  const start = {
    firstPaint: first - window.spawnedAt,
    firstContent: content - window.spawnedAt,
    memory: await settledMemory(window.pid),
  };
  if (app === "bare" || start.memory === undefined) return start;
  const again = await window.attach();
  await showDiff(again);
  again.close();
  return { ...start, withDiff: await settledMemory(window.pid) };
};

const goalRow = (
  label: string,
  unit: string,
  ours: readonly number[],
  bare: readonly number[],
  goal?: number,
): BenchRow => {
  const ratio = pairedRatio(ours, bare);
  const row = { label, value: median(ours), unit, ratio };
  return goal === undefined ? row : { ...row, goal: `≤ ${goal.toFixed(2)}`, met: ratio <= goal };
};

const memoryRows = (ours: readonly Start[], bare: readonly Start[]): BenchRow[] => {
  const of = (starts: readonly Start[], pick: (start: Start) => number | undefined): number[] =>
    starts.map((start) => pick(start) ?? Number.NaN);
  const hello = of(bare, ({ memory }) => memory?.electron);
  if (hello.some(Number.isNaN)) {
    console.log("Memory is not shown: only Linux tells it, and of sandboxed processes only to root.");
    return [];
  }
  const plain = (label: string, values: readonly number[]): BenchRow => ({
    label,
    value: median(values),
    unit: "MB",
  });
  return [
    plain("memory (PSS), bare window", hello),
    goalRow(
      "memory, Electron's own processes, before Monaco",
      "MB",
      of(ours, ({ memory }) => memory?.electron),
      hello,
      1.08,
    ),
    goalRow(
      "memory, Electron's own processes, a diff open",
      "MB",
      of(ours, ({ withDiff }) => withDiff?.electron),
      hello,
      1.2,
    ),
    plain(
      "memory, the host at rest",
      of(ours, ({ memory }) => memory?.host),
    ),
    plain(
      "memory, the host with a session",
      of(ours, ({ withDiff }) => withDiff?.host),
    ),
    plain(
      "memory, the workspace server",
      of(ours, ({ withDiff }) => withDiff?.servers),
    ),
  ];
};

/**
 * The start of the app against a bare Electron window: fresh process and data folder each time, in rotated order. Paint times
 * are the page's own (`first-paint`, `first-contentful-paint`) on the wall clock, from just before the process was started.
 */
export const run = async (): Promise<BenchResult> => {
  await using display = await openDisplay();
  if (strangers() > 0)
    console.log(
      "Other windows of the same Electron are open: they share memory with ours, which makes every figure of it too small. Close them.",
    );
  const starts: Record<"loopwright" | "bare", Start[]> = { loopwright: [], bare: [] };
  // The first start of all reads both apps from disk; it is not counted.
  for (const app of ["bare", "loopwright"] as const) {
    await using window = openWindow(app, display);
    (await window.attach()).close();
  }
  for (let round = 0; round < ROUNDS; round++)
    for (const app of round % 2 === 0 ? (["bare", "loopwright"] as const) : (["loopwright", "bare"] as const))
      starts[app].push(await startOnce(app, display));
  const { loopwright: ours, bare } = starts;
  const first = ({ firstPaint }: Start): number => firstPaint;
  const content = ({ firstContent }: Start): number => firstContent;
  return {
    name: "appStart",
    rows: [
      { label: "first paint, bare window", value: median(bare.map(first)), unit: "ms" },
      goalRow("first paint, the frame's outlines", "ms", ours.map(first), bare.map(first), 1.1),
      goalRow("first text of the real frame (bare: its heading)", "ms", ours.map(content), bare.map(content)),
      ...memoryRows(ours, bare),
    ],
  };
};
