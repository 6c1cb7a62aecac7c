import { isDeepStrictEqual } from "node:util";
import type { ChatRecord, World } from "../field/world.ts";
import { openChat } from "../chat.ts";
import { argsFromModel, fromModel } from "../table.ts";
import { isObject, type Check, type Verdict } from "../types.ts";
import { all, failed, held, holds, oneLine } from "../verdicts.ts";
import type { CheckRule } from "./rule.ts";
import { says } from "./results.ts";

/** The chats a check speaks of: that of its `stream`, else all. */
const chatsOf = (check: Check, world: World): ChatRecord[] => {
  const at = check["stream"];
  return typeof at === "number" ? world.chats.slice(at - 1, at) : [...world.chats];
};

const ofChats =
  (judge: (record: ChatRecord, check: Check) => Verdict): CheckRule["run"] =>
  (check, world) => {
    const records = chatsOf(check, world);
    return records.length === 0
      ? failed("there was no such chat")
      : all(records.map((record) => judge(record, check)));
  };

/** The calls that were really sent to their servers, in the order asked, in the case's names. */
const executed = ({ state }: ChatRecord): { name: string; arguments: unknown }[] =>
  state.calls
    .filter((call) => call.startedAt !== undefined)
    .map((call) => {
      const name = fromModel(call.modelName);
      return { name, arguments: argsFromModel(name, call.arguments) };
    });

const toolCalls = (record: ChatRecord, check: Check): Verdict => {
  const got = executed(record);
  return holds(isDeepStrictEqual(got, check["calls"]), `ran ${JSON.stringify(got)}`);
};

const toolErrorToModel = (record: ChatRecord, check: Check): Verdict => {
  const at = check["call"];
  const calls = typeof at === "number" ? record.state.calls.slice(at - 1, at) : record.state.calls;
  const bad = calls.find((call) => call.state === "failed");
  if (!bad)
    return failed(
      `no call failed: ${calls.map((call) => `${call.modelName} ${call.state}`).join(", ") || "none"}`,
    );
  const sent = record.chat.requests
    .flatMap(({ body }) => body.messages)
    .find((message) => message.tool_call_id === bad.callId);
  const text =
    sent?.content ??
    record.chat.requests.at(-1)?.body.messages.findLast(({ role }) => role === "tool")?.content ??
    "";
  return text === "" ? failed("the model was sent no result") : says(text, check, "the model was told: ");
};

const isJsonObjectText = (text: unknown): boolean => {
  try {
    return typeof text === "string" && isObject(JSON.parse(text));
  } catch {
    return false;
  }
};

const nextRequest = (record: ChatRecord, check: Check): Verdict => {
  const index = typeof check["request"] === "number" ? check["request"] : 2;
  const messages = record.chat.requests[index - 1]?.body.messages;
  if (!messages) return failed(`there was no request ${index}, only ${record.chat.requests.length}`);
  const calls = messages.flatMap((message) => message.tool_calls ?? []);
  const results = messages.filter((message) => message.role === "tool");
  const ids = calls.map((call) => call.id);
  const perId = ids.map((id) => results.filter((message) => message.tool_call_id === id).length);
  const assistant = messages.findLast((message) => message.role === "assistant") as
    Record<string, unknown> | undefined;
  const wanted = isObject(check["assistant_has"]) ? Object.entries(check["assistant_has"]) : [];
  return all([
    holds(
      check["history_arguments"] === undefined ||
        calls.every((call) => isJsonObjectText(call.function.arguments)),
      `arguments in the history: ${JSON.stringify(calls.map((call) => call.function.arguments))}`,
    ),
    holds(
      check["ids_unique"] !== true || (new Set(ids).size === ids.length && !ids.includes("")),
      `ids in the history: ${ids.join(", ")}`,
    ),
    holds(
      check["results_per_id"] === undefined || perId.every((count) => count === check["results_per_id"]),
      `results per id: ${perId.join(", ")}`,
    ),
    holds(
      check["tool_results"] === undefined || results.length === check["tool_results"],
      `request ${index} holds ${results.length} results`,
    ),
    ...wanted.map(([key, value]) =>
      holds(
        isDeepStrictEqual(assistant?.[key], value),
        `${key} of the assistant message is ${JSON.stringify(assistant?.[key])}`,
      ),
    ),
  ]);
};

const answerOf = ({ state }: ChatRecord): string => state.steps.map((step) => step.text).join("");

const textLacks = (record: ChatRecord, check: Check): Verdict => {
  const text = answerOf(record);
  return holds(!text.includes(String(check["text"])), `the answer says ${oneLine(text)}`);
};

/** Starts the host again: the session folds to the same, and its next request begins with the messages of the last one. */
const afterReopen: CheckRule["run"] = async (_, world) => {
  const [record] = world.chats;
  if (!record) return failed("there was no chat");
  const { state, chat } = record;
  await world.lab.quit();
  const host = await world.lab.host();
  const again = await host.ask("session.snapshot", { sessionId: state.sessionId });
  if (!isDeepStrictEqual(again, state))
    return failed("the session reads differently after the host was started again");
  const next = await openChat(host, world.root);
  try {
    const { modelId } = await next.session.state();
    await host.ask("session.update", { sessionId: state.sessionId, modelId });
    const { turnId } = await host.ask("session.send", { sessionId: state.sessionId, text: "again" });
    await host.logged("turn.ended", (event) => event.type === "turn.ended" && event.body.turnId === turnId);
    const before = chat.requests.at(-1)?.body.messages ?? [];
    const after = next.requests.at(-1)?.body.messages.slice(0, before.length);
    return isDeepStrictEqual(after, before)
      ? held
      : failed("the next request does not begin with the messages of the last one");
  } finally {
    await next.close();
  }
};

/** Checks of what a model's stream led to. */
export const streamChecks: Readonly<Record<string, CheckRule>> = {
  tool_calls: { words: ["calls", "stream"], run: ofChats(toolCalls) },
  tool_error_to_model: { words: ["call", "stream", "says_any"], run: ofChats(toolErrorToModel) },
  next_request: {
    words: [
      "stream",
      "request",
      "history_arguments",
      "ids_unique",
      "results_per_id",
      "tool_results",
      "assistant_has",
    ],
    run: ofChats(nextRequest),
  },
  tool_runs: {
    words: ["count"],
    run: (check, world) => {
      const count = world.chats.flatMap(executed).length;
      return holds(count === check["count"], `${count} calls ran`);
    },
  },
  text_lacks: { words: ["text", "stream"], run: ofChats(textLacks) },
  after_reopen: { words: ["same"], isLast: true, run: afterReopen },
};
