import type { StepResult } from "../field/world.ts";
import { isObject, textsOf, wordOf, type Check, type Verdict } from "../types.ts";
import { all, failed, holds, oneLine } from "../verdicts.ts";
import { named, ofStep, type CheckRule } from "./rule.ts";

const contains = (text: string, word: string): boolean => text.toLowerCase().includes(word.toLowerCase());

/** What the text of a result says: any of some words, all of others. */
export const says = (text: string, check: Check, what: string): Verdict => {
  const any = textsOf(check["says_any"]);
  const every = textsOf(check["says_all"]);
  const missing = every.filter((word) => !contains(text, word));
  return all([
    holds(
      any.length === 0 || any.some((word) => contains(text, word)),
      `${what}says none of ${any.join(", ")}: ${oneLine(text)}`,
    ),
    holds(missing.length === 0, `${what}does not say ${missing.join(", ")}: ${oneLine(text)}`),
  ]);
};

const countOf = (step: StepResult): number | undefined => {
  const total = isObject(step.structured) ? step.structured["total"] : undefined;
  return typeof total === "number" ? total : undefined;
};

const ended = (step: StepResult, check: Check): Verdict => {
  const allowed = check["is_any"] === undefined ? textsOf(check["is"]) : textsOf(check["is_any"]);
  const got = step.isOk ? "ok" : "error";
  return holds(
    allowed.length === 0 || allowed.includes(got),
    `${named(check)}is ${got} (${step.call.state}): ${oneLine(step.text)}`,
  );
};

const result = (step: StepResult, check: Check): Verdict => {
  const most = (key: string): number => (typeof check[key] === "number" ? check[key] : Infinity);
  return all([
    ended(step, check),
    says(step.text, check, named(check)),
    holds(step.ms <= most("within_ms"), `${named(check)}took ${step.ms} ms`),
    holds(step.text.length <= most("max_chars"), `${named(check)}is ${step.text.length} characters long`),
    holds(
      check["count"] === undefined || check["count"] === countOf(step),
      `${named(check)}counts ${countOf(step) ?? "nothing"} instead of ${String(check["count"])}`,
    ),
  ]);
};

const structuredOf = (step: StepResult, key: string): unknown =>
  isObject(step.structured) ? step.structured[key] : undefined;

const exitCode = (step: StepResult, check: Check): Verdict => {
  const got = structuredOf(step, "exitCode");
  const isRight = check["nonzero"] === true ? typeof got === "number" && got !== 0 : got === check["is"];
  return holds(isRight, `${named(check)}exit code is ${String(got)}: ${oneLine(step.text)}`);
};

const stdoutEquals = (step: StepResult, check: Check): Verdict => {
  const got = structuredOf(step, "stdout");
  return holds(got === check["text"], `${named(check)}stdout is ${JSON.stringify(got) ?? "missing"}`);
};

const lacks = (step: StepResult, check: Check): Verdict => {
  const wanted =
    check["hex"] === undefined
      ? String(check["text"])
      : Buffer.from(wordOf(check["hex"]), "hex").toString("latin1");
  const at = step.text.indexOf(wanted);
  return holds(
    at === -1,
    `${named(check)}holds ${JSON.stringify(wanted)}: …${step.text.slice(Math.max(0, at - 40), at + 40)}…`,
  );
};

/** Every card's files are on disk just as the card showed them; there must have been one. */
const diffEqualsWrite: CheckRule["run"] = (_, world) => {
  const written = world.steps.flatMap((step) => step?.shownAndWritten ?? []);
  if (written.length === 0) return failed("no card showed a file that was written then");
  const other = written.filter(({ isSame }) => !isSame).map((file) => file.path);
  return holds(other.length === 0, `the card showed another content than was written: ${other.join(", ")}`);
};

/** Checks of what a call gave back. */
export const resultChecks: Readonly<Record<string, CheckRule>> = {
  result: {
    words: [
      "is",
      "is_any",
      "step",
      "each",
      "variant",
      "within_ms",
      "max_chars",
      "says_any",
      "says_all",
      "count",
    ],
    run: ofStep(result),
  },
  exit_code: { words: ["step", "is", "nonzero"], run: ofStep(exitCode) },
  stdout_equals: { words: ["step", "text"], run: ofStep(stdoutEquals) },
  result_lacks: { words: ["step", "text", "hex"], run: ofStep(lacks) },
  approval_diff_equals_write: { words: [], run: diffEqualsWrite },
};
