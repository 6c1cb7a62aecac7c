import { mkdirSync, realpathSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { tempDir } from "../../fakes/hostProcess.ts";
import type { Lab } from "../lab.ts";
import { endProcessesIn } from "../processes.ts";
import {
  isObject,
  NotRun,
  type Control,
  type Json,
  type ScoredOutcome,
  type SecurityCase,
  type Verdict,
} from "../types.ts";
import { all, outcomeOf, unknown } from "../verdicts.ts";
import { judgeAssert } from "./asserts.ts";
import { bundleAdapter, bundleVectors } from "./bundle.ts";
import { changedServerAdapter } from "./changedServer.ts";
import { deepLinkAdapter } from "./deepLink.ts";
import { judgeControl, judgeVector } from "./expect.ts";
import { fileToolAdapter } from "./fileTool.ts";
import { lifecycleAdapter } from "./lifecycle.ts";
import { limitsAdapter } from "./limits.ts";
import { mcpHostAdapter } from "./mcpHost.ts";
import type { Adapter, Finding, Observed } from "./observed.ts";
import { doOp, type Prepared } from "./ops.ts";
import { commandAdapter, pathAdapter, severityAdapter } from "./policy.ts";
import { judgeDecisions } from "./serverAsserts.ts";
import { signInAdapter } from "./signIn.ts";
import { fill, type Vars } from "./vars.ts";
import { workspaceOpenAdapter } from "./workspaceOpen.ts";

const openAdapter = (
  lab: Lab,
  item: SecurityCase,
  root: string,
  prepared: Prepared,
): Adapter | Promise<Adapter> => {
  if (item.adapter.startsWith("fileTool.")) return fileToolAdapter(lab, item.adapter, root, prepared);
  if (item.adapter.startsWith("commandPolicy.decide")) return commandAdapter(root);
  if (item.adapter.startsWith("pathPolicy.classify")) return pathAdapter(root, item.input);
  if (item.adapter.startsWith("policy.severity")) return severityAdapter(root);
  if (item.adapter === "bundle.install(zip)") return bundleAdapter(root);
  if (item.adapter === "serverRegistry.start" && item.setup.some((op) => op["op"] === "serverConfig"))
    return changedServerAdapter(item.setup);
  if (item.adapter === "serverRegistry.{stop,quit}") return lifecycleAdapter(root, prepared);
  if (item.adapter.startsWith("mcpHost") && isObject(item.input["limits"]))
    return limitsAdapter(root, item.input, prepared);
  if (item.adapter.startsWith("mcpHost")) return mcpHostAdapter(lab, root, item.input, prepared);
  if (item.adapter === "mcpAuth.begin") return signInAdapter();
  if (item.adapter === "workspace.open") return workspaceOpenAdapter(root, item.input, item.id);
  if (item.adapter === "deepLink.handle(url)") return deepLinkAdapter(item.id);
  throw new NotRun(`not built yet: adapter ${item.adapter}`);
};

/** A loopback server that counts what reaches it. */
const openSink = async (): Promise<{ port: number; hits: () => number; close: () => void }> => {
  let count = 0;
  const server = createServer((_, response) => {
    count += 1;
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { port: (server.address() as AddressInfo).port, hits: () => count, close };
};

const varsFor = (base: string, port: number): Vars => ({
  $BASE: base,
  $WS: path.join(base, "ws"),
  $OUT: path.join(base, "out"),
  $CANARY: path.join(base, "out", "canary"),
  $SINK: `http://127.0.0.1:${port}`,
  $SINKPORT: String(port),
  $SECRET: "lw-canary-7f3a91c2d4e5",
});

const vectorsOf = (input: Json): unknown[] => {
  if (Array.isArray(input["manifests"])) return bundleVectors(input);
  if (Array.isArray(input["calls"])) return input["calls"];
  if (Array.isArray(input["call"])) return [input["call"]];
  return Array.isArray(input["vectors"]) ? input["vectors"] : [input];
};

const notTried = (error: unknown): Verdict => {
  if (error instanceof NotRun) return unknown(error.message);
  throw error;
};

const tryVectors = async (
  item: SecurityCase,
  adapter: Adapter,
): Promise<{ verdicts: Verdict[]; seen: Observed[] }> => {
  const { each, assert: _, anyOf: __, decisions, ...whole } = item.expect;
  const wanted: Json = { ...whole, ...(isObject(each) ? each : {}) };
  const verdicts: Verdict[] = [];
  const seen: Observed[] = [];
  for (const vector of vectorsOf(item.input)) {
    try {
      const got = await adapter.tryVector(vector);
      seen.push(got);
      verdicts.push(judgeVector(wanted, got, vector));
    } catch (error) {
      seen.push({ what: JSON.stringify(vector) });
      verdicts.push(notTried(error));
    }
  }
  if (decisions !== undefined) verdicts.push(judgeDecisions(decisions, seen));
  return { verdicts, seen };
};

const tryControl = async (control: Control, adapter: Adapter, prepared: Prepared): Promise<Verdict> => {
  try {
    for (const op of Array.isArray(control["setup"]) ? control["setup"].filter(isObject) : [])
      doOp(op, prepared);
    const verdict = judgeControl(control.expect, await adapter.tryVector(control.input), control.input);
    const [missing] = prepared.missing;
    return verdict.kind === "failed" && missing !== undefined ? unknown(missing) : verdict;
  } catch (error) {
    return notTried(error);
  }
};

const runFilled = async (
  lab: Lab,
  item: SecurityCase,
  root: string,
  sinkHits: () => number,
): Promise<Finding[]> => {
  const prepared: Prepared = { root, servers: [], grants: [], whileApprovalIsOpen: [], missing: [] };
  for (const op of item.setup) doOp(op, prepared);
  const adapter = await openAdapter(lab, item, root, prepared);
  if (!adapter.isPure && prepared.missing.length > 0) throw new NotRun(prepared.missing.join("; "));
  try {
    const { verdicts, seen } = await tryVectors(item, adapter);
    const asserts = Array.isArray(item.expect["assert"]) ? item.expect["assert"] : [];
    const tried = { id: item.id, adapter, vectors: vectorsOf(item.input), seen, sinkHits };
    for (const one of asserts) verdicts.push(await judgeAssert(one, tried));
    if ("anyOf" in item.expect) verdicts.push(unknown("not built yet: anyOf"));
    const controls: Verdict[] = [];
    for (const control of item.controls ?? []) controls.push(await tryControl(control, adapter, prepared));
    return [
      ...verdicts.map((verdict) => ({ part: "harm", verdict }) as const),
      ...controls.map((verdict) => ({ part: "control", verdict }) as const),
      ...prepared.missing.map((why) => ({ part: "setup", verdict: unknown(why) }) as const),
    ];
  } finally {
    await adapter.close();
  }
};

/** Adapters of cases about the window that have a part here; what only the window can show is held by its own tests. */
const playedHere = ["deepLink.handle(url)"];

const scoreOf = (findings: readonly Finding[], controls: number): ScoredOutcome => {
  const of = (part: Finding["part"]): Verdict[] =>
    findings.filter((one) => one.part === part).map((one) => one.verdict);
  const harm = of("harm");
  return {
    outcome: outcomeOf(findings.map((one) => one.verdict)),
    isBlocked: harm.length > 0 && all(harm).kind === "held",
    controls,
    controlsPassed: of("control").filter((verdict) => verdict.kind === "held").length,
  };
};

/** Runs one security case and scores it; a case that cannot be run counts as not blocked, its controls as not passed. */
export const runSecurityCase = async (lab: Lab, item: SecurityCase): Promise<ScoredOutcome> => {
  const controls = item.controls?.length ?? 0;
  const none = { isBlocked: false, controls, controlsPassed: 0 };
  const notRun = (why: string): ScoredOutcome => ({ outcome: { kind: "notRun", why }, ...none });
  if (item.layer === "e2e" && !playedHere.includes(item.adapter)) return notRun("needs the window");
  if (!item.platforms.includes(process.platform)) return notRun(`needs ${item.platforms.join(" or ")}`);
  const base = realpathSync(tempDir("case"));
  const sink = await openSink();
  const vars = varsFor(base, sink.port);
  try {
    mkdirSync(path.join(base, "ws"));
    mkdirSync(path.join(base, "out"));
    const filled = fill(item, vars) as SecurityCase;
    return scoreOf(await runFilled(lab, filled, path.join(base, "ws"), sink.hits), controls);
  } catch (error) {
    if (error instanceof NotRun) return notRun(error.message);
    return {
      outcome: { kind: "wrong", seen: error instanceof Error ? error.message : String(error) },
      ...none,
    };
  } finally {
    sink.close();
    await lab.leave(path.join(base, "ws"));
    endProcessesIn(base);
    rmSync(base, { recursive: true, force: true });
  }
};
