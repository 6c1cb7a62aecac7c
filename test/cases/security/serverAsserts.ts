import Database from "better-sqlite3";
import path from "node:path";
import type { ServerLogLine } from "../../../shared/contract/index.ts";
import { limitTable } from "../table.ts";
import { isObject, textsOf, wordOf, type Verdict } from "../types.ts";
import { all, failed, heldByWindow, holds, oneLine, unknown } from "../verdicts.ts";
import { windowTestOf } from "../windowTests.ts";
import type { Observed, Tried } from "./observed.ts";
import { pair, toolAsserts, type Rule } from "./toolAsserts.ts";

const serverOf = (
  { adapter }: Tried,
  name: string,
): NonNullable<Tried["adapter"]["servers"]>[number] | undefined =>
  adapter.servers?.find((server) => server.name === name);

const countOf = (tried: Tried, name: string, method: string): number | undefined =>
  serverOf(tried, name)
    ?.received()
    .filter((message) => message.method === method).length;

/** What a call, named `SERVER/TOOL` or `SERVER/*`, led to. */
const callsOf = ({ seen }: Tried, name: string): Observed[] =>
  seen.filter(
    ({ called = "" }) => called === name || (name.endsWith("/*") && called.startsWith(name.slice(0, -1))),
  );

const serverCallCount: Rule = (wanted, tried) => {
  const [name, count] = pair(wanted);
  const got = countOf(tried, name, "tools/call");
  return got === undefined
    ? failed(`there is no server ${name}`)
    : holds(got === count, `${name} got ${got} calls`);
};

const serverReceived: Rule = (wanted, tried) => {
  const [name, method] = pair(wanted);
  const got = countOf(tried, name, wordOf(method));
  return got === undefined
    ? failed(`there is no server ${name}`)
    : holds(got > 0, `${name} was never sent ${wordOf(method)}`);
};

const callResult: Rule = (wanted, tried) => {
  const [name, said] = pair(wanted);
  const limit = Object.hasOwn(limitTable, wordOf(said)) ? limitTable[wordOf(said)] : undefined;
  if (!limit) return unknown(`not built yet: callResult ${wordOf(said)}`);
  const calls = callsOf(tried, name);
  if (calls.length === 0) return failed(`${name} was not called`);
  return all(
    calls.map(({ called, errorCode = "", text = "" }) =>
      holds(
        limit.codes.includes(errorCode) || limit.says.some((words) => words.test(text)),
        `${called ?? ""} ended as ${errorCode || "ok"}: ${oneLine(text, 120)} … ${oneLine(text.slice(-200), 120)}`,
      ),
    ),
  );
};

const callOk: Rule = (wanted, tried) => {
  const calls = callsOf(tried, wordOf(wanted));
  const [bad] = calls.filter(({ isError }) => isError !== false);
  return holds(
    calls.length > 0 && bad === undefined,
    `${wordOf(wanted)}: ${oneLine(bad?.text ?? "was not called")}`,
  );
};

/** The host goes on, and said of no fault that nobody caught it. */
const noUncaught: Rule = async (_, { adapter: { host } }) => {
  if (!host) return unknown("not built yet: noUncaught of this adapter");
  const answer = await host.request("host.info", {});
  const said = host.stderr();
  return holds(answer.ok && !said.includes("a fault nobody caught"), `the host says ${oneLine(said)}`);
};

const logsOf = async ({ servers = [], logOf }: Tried["adapter"]): Promise<(readonly ServerLogLine[])[]> =>
  Promise.all(servers.map(async ({ name }) => (await logOf?.(name)) ?? []));

const noiseLogged: Rule = async (wanted, { adapter }) => {
  if (wanted !== ">=5 lines, capped, control characters escaped" || !adapter.logOf)
    return unknown(`not built yet: noiseLogged ${wordOf(wanted)}`);
  const logs = await logsOf(adapter);
  const lines = logs.flat().map(({ text }) => text);
  return all([
    holds(lines.length >= 5, `${lines.length} lines in the log: ${oneLine(lines.join(" | "))}`),
    holds(lines.length <= 2000 && lines.every((text) => text.length < 5000), "the log is not bounded"),
    holds(
      !lines.some((text) => /[\u0000-\u0008\u000b-\u001f\u007f]/.test(text)),
      "control characters stand in the log as they came",
    ),
  ]);
};

const listResult: Rule = async (wanted, { adapter }) => {
  const [name, said] = pair(wanted);
  const limit = Object.hasOwn(limitTable, wordOf(said)) ? limitTable[wordOf(said)] : undefined;
  if (!limit || !adapter.logOf) return unknown(`not built yet: listResult ${wordOf(said)}`);
  const log = (await adapter.logOf(name)).map(({ text }) => text).join("\n");
  return holds(
    limit.says.some((words) => words.test(log)),
    `the log of ${name} says ${oneLine(log)}`,
  );
};

const stderrLogBytesLt: Rule = async (wanted, { adapter }) => {
  if (!adapter.logOf) return unknown("not built yet: the log of this adapter");
  const logs = await logsOf(adapter);
  const sizes = logs.map((log) => log.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0));
  const lines = logs.flat().length;
  return holds(
    lines > 0 && sizes.every((size) => size < Number(wanted)),
    `logs of ${sizes.join(", ")} bytes`,
  );
};

/** The longest row of the log's database, contents that are kept aside not counted. */
const auditRowBytesLt: Rule = (wanted, { adapter: { host } }) => {
  if (!host) return unknown("not built yet: auditRowBytesLt of this adapter");
  const db = new Database(path.join(host.dataDir, "events.db"), { readonly: true, fileMustExist: true });
  try {
    const row = db
      .prepare("SELECT max(length(CAST(body AS BLOB))) AS most, count(*) AS rows FROM events")
      .get() as { most: number; rows: number };
    return holds(row.rows > 0 && row.most < Number(wanted), `a row of ${row.most} bytes`);
  } finally {
    db.close();
  }
};

const elapsedMsLt: Rule = (wanted, { seen }) => {
  const slow = seen.find(({ ms }) => ms === undefined || ms >= Number(wanted));
  return holds(seen.length > 0 && slow === undefined, `${slow?.what ?? ""} took ${String(slow?.ms)} ms`);
};

const noSpawn: Rule = (wanted, { adapter }) => {
  const started = adapter.noted?.().filter(({ kind }) => kind === "spawn");
  if (started === undefined) return unknown("not built yet: childProcessSpawnCalls of this adapter");
  return holds(
    started.length === wanted,
    `started: ${oneLine(JSON.stringify(started.map(({ argv }) => argv)))}`,
  );
};

const fetchNotAttemptedTo: Rule = (wanted, { adapter }) => {
  const tried = adapter.noted?.().filter(({ kind }) => kind === "connect");
  if (tried === undefined) return unknown("not built yet: fetchNotAttemptedTo of this adapter");
  const bad = tried.filter(({ host = "" }) => textsOf(wanted).includes(host));
  // Nothing noted at all would mean that nothing was watched: the case's own servers are asked.
  return holds(
    tried.length > 0 && bad.length === 0,
    `wanted to reach ${bad.map(({ host = "" }) => host).join(", ") || "nothing"}`,
  );
};

/** What only a window can show. */
const byWindow =
  (name: string): Rule =>
  (_, { id }) => {
    const test = windowTestOf(id, name);
    return test === undefined ? unknown(`no window test holds ${name}`) : heldByWindow(name, test);
  };

/** Assertions on servers, their tools and what they were sent. */
export const serverAsserts: Readonly<Record<string, Rule>> = {
  ...toolAsserts,
  serverCallCount,
  serverReceived,
  callResult,
  callOk,
  noUncaught,
  noiseLogged,
  listResult,
  stderrLogBytesLt,
  auditRowBytesLt,
  elapsedMsLt,
  childProcessSpawnCalls: noSpawn,
  fetchNotAttemptedTo,
  uiShows: byWindow("uiShows"),
  uiState: byWindow("uiState"),
  rendererAlive: byWindow("rendererAlive"),
  // A remark for whoever builds the adapter; there is nothing in it to hold.
  note: (wanted) => holds(typeof wanted === "string", "the note is no text"),
};

/** The decisions of a case's calls, in order. */
export const judgeDecisions = (wanted: unknown, seen: readonly Observed[]): Verdict => {
  const got = seen.map(({ decision }) => decision ?? "none");
  const isSame =
    Array.isArray(wanted) && wanted.length === got.length && wanted.every((one, at) => one === got[at]);
  return holds(isSame && !isObject(wanted), `decided as ${got.join(", ")}`);
};
