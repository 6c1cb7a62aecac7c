import { existsSync, lstatSync, readFileSync } from "node:fs";
import { eventTable, ruleFor } from "../table.ts";
import { isObject, textsOf, type Json, type Verdict } from "../types.ts";
import { all, failed, holds, oneLine, unknown } from "../verdicts.ts";
import { judgeVector } from "./expect.ts";
import type { Adapter, Tried } from "./observed.ts";
import { serverAsserts } from "./serverAsserts.ts";

const isThere = (file: string): boolean => lstatSync(file, { throwIfNoEntry: false }) !== undefined;

const fileContent = (wanted: unknown): Verdict => {
  const [file = "", content] = textsOf(wanted);
  if (!existsSync(file)) return failed(`${file} is gone`);
  return holds(readFileSync(file, "utf8") === content, `${file} was changed`);
};

/** A tool may name once what it was asked for; more than that came from somewhere else. */
const outputLacks = (wanted: unknown, { seen, vectors }: Tried): Verdict => {
  const secret = String(wanted);
  const echoes = (at: number): number => (JSON.stringify(vectors[at]).includes(secret) ? 1 : 0);
  const leak = seen.find((one, at) => (one.text ?? "").split(secret).length - 1 > echoes(at));
  return holds(leak === undefined, `${leak?.what ?? ""} gave away ${secret}: ${oneLine(leak?.text ?? "")}`);
};

const noNetwork = (_: unknown, { adapter }: Tried): Verdict => {
  const sockets = adapter.socketsSeen?.();
  return sockets === undefined
    ? unknown("not built yet: noNetwork of this adapter")
    : holds(sockets === 0, `${sockets} sockets seen`);
};

const eventLogged = async (wanted: Json, host: NonNullable<Adapter["host"]>): Promise<Verdict> => {
  const known = Object.hasOwn(eventTable, String(wanted["event"]))
    ? eventTable[String(wanted["event"])]
    : undefined;
  if (!known) return unknown(`not built yet: the event ${String(wanted["event"])}`);
  const { items } = await host.ask("audit.query", { types: [known.type] });
  const fields = textsOf(wanted["fields"]).map((field) => known.fields[field]);
  if (fields.includes(undefined)) return unknown(`not built yet: fields of ${known.type}`);
  const whole = items.filter(({ event }) =>
    fields.every((field) => typeof (event.body as Json)[String(field)] === "string"),
  );
  return holds(whole.length > 0, `the log has no ${known.type} with ${fields.join(", ") || "anything"}`);
};

/** Counts the log's rows of failed or refused calls of a tool. */
const auditHas = async (wanted: unknown, { adapter, vectors }: Tried): Promise<Verdict> => {
  const { chat, host } = adapter;
  if (isObject(wanted) && typeof wanted["event"] === "string" && host) return eventLogged(wanted, host);
  const { tool, outcome, count, ...odd } = isObject(wanted) ? wanted : {};
  if (!chat || !host || Object.keys(odd).length > 0)
    return unknown("not built yet: auditHas of this adapter");
  const outcomes = String(outcome).split("|");
  if (outcomes.some((one) => one !== "error" && one !== "denied"))
    return unknown(`not built yet: auditHas ${String(outcome)}`);
  const types = outcomes.includes("error") ? ["call.failed"] : ["call.decided"];
  const name = typeof tool === "string" ? ruleFor(tool)?.tool : undefined;
  const { items } = await host.ask("audit.query", {
    sessionId: chat.session.sessionId,
    types,
    limit: 500,
    ...(name === undefined ? {} : { tool: name }),
  });
  const least = count === "all" ? vectors.length : typeof count === "number" ? count : 1;
  return holds(items.length >= least, `${items.length} rows in the log instead of ${least}`);
};

const withRule = (wanted: unknown, tried: Tried, decision: unknown): Verdict => {
  const { decisionUnder } = tried.adapter;
  const got = tried.vectors.map((vector) => ({ vector, is: decisionUnder?.(String(wanted), vector) }));
  if (got.some((one) => one.is === undefined)) return unknown(`not built yet: rule ${String(wanted)}`);
  const other = got.find((one) => one.is !== decision);
  return holds(
    other === undefined,
    `${JSON.stringify(other?.vector)}: ${String(other?.is)} under ${String(wanted)}`,
  );
};

type Rule = (wanted: unknown, tried: Tried) => Verdict | Promise<Verdict>;

/** Both command lines in full, as the page is given them. */
const uiShows = (wanted: unknown, tried: Tried): Verdict | Promise<Verdict> => {
  const { seen } = tried;
  if (wanted !== "full old and new command line")
    return serverAsserts["uiShows"]?.(wanted, tried) ?? unknown("uiShows");
  const odd = seen.find(
    ({ shown = "" }) => shown.split("\n").filter((one) => one.includes("args")).length !== 2,
  );
  return holds(odd === undefined && seen.length > 0, `${odd?.what ?? ""}: ${oneLine(odd?.shown ?? "")}`);
};

const bundlesHeld = (_: unknown, { seen }: Tried): Verdict => {
  const odd = seen.find(({ bundle }) => bundle === undefined || bundle === "left");
  return holds(odd === undefined && seen.length > 0, `${odd?.what ?? ""} was unpacked elsewhere or started`);
};

const rules: Readonly<Record<string, Rule>> = {
  ...serverAsserts,
  outputLacks,
  noNetwork,
  auditHas,
  fileAbsent: (wanted) => holds(!isThere(String(wanted)), `${String(wanted)} is there`),
  fileContent,
  uiShows,
  filesOutsideInstallDir: bundlesHeld,
  argvNotShell: bundlesHeld,
  sinkHits: (wanted, { sinkHits }) => holds(sinkHits() === wanted, `${sinkHits()} requests came to the sink`),
  notSpawned: (_, { adapter }) =>
    adapter.isPure ? holds(true, "") : unknown("not built yet: notSpawned of this adapter"),
  rssGrowthMbLt: (wanted, { adapter }) => {
    const growth = adapter.growthMb?.();
    return growth === undefined
      ? unknown("not built yet: memory of this adapter")
      : holds(growth < Number(wanted), `memory grew by ${Math.round(growth)} MB`);
  },
};

/** An assertion on some of the vectors only: those whose path is named in `for`. */
const judgeSome = (item: Json, { seen, vectors }: Tried): Verdict => {
  const { for: names, ...wanted } = item;
  const chosen = seen.flatMap((one, at) =>
    textsOf(names).includes(one.path ?? "") ? [{ one, vector: vectors[at] }] : [],
  );
  if (chosen.length < textsOf(names).length)
    return unknown(`not built yet: an assertion for ${textsOf(names).join(", ")}`);
  return all(chosen.map(({ one, vector }) => judgeVector(wanted, one, vector)));
};

/** Judges one entry of `assert`. */
export const judgeAssert = async (item: unknown, tried: Tried): Promise<Verdict> => {
  if (!isObject(item)) return unknown("not built yet: an assertion in words");
  if ("for" in item) return judgeSome(item, tried);
  if ("withRule" in item) return withRule(item["withRule"], tried, item["decision"]);
  const verdicts: Verdict[] = [];
  for (const [key, wanted] of Object.entries(item)) {
    const own = tried.adapter.own?.[key];
    const rule = Object.hasOwn(rules, key) ? rules[key] : undefined;
    if (own) verdicts.push(await own(wanted));
    else verdicts.push(rule ? await rule(wanted, tried) : unknown(`not built yet: assertion ${key}`));
  }
  return all(verdicts);
};
