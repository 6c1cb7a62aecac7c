import { startHost } from "../fakes/hostProcess.ts";
import { median, type BenchResult } from "./types.ts";
import { hostOf, hostRuns, openDisplay, openWindow, until, type Cdp } from "./window/index.ts";

const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 3);

type Requests = Readonly<Record<string, (params: unknown) => Promise<{ ok: boolean }>>>;

/** Milliseconds from the death of the host until it runs again as a new process, and until it answers the page. */
const restart = async (page: Cdp, root: number): Promise<{ spawned: number; answers: number }> => {
  const old = hostOf(root);
  if (old === undefined) throw new Error("no host process was found");
  const before = performance.now();
  process.kill(old.pid, "SIGKILL");
  await until("another host process", () => {
    const now = hostOf(root);
    return Promise.resolve(now !== undefined && now.pid !== old.pid ? true : undefined);
  });
  const spawned = performance.now() - before;
  await until(
    "an answer of the new host",
    async () =>
      (await page.call(async () => {
        const { requests } = (window as unknown as { loopwright: { requests: Requests } }).loopwright;
        return (await requests["settings.get"]?.({}))?.ok === true;
      })) || undefined,
  );
  return { spawned, answers: performance.now() - before };
};

const coldStart = async (): Promise<number> => {
  const before = performance.now();
  await using host = await startHost();
  await host.ask("settings.get", {});
  return performance.now() - before;
};

/** ARCH-01: a killed host is started again within a second; until it answers, against the cold start of a host by itself. */
export const run = async (): Promise<BenchResult> => {
  const cold: number[] = [];
  for (let round = 0; round < ROUNDS; round++) cold.push(await coldStart());
  await using display = await openDisplay();
  await using app = openWindow("loopwright", display);
  const page = await app.attach();
  await hostRuns(page);
  const [spawned, answers]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    const times = await restart(page, app.pid);
    spawned.push(times.spawned);
    answers.push(times.answers);
    // The third death within a minute is taken for a broken host, which is not started again.
    await new Promise((resolve) => setTimeout(resolve, 31_000));
  }
  page.close();
  const slowest = Math.max(...spawned);
  return {
    name: "hostRestart",
    rows: [
      { label: "a host by itself, started until it answers", value: median(cold), unit: "ms" },
      {
        label: "killed host: the next one is started, slowest",
        value: slowest,
        unit: "ms",
        goal: "≤ 1000",
        met: slowest <= 1000,
      },
      {
        label: "killed host: the next one answers",
        value: median(answers),
        unit: "ms",
        ratio: median(answers) / median(cold),
      },
    ],
  };
};
