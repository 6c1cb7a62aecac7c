import type { AnyEvent } from "../../../shared/events/index.ts";
import type { Failure } from "../../../shared/contract/index.ts";
import type { TestHost } from "../../fakes/hostProcess.ts";
import { openChat, type Chat } from "../chat.ts";
import type { Reply } from "../../fakes/modelServer.ts";
import { providerReply, streamReply } from "../replies.ts";
import { isObject, NotRun, type Json } from "../types.ts";
import type { ChatRecord, World } from "./world.ts";

const textOf = ({ message, detail = "" }: Failure): string => `${message} ${detail}`.trim();

/** What a person was told of a chat's faults: failed requests, the turn's end, notices. */
const toldIn = (host: TestHost, sessionId: string): { at: number; text: string }[] =>
  host.events.flatMap(({ event, data }) => {
    const item = data as { sessionId?: string };
    if (item.sessionId !== sessionId) return [];
    if (event === "app.notice") {
      const { at, notice } = data as { at: number; notice: Failure };
      return [{ at, text: textOf(notice) }];
    }
    if (event !== "session.event") return [];
    const logged = data as AnyEvent;
    const { error } = logged.body as { error?: Failure };
    const isFault = logged.type === "model.failed" || logged.type === "turn.ended";
    return isFault && error ? [{ at: logged.at, text: textOf(error) }] : [];
  });

/** What came of a chat. @param sentAt when its message was sent, in milliseconds since the epoch */
export const recordOf = async (host: TestHost, chat: Chat, sentAt: number): Promise<ChatRecord> => {
  const told = toldIn(host, chat.session.sessionId);
  const [first] = told;
  return {
    chat,
    state: await chat.session.state(),
    told: told.map(({ text }) => text),
    firstToldMs: first === undefined ? null : first.at - sentAt,
  };
};

const oneChat = async (
  world: World,
  text: string,
  replies: readonly (Reply | (() => Reply))[],
): Promise<ChatRecord> => {
  const chat = await openChat(world.host, world.root, {
    writing: world.isByteByByte ? "byteByByte" : "asScripted",
  });
  try {
    const sentAt = Date.now();
    await chat.say(text, replies);
    return await recordOf(world.host, chat, sentAt);
  } finally {
    await chat.close();
  }
};

const isSeparate = (mode: unknown): boolean => {
  if (mode === "separate chats") return true;
  if (mode === "turns" || mode === "one chat, in order") return false;
  throw new NotRun(`not built yet: mode ${String(mode)}`);
};

/** The answers a case scripts. @throws NotRun when one cannot be given */
export const repliesOf = (
  setup: Json,
): { replies: (Reply | (() => Reply))[]; mode: unknown; variant: unknown } => {
  const { streams, mock_provider: provider, mode } = setup;
  if (Array.isArray(streams)) {
    const replies = (streams as Json[]).flatMap((stream) => {
      const times = typeof stream["repeat"] === "number" ? stream["repeat"] : 1;
      return Array.from({ length: times }, () => streamReply(stream));
    });
    return { replies, mode, variant: undefined };
  }
  const given = isObject(provider) ? provider : {};
  const sequence = Array.isArray(given["sequence"]) ? (given["sequence"] as Json[]) : [];
  return { replies: sequence.map(providerReply), mode: given["mode"], variant: given["variant"] };
};

/** True for a case whose model answers with given streams or a mock provider's answers. */
export const hasScriptedModel = (setup: Json): boolean => "streams" in setup || "mock_provider" in setup;

/** Plays the one message of such a case: in one chat with all answers, or in a chat of its own for each. */
export const playChats = async (world: World): Promise<void> => {
  const [message, ...more] = world.item.do;
  if (typeof message?.["chat"] !== "string" || more.length > 0)
    throw new NotRun("not built yet: more steps than one message to a scripted model");
  const { replies, mode, variant } = repliesOf(world.item.setup);
  const groups = isSeparate(mode) ? replies.map((reply) => [reply]) : [replies];
  for (const group of groups) world.chats.push(await oneChat(world, message["chat"], group));
  if (isObject(variant)) {
    const reply = providerReply(variant);
    world.variant = await oneChat(world, message["chat"], [reply]);
  }
};
