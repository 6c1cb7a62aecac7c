import type { World } from "../field/world.ts";
import { canSeeProcesses, processesIn } from "../processes.ts";
import type { Check, Verdict } from "../types.ts";
import { holds, unknown } from "../verdicts.ts";
import type { CheckRule } from "./rule.ts";

const withMarker = (check: Check, world: World): Verdict => {
  if (!canSeeProcesses) return unknown("not built yet: looking at processes on this system");
  const left = processesIn(world.folder).filter(({ command }) => command.includes(String(check["marker"])));
  return holds(
    left.length === 0,
    `still running: ${left.map(({ pid, command }) => `${pid} ${command}`).join(", ")}`,
  );
};

/** Checks of processes and memory. */
export const processChecks: Readonly<Record<string, CheckRule>> = {
  no_process: { words: ["marker"], run: withMarker },
  no_process_after_quit: {
    words: ["marker"],
    isLast: true,
    run: async (check, world) => {
      await world.lab.quit();
      return withMarker(check, world);
    },
  },
  rss_growth_mb: {
    words: ["max"],
    run: (check, world) =>
      canSeeProcesses
        ? holds(world.growthMb <= Number(check["max"]), `memory grew by ${Math.round(world.growthMb)} MB`)
        : unknown("not built yet: looking at memory on this system"),
  },
  ui_responsive_ms: { words: ["max"], run: () => unknown("ui_responsive_ms needs the window") },
};
