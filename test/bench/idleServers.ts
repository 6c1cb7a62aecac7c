import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { median, pairedRatio, pairedRounds, type BenchResult } from "./types.ts";

const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 5);
const FEW = 1;
const MANY = 11;
const script = path.resolve(import.meta.dirname, "idleServersRun.ts");
const runProgram = promisify(execFile);

const heldWith = async (who: string, count: number): Promise<number> => {
  const { stdout } = await runProgram(process.execPath, ["--expose-gc", script, who, String(count)]);
  return (JSON.parse(stdout) as { held: number }).held;
};

/** Kilobytes for each server more: what the first one costs (code, tables) is in both and falls out. */
const perServer = async (who: string): Promise<number> =>
  ((await heldWith(who, MANY)) - (await heldWith(who, FEW))) / (MANY - FEW) / 1024;

/** What a connected, idle server costs the process that is its host, against the SDK's own client in the same place. */
export const run = async (): Promise<BenchResult> => {
  const { raw = [], ours = [] } = await pairedRounds(ROUNDS, {
    raw: () => perServer("raw"),
    ours: () => perServer("ours"),
  });
  return {
    name: "idleServers",
    rows: [
      { label: "host memory per idle server, raw SDK", value: median(raw), unit: "KB" },
      {
        label: "host memory per idle server",
        value: median(ours),
        unit: "KB",
        ratio: pairedRatio(ours, raw),
      },
    ],
  };
};
