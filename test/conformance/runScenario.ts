import { spawn } from "node:child_process";
import { join, resolve } from "node:path";
import { bundleClient } from "./bundle.ts";
import type { Scenario } from "./scenarios.ts";

const root = resolve(import.meta.dirname, "../..");
const LIMIT_MS = 90_000;

/** Where the suite leaves what it saw. */
export const out = join(root, "artifacts/conformance");

let bundled: Promise<string> | null = null;

/** Runs one scenario against the product's own server manager; `control` names a check that is left out. Rejects only where it cannot be built. */
export const runScenario = async (
  { suite, name, flags }: Scenario,
  control?: string,
): Promise<{ readonly isPassed: boolean; readonly isFailed: boolean; readonly text: string }> => {
  const runner = join(root, "node_modules", suite, "dist/index.js");
  const mutated = control === undefined ? "" : ` --control=${control}`;
  bundled ??= bundleClient();
  const command = `${process.execPath} ${await bundled}${mutated}`;
  const child = spawn(
    process.execPath,
    [runner, "client", "--command", command, "--scenario", name, "-o", join(out, suite), ...flags],
    { timeout: LIMIT_MS, env: { ...process.env, NODE_NO_WARNINGS: "1" } },
  );
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (part: string) => {
      text += part;
    });
  const code = await new Promise<number | null>((done) => {
    child.once("error", () => done(null));
    child.once("close", done);
  });
  // A run that could not be made is neither: a control must fail by the suite's own judgement.
  return { isPassed: code === 0, isFailed: code !== 0 && text.includes("OVERALL: FAILED"), text };
};
