import { median, pairedRatio, pairedRounds, type BenchRow } from "../types.ts";
import { rowShown, type Cdp } from "../window/index.ts";
import { titles } from "./longSession.ts";

const MOUNTS = 15;
const FRAMES = 240;

/** From a click on the session's row until its timeline is painted. */
const openSession = (page: Cdp, title: string): Promise<number> =>
  page.call((wanted: string) => {
    const { bench } = window;
    const old = new Set(document.querySelectorAll("[data-call]"));
    const isThere = (): boolean => [...document.querySelectorAll("[data-call]")].some((row) => !old.has(row));
    return bench.timeTo(() => bench.row(wanted).click(), isThere);
  }, title);

/** The timeline's tab turned to from another one: what is timed is its mount, the session is there already. */
const mount = (page: Cdp): Promise<number> =>
  page.call(async () => {
    const { bench } = window;
    const rows = (): number => document.querySelectorAll("[data-call]").length;
    const isMounted = (): boolean =>
      document.querySelector("[role=tabpanel] [role=list] [data-call]") !== null && rows() >= 10;
    bench.tab("State");
    while (document.querySelector("[role=tabpanel] [role=list] [data-call]") !== null) await bench.frame();
    return bench.timeTo(() => bench.tab("Timeline"), isMounted);
  });

const mountPlain = (page: Cdp): Promise<number> =>
  page.call(async () => {
    const { bench } = window;
    let made: ReturnType<typeof bench.plainList> | undefined;
    const taken = await bench.timeTo(
      () => (made = bench.plainList()),
      () => document.querySelectorAll("[data-plain]").length >= 10,
    );
    made?.remove();
    return taken;
  });

interface Scrolled {
  readonly p95: number;
  readonly blank: number;
  readonly taskMs: number;
}

const scroll = async (page: Cdp, isPlain: boolean): Promise<Scrolled> => {
  const before = await page.taskMs();
  const seen = await page.call(async (plain: boolean) => {
    const { bench } = window;
    const made = plain ? bench.plainList() : undefined;
    const result = await bench.scroll(made?.list ?? bench.scroller());
    made?.remove();
    return result;
  }, isPlain);
  return { ...seen, taskMs: ((await page.taskMs()) - before) / FRAMES };
};

const scrollRows = async (page: Cdp, rounds: number): Promise<BenchRow[]> => {
  const seen: Record<"ours" | "plain", Scrolled[]> = { ours: [], plain: [] };
  const once = async (name: "ours" | "plain"): Promise<number> => {
    const scrolled = await scroll(page, name === "plain");
    seen[name].push(scrolled);
    return scrolled.p95;
  };
  const { ours = [], plain = [] } = await pairedRounds(rounds, {
    ours: () => once("ours"),
    plain: () => once("plain"),
  });
  const work = (name: "ours" | "plain"): number[] => seen[name].map(({ taskMs }) => taskMs);
  const p95 = median(ours);
  return [
    { label: "scrolling 400 px a frame, 95th percentile, plain DOM", value: median(plain), unit: "ms" },
    {
      label: "scrolling 400 px a frame, 95th percentile, timeline",
      value: p95,
      unit: "ms",
      ratio: pairedRatio(ours, plain),
      goal: "≤ 18.5 ms",
      met: p95 <= 18.5,
    },
    { label: "main thread per scrolled frame, plain DOM", value: median(work("plain")), unit: "ms" },
    {
      label: "main thread per scrolled frame, timeline",
      value: median(work("ours")),
      unit: "ms",
      ratio: pairedRatio(work("ours"), work("plain")),
    },
    {
      label: "frames without rows, of all rounds",
      value: seen.ours.reduce((sum, { blank }) => sum + blank, 0),
      unit: "",
      goal: "0",
      met: seen.ours.every(({ blank }) => blank === 0),
    },
  ];
};

/**
 * A timeline of 10,000 calls: opened by a click on its session (log, host, snapshot and all), mounted by its tab, scrolled. The
 * floor is a fixed-height slice of the same rows as plain DOM in the same page. A mount ends after the two frames that paint it.
 */
export const timelineRows = async (page: Cdp, rounds: number): Promise<BenchRow[]> => {
  await rowShown(page, titles.long);
  const cold = await openSession(page, titles.long);
  const warm: number[] = [];
  for (let n = 0; n < 5; n++) {
    await openSession(page, titles.short);
    warm.push(await openSession(page, titles.long));
  }
  const { ours = [], plain = [] } = await pairedRounds(MOUNTS, {
    ours: () => mount(page),
    plain: () => mountPlain(page),
  });
  const value = median(ours);
  return [
    { label: "10,000 calls: click on the session to painted, first", value: cold, unit: "ms" },
    { label: "… again, the session being followed already", value: median(warm), unit: "ms" },
    { label: "mount of the timeline, plain DOM", value: median(plain), unit: "ms" },
    {
      label: "mount of the timeline",
      value,
      unit: "ms",
      ratio: pairedRatio(ours, plain),
      goal: "≤ 35 ms",
      met: value <= 35,
    },
    ...(await scrollRows(page, rounds)),
  ];
};
