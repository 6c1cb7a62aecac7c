import { openChat } from "../chat.ts";
import type { World } from "../field/world.ts";
import { imageBytes } from "../field/providerRules.ts";
import { usableTools } from "../mcp/caseServers.ts";
import { wordOf, type Check, type Verdict } from "../types.ts";
import { failed, holds, oneLine } from "../verdicts.ts";
import type { CheckRule } from "./rule.ts";

/** Why requests were refused; only those of a step where the check names one. */
const refusals = (check: Check, world: World): string[] => {
  const [from, to] = world.requestsOf.get(Number(check["step"])) ?? [0, Infinity];
  return world.chats.flatMap(({ chat }) =>
    [...chat.refused].flatMap(([at, why]) => (at >= from && at < to ? [why] : [])),
  );
};

const accepted: CheckRule["run"] = (check, world) => {
  const why = refusals(check, world);
  const count = world.chats.flatMap(({ chat }) => chat.requests).length;
  return holds(why.length === 0 && count > 0, `the provider refused: ${oneLine(why.join("; "))}`);
};

const requestOk: CheckRule["run"] = (check, world) => {
  const [from, to] = world.requestsOf.get(Number(check["step"])) ?? [0, 0];
  if (from === to) return failed(`there was no request in step ${wordOf(check["step"])}`);
  return accepted(check, world);
};

const largestImage: CheckRule["run"] = (check, world) => {
  const sizes = world.chats.flatMap(({ chat }) => chat.requests.flatMap(imageBytes));
  const largest = Math.max(0, ...sizes);
  return holds(largest <= Number(check["max"]), `a picture of ${Math.round(largest)} bytes was sent`);
};

/** Nothing was asked of a place, by what the host wanted to connect to. */
const noOutgoing: CheckRule["run"] = (check, world) => {
  const tried = world.lab.noted(world.startedAt).filter(({ host }) => host === check["host"]);
  return holds(tried.length === 0, `${tried.length} connections to ${wordOf(check["host"])}`);
};

/** A call that must not reach its server, made by the model of a session of its own. */
const rejectedLocally: CheckRule["run"] = async (check, world): Promise<Verdict> => {
  const host = await world.lab.host();
  const [server] = world.scene?.servers ?? [];
  if (!server) return failed("the case has no server");
  const tools = await usableTools(host, server.serverId);
  const tool = tools.find(({ name }) => name === check["tool"]);
  if (!tool) return failed(`${wordOf(check["tool"])} is not offered`);
  const calls = (): number => server.received().filter(({ method }) => method === "tools/call").length;
  const chat = await openChat(host, world.root);
  try {
    const before = calls();
    const { isOk, text, call } = await chat.call(tool.modelName, check["args"] ?? {});
    return holds(
      !isOk && call.startedAt === undefined && calls() === before,
      `the call was ${call.state}: ${oneLine(text)}`,
    );
  } finally {
    await chat.close();
  }
};

/** Checks of what a provider was sent, and of what was kept back from servers. */
export const requestChecks: Readonly<Record<string, CheckRule>> = {
  provider_accepts: { words: [], run: accepted },
  request_ok: { words: ["step"], run: requestOk },
  request_image_bytes: { words: ["max"], run: largestImage },
  no_outgoing_request: { words: ["host"], run: noOutgoing },
  call_rejected_locally: { words: ["tool", "args"], run: rejectedLocally },
};
