import type { Outcome, Verdict } from "./types.ts";

const longestSeen = 300;

/** One line of at most {@link longestSeen} characters, control characters escaped. */
export const oneLine = (text: string, most = longestSeen): string => {
  const plain = text
    .toWellFormed()
    .replaceAll(/\s*\n\s*/g, " ⏎ ")
    .replaceAll(/[\u0000-\u001f\u007f]/g, (char) => `\\x${char.charCodeAt(0).toString(16).padStart(2, "0")}`);
  return plain.length > most ? `${plain.slice(0, most - 1).toWellFormed()}…` : plain;
};

export const held: Verdict = { kind: "held" };
/** Held by a test of the window: `what` is the expectation, `test` the test that asserts it. */
export const heldByWindow = (what: string, test: string): Verdict => ({
  kind: "held",
  by: [`${what} by window test ${test}`],
});
export const failed = (seen: string): Verdict => ({ kind: "failed", seen: oneLine(seen) });
export const unknown = (why: string): Verdict => ({ kind: "unknown", why });
/** Held when true, else failed with what was seen. */
export const holds = (isTrue: boolean, seen: string): Verdict => (isTrue ? held : failed(seen));

const byOf = (verdicts: readonly Verdict[]): { by?: readonly string[] } => {
  const by = verdicts.flatMap((verdict) => (verdict.kind === "held" ? (verdict.by ?? []) : []));
  return by.length === 0 ? {} : { by };
};

/** All must hold: a failure decides, else something nobody could tell, else they held. */
export const all = (verdicts: readonly Verdict[]): Verdict =>
  verdicts.find((verdict) => verdict.kind === "failed") ??
  verdicts.find((verdict) => verdict.kind === "unknown") ?? { ...held, ...byOf(verdicts) };

/** At least one must hold; where none does, one that nobody could tell keeps it open. */
export const oneOf = (verdicts: readonly Verdict[]): Verdict => {
  if (verdicts.some((verdict) => verdict.kind === "held")) return held;
  const open = verdicts.find((verdict) => verdict.kind === "unknown");
  if (open) return open;
  const seen = verdicts.map((verdict) => (verdict.kind === "failed" ? verdict.seen : ""));
  return failed(`none of ${verdicts.length} ways: ${seen.map((text) => oneLine(text, 140)).join(" | or: ")}`);
};

/** The outcome of a case by all its verdicts: never `right` while one is unknown. */
export const outcomeOf = (verdicts: readonly Verdict[]): Outcome => {
  const wrong = verdicts.flatMap((verdict) => (verdict.kind === "failed" ? [verdict.seen] : []));
  if (wrong.length > 0) return { kind: "wrong", seen: wrong.slice(0, 3).join("; ") };
  const open = [...new Set(verdicts.flatMap((verdict) => (verdict.kind === "unknown" ? [verdict.why] : [])))];
  if (open.length === 0)
    return verdicts.length > 0
      ? { kind: "right", ...byOf(verdicts) }
      : { kind: "notRun", why: "it expects nothing" };
  const count = verdicts.filter((verdict) => verdict.kind === "held").length;
  return { kind: "notRun", why: `${open.join("; ")}${count > 0 ? ` (the other ${count} held)` : ""}` };
};
