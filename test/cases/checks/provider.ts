import type { ChatRecord, World } from "../field/world.ts";
import { runStatus, withSayings } from "../table.ts";
import { textsOf, type Check, type Verdict } from "../types.ts";
import { all, failed, holds, oneLine, unknown } from "../verdicts.ts";
import { stepOf, type CheckRule } from "./rule.ts";

/** The chats a check speaks of: those of its `request`, `requests` or `stream`, counted from 1, else all. */
const chatsOf = (check: Check, world: World): ChatRecord[] => {
  const given = [check["requests"], check["request"], check["stream"]]
    .flat()
    .filter((at) => typeof at === "number");
  return given.length === 0 ? [...world.chats] : given.flatMap((at) => world.chats.slice(at - 1, at));
};

const gaps: CheckRule["run"] = (check, world) => {
  const times = world.chats[0]?.chat.requests.map(({ atMs }) => atMs) ?? [];
  const got = times.slice(1).map((at, index) => Math.round(at - (times[index] ?? 0)));
  const wanted = Array.isArray(check["min"]) ? check["min"].map(Number) : [];
  return holds(
    wanted.every((least, index) => (got[index] ?? 0) >= least),
    `waits of ${got.join(", ")} ms`,
  );
};

const text: CheckRule["run"] = (check, world) => {
  const state = chatsOf(check, world).at(-1)?.state;
  const got = state?.steps
    .filter((step) => step.state === "completed")
    .map((step) => step.text)
    .join("");
  return holds(got === check["is"], `the answer is ${JSON.stringify(got)}`);
};

/** Of a step: what its call's row shows. Else what the chats' faults told. */
const toldOf = (check: Check, world: World): string[] => {
  const step = stepOf(check, world);
  if (check["step"] !== undefined) return step ? [step.text, step.call.preview ?? ""] : [];
  return chatsOf(check, world).flatMap((record) => record.told);
};

const userSees: CheckRule["run"] = (check, world) => {
  const told = toldOf(check, world);
  const any = withSayings(textsOf(check["any"]));
  const isTold = told.some((one) => any.some((word) => one.toLowerCase().includes(word.toLowerCase())));
  return holds(isTold, `told of none of ${any.join(", ")}: ${oneLine(told.join(" / ")) || "nothing at all"}`);
};

const statusOf = (record: ChatRecord): string => record.state.turns.at(-1)?.reason ?? record.state.state;

const status: CheckRule["run"] = (check, world) => {
  const wanted = runStatus[String(check["is"])];
  if (!wanted) return unknown(`not built yet: run status ${String(check["is"])}`);
  const got = chatsOf(check, world).map(statusOf);
  return holds(
    got.every((one) => wanted.includes(one)),
    `ended as ${got.join(", ")}`,
  );
};

const requestCount: CheckRule["run"] = (check, world) => {
  const got = world.chats.reduce((sum, record) => sum + record.chat.requests.length, 0);
  const most = typeof check["max"] === "number" ? check["max"] : Infinity;
  return holds(got <= most && (check["is"] === undefined || got === check["is"]), `${got} requests`);
};

/** `incomplete`: what was said is kept once, its step counts as failed, and nothing asked again. */
const variantStatus: CheckRule["run"] = (check, world): Verdict => {
  if (check["is"] !== "incomplete") return unknown(`not built yet: variant status ${String(check["is"])}`);
  const { variant } = world;
  if (!variant) return failed("the variant did not run");
  const steps = variant.state.steps.filter((step) => step.text !== "");
  return all([
    holds(
      steps.length === 1 && steps[0]?.state === "failed",
      `steps: ${JSON.stringify(steps.map((step) => [step.state, step.text]))}`,
    ),
    holds(variant.chat.requests.length === 1, `${variant.chat.requests.length} requests in the variant`),
  ]);
};

const variantVisible: CheckRule["run"] = (check, world) => {
  const ms = world.variant?.firstToldMs;
  return holds(typeof ms === "number" && ms <= Number(check["max"]), `told after ${String(ms)} ms`);
};

/** Checks of how a provider's answers were met. */
export const providerChecks: Readonly<Record<string, CheckRule>> = {
  gaps_ms: { words: ["min"], run: gaps },
  text: { words: ["is", "stream"], run: text },
  user_sees: { words: ["any", "request", "stream", "step"], run: userSees },
  run_status: { words: ["is", "requests", "stream"], run: status },
  request_count: { words: ["is", "max"], run: requestCount },
  variant_status: { words: ["is"], run: variantStatus },
  variant_visible_within_ms: { words: ["max"], run: variantVisible },
};
