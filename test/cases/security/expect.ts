import { codeTable, flagTable } from "../table.ts";
import { isObject, textsOf, type Json, type Verdict } from "../types.ts";
import { all, holds, oneLine, unknown } from "../verdicts.ts";
import type { Observed } from "./observed.ts";

const levels = ["L1", "L2", "L3", "L4"];

type Rule = (wanted: unknown, got: Observed, vector: unknown) => Verdict;

/** Judges one thing an adapter may have seen; what it could not see is unknown. */
const seen =
  <T>(
    name: string,
    read: (got: Observed) => T | undefined,
    judge: (value: T, wanted: unknown) => boolean,
  ): Rule =>
  (wanted, got) => {
    const value = read(got);
    if (value === undefined) return unknown(`not built yet: ${name} of this adapter`);
    return holds(judge(value, wanted), `${got.what}: ${name} is ${oneLine(JSON.stringify(value), 120)}`);
  };

const is = (value: unknown, wanted: unknown): boolean => value === wanted;

const codes = (wanted: unknown): string[] =>
  textsOf(wanted).flatMap((code) => codeTable[code] ?? [`unmapped ${code}`]);

const hasFlag = (got: readonly string[], wanted: unknown): boolean =>
  textsOf(wanted).every((group) =>
    group.split("|").some((flag) => got.some((reason) => reason.split(":", 1)[0] === flagTable[flag])),
  );

const severityAtLeast: Rule = (wanted, got, vector) => {
  const named = String(wanted);
  const least = named.startsWith("$") && isObject(vector) ? String(vector[named.slice(1)]) : named;
  if (got.severity === undefined || !levels.includes(least))
    return unknown("not built yet: the severity of this adapter");
  return holds(
    levels.indexOf(got.severity) >= levels.indexOf(least),
    `${got.what}: severity ${got.severity}, less than ${least}`,
  );
};

const rules: Readonly<Record<string, Rule>> = {
  isError: seen("isError", (got) => got.isError, is),
  code: seen(
    "code",
    (got) => got.errorCode ?? (got.isError === undefined ? undefined : "none"),
    (code, wanted) => codes(wanted).includes(code),
  ),
  isErrorOrEmpty: seen(
    "isErrorOrEmpty",
    (got) => (got.isError === undefined ? undefined : got.isError || got.isEmpty === true),
    is,
  ),
  elapsedMsLt: seen(
    "time in ms",
    (got) => got.ms,
    (ms, wanted) => ms < Number(wanted),
  ),
  decision: seen("decision", (got) => got.decision, is),
  flags: seen("flags", (got) => got.flags, hasFlag),
  protected: seen("protected", (got) => got.isProtected, is),
  autoApprovable: seen("autoApprovable", (got) => got.isAutoApprovable, is),
  truncated: seen("truncated", (got) => got.isTruncated, is),
  bytesLt: seen(
    "length",
    (got) => (got.text === undefined ? undefined : Buffer.byteLength(got.text)),
    (bytes, wanted) => bytes < Number(wanted),
  ),
  severity: seen(
    "severity",
    (got) => got.severity,
    (level, wanted) => String(wanted).split(" or ").includes(level),
  ),
  severityAtLeast,
  processGoneWithinMs: seen(
    "time until the tree was gone in ms",
    (got) => got.goneMs,
    (ms, wanted) => ms <= Number(wanted),
  ),
  // What is looked at is always the whole tree: every process that works in the case's folder.
  whole: seen(
    "what was looked at",
    (got) => (got.goneMs === undefined ? undefined : "tree"),
    (what, wanted) => what === wanted,
  ),
  started: seen("started", (got) => got.started, is),
  state: seen("state", (got) => got.state, is),
  // The only result a case writes in words: a bundle that is refused whole, or shown and not started.
  result: seen(
    "result",
    (got) => got.bundle,
    (bundle) => bundle !== "left",
  ),
};

/** Judges one vector by every key of an expectation. */
export const judgeVector = (wanted: Json, got: Observed, vector: unknown): Verdict =>
  all(
    Object.entries(wanted).map(([key, value]) => {
      const rule = Object.hasOwn(rules, key) ? rules[key] : undefined;
      return rule ? rule(value, got, vector) : unknown(`not built yet: expectation ${key}`);
    }),
  );

/** A control's expectation written as one word. */
const wordRules: Readonly<Record<string, Json>> = { ok: { isError: false }, allow: { decision: "allow" } };

/** Judges a control. */
export const judgeControl = (wanted: unknown, got: Observed, vector: unknown): Verdict => {
  if (isObject(wanted)) return judgeVector(wanted, got, vector);
  if (wanted === "allow-or-ask")
    return holds(
      got.decision !== undefined && got.decision !== "deny",
      `${got.what}: ${String(got.decision)}`,
    );
  const rule = wordRules[String(wanted)];
  return rule
    ? judgeVector(rule, got, vector)
    : unknown(`not built yet: a control that expects ${String(wanted)}`);
};
