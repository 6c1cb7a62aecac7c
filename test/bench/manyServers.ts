import path from "node:path";
import { median, p95, type BenchResult, type BenchRow } from "./types.ts";
import { hostRuns, openDisplay, openWindow, rowShown, until, type Cdp } from "./window/index.ts";

const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 3);
const WELL = 19;
/** Letters of one measurement, one each 100 ms. */
const LETTERS = 50;
const TITLE = "letters";
const servers = path.resolve(import.meta.dirname, "../fixtures/servers");

type Requests = Readonly<Record<string, (params: unknown) => Promise<{ ok: boolean; value?: unknown }>>>;

/** Runs in the page: times each letter from its key event to the start of the frame after the one that shows it. */
const install = (): void => {
  const times: number[] = [];
  Object.assign(window, { letterTimes: times });
  addEventListener(
    "keydown",
    (event) => {
      requestAnimationFrame(() => {
        const painted = new MessageChannel();
        painted.port1.onmessage = () => times.push(performance.now() - event.timeStamp);
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

/** Types letters as a keyboard does and gives the milliseconds until each was painted. */
const typeLetters = async (page: Cdp): Promise<number[]> => {
  await page.call(() => {
    (window as unknown as { letterTimes: number[] }).letterTimes.length = 0;
  });
  for (let at = 0; at < LETTERS; at++) {
    const key = { key: "a", code: "KeyA", windowsVirtualKeyCode: 65 };
    await page.send("Input.dispatchKeyEvent", { type: "keyDown", text: "a", ...key });
    await page.send("Input.dispatchKeyEvent", { type: "keyUp", ...key });
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return page.call(() => [...(window as unknown as { letterTimes: number[] }).letterTimes]);
};

const addAll = async (page: Cdp): Promise<string[]> => {
  const ids: string[] = [];
  for (let at = 0; at <= WELL; at++) {
    const file = path.join(servers, at === WELL ? "hang.ts" : "plain.ts");
    const transport = { kind: "stdio", command: process.execPath, args: [file] };
    const added = (await ask(page, "server.add", { name: `many${at}`, transport })) as { serverId: string };
    ids.push(added.serverId);
  }
  return ids;
};

const readyCount = async (page: Cdp, ids: readonly string[]): Promise<number> => {
  const list = (await ask(page, "server.list", {})) as { serverId: string; state: string }[];
  return list.filter(({ serverId, state }) => ids.includes(serverId) && state === "ready").length;
};

const startAll = async (page: Cdp, ids: readonly string[]): Promise<void> =>
  page.call((all: readonly string[]) => {
    const { requests } = (window as unknown as { loopwright: { requests: Requests } }).loopwright;
    for (const serverId of all)
      requests["server.start"]?.({ serverId }).catch((error: unknown) => console.error(error));
  }, ids);

const rowOf = (label: string, times: readonly number[], quiet: readonly number[]): BenchRow[] => [
  {
    label: `${label}: a letter shows, median`,
    value: median(times),
    unit: "ms",
    ratio: median(times) / median(quiet),
  },
  { label: `${label}: 95 of 100`, value: p95(times), unit: "ms", ratio: p95(times) / p95(quiet) },
];

/**
 * Twenty servers start side by side, one of which never answers (issue: the MCP host). Letters typed meanwhile, from 1 s after
 * the start on, and once they run, against letters typed in the same window with no server.
 */
export const run = async (): Promise<BenchResult> => {
  await using display = await openDisplay();
  await using window = openWindow("loopwright", display);
  const page = await window.attach();
  await hostRuns(page);
  await page.call(install);
  await openComposer(page);
  await typeLetters(page);
  const [quiet, starting, running]: [number[], number[], number[]] = [[], [], []];
  const ids = await addAll(page);
  for (let round = 0; round < ROUNDS; round++) {
    quiet.push(...(await typeLetters(page)));
    await startAll(page, ids);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    starting.push(...(await typeLetters(page)));
    await until(
      "19 servers",
      async () => ((await readyCount(page, ids)) === WELL ? true : undefined),
      60_000,
    );
    running.push(...(await typeLetters(page)));
    for (const serverId of ids) await ask(page, "server.stop", { serverId });
  }
  page.close();
  const most = Math.max(...starting);
  return {
    name: "manyServers",
    rows: [
      { label: "no server: a letter shows, median", value: median(quiet), unit: "ms" },
      { label: "no server: 95 of 100", value: p95(quiet), unit: "ms" },
      ...rowOf("20 start, one hangs", starting, quiet),
      {
        label: "20 start, one hangs: the slowest letter",
        value: most,
        unit: "ms",
        ratio: most / Math.max(...quiet),
        goal: "<= 100 ms",
        met: most <= 100,
      },
      ...rowOf("19 run, one hangs", running, quiet),
    ],
  };
};
