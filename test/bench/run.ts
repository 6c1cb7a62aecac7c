import { writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { parseArgs } from "node:util";
import type { BenchResult, BenchRow } from "./types.ts";

/** Every bench by name; each is loaded only when it runs. */
const benches: Readonly<Record<string, () => Promise<{ run(): Promise<BenchResult> }>>> = {
  logAppend: () => import("./logAppend.ts"),
  mcpCall: () => import("./mcpCall.ts"),
  mcpPeers: () => import("./mcpPeers.ts"),
  manyServers: () => import("./manyServers.ts"),
  governedCall: () => import("./governedCall.ts"),
  idleServers: () => import("./idleServers.ts"),
  hostRestart: () => import("./hostRestart.ts"),
  appStart: () => import("./appStart.ts"),
  page: () => import("./page.ts"),
  teamLoad: () => import("./teamLoad.ts"),
  workspaceTools: () => import("./workspaceTools.ts"),
};

const { values, positionals } = parseArgs({ options: { json: { type: "string" } }, allowPositionals: true });
const names = positionals.length > 0 ? positionals : Object.keys(benches);
const unknown = names.filter((name) => !Object.hasOwn(benches, name));
if (unknown.length > 0) {
  console.error(`No such bench: ${unknown.join(", ")}. There are: ${Object.keys(benches).join(", ")}.`);
  process.exit(2);
}

const number = (value: number): string => (Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2));

const line = (row: BenchRow): string => {
  const verdict = row.met === undefined ? "" : row.met ? "met" : "MISSED";
  const ratio = row.ratio === undefined ? "" : `${row.ratio.toFixed(2)} ×`;
  return `  ${row.label.padEnd(58)} ${number(row.value).padStart(10)} ${row.unit.padEnd(4)} ${ratio.padStart(8)}  ${(row.goal ?? "").padEnd(12)} ${verdict}`;
};

const results: BenchResult[] = [];
console.log(
  `${cpus().length} cores (${cpus()[0]?.model ?? "unknown"}), ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}. Read the ratios, not the absolutes.`,
);
for (const name of names) {
  const bench = await benches[name]?.();
  if (!bench) continue;
  const result = await bench.run();
  results.push(result);
  console.log(`\n${result.name}`);
  for (const row of result.rows) console.log(line(row));
}
if (values.json !== undefined)
  writeFileSync(values.json, `${JSON.stringify({ node: process.version, results }, null, 2)}\n`);
