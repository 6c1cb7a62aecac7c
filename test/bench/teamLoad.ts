import { loadQueue, runLoad } from "../integration/team/load.ts";
import { median, p95, type BenchResult, type BenchRow } from "./types.ts";

const seconds = Number(process.env["TEAM_LOAD_SECONDS"] ?? 120);
const clients = 64;
const mib = 2 ** 20;

function none(label: string, found: readonly string[]): BenchRow {
  return { label, value: found.length, unit: "", goal: "0", met: found.length === 0 };
}

/** Team mode: 64 clients of two identities in two projects for two minutes, one of two instances killed at half time. */
export async function run(): Promise<BenchResult> {
  const report = await runLoad(seconds, clients);
  const { early, late } = report.rss;
  return {
    name: `teamLoad: ${clients} clients, 2 identities, 2 projects, ${seconds} s, one of two instances killed half way`,
    rows: [
      { label: "calls", value: report.calls, unit: "" },
      { label: "calls a second", value: report.calls / report.seconds, unit: "/s" },
      { label: "time of a call with its wait, median", value: median(report.callMs), unit: "ms" },
      { label: "time of a call with its wait, p95", value: p95(report.callMs), unit: "ms" },
      { label: "acknowledged edits", value: report.edits, unit: "" },
      { label: "repeats of an acknowledged edit", value: report.repeats, unit: "" },
      { label: "turned away with a hint, and came back", value: report.turnedAway, unit: "" },
      none("lost edits", report.lost),
      none("doubled edits", report.doubled),
      none("repeats with another answer", report.changedAnswers),
      none("traces of another project or person", report.crossTalk),
      {
        label: "most running",
        value: report.mostRunning,
        unit: "",
        goal: "≤ 16",
        met: report.mostRunning <= 16,
      },
      {
        label: "most queued",
        value: report.mostQueued,
        unit: "",
        goal: `≤ ${loadQueue}`,
        met: report.mostQueued <= loadQueue,
      },
      { label: "memory after 20 s", value: early / mib, unit: "MiB" },
      {
        label: "memory at the end",
        value: late / mib,
        unit: "MiB",
        ratio: late / early,
        goal: "≤ 1.2 ×",
        met: late <= 1.2 * early,
      },
    ],
  };
}
