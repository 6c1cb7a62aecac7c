import { create } from "zustand";
import type { Failure, Input, SessionId } from "../../../shared/contract/index.ts";
import { bridge } from "../../bridge/index.ts";

/** Messages on their way and the last failure, by session. */
interface Sending {
  readonly busy: ReadonlySet<SessionId>;
  readonly failures: ReadonlyMap<SessionId, Failure>;
  /** Counts messages sent by the person: the view goes to its end on each. */
  readonly sent: ReadonlyMap<SessionId, number>;
}

/** What the composer knows of messages that were sent. */
export const useSending = create<Sending>(() => ({ busy: new Set(), failures: new Map(), sent: new Map() }));

const without = <K, V>(map: ReadonlyMap<K, V>, key: K): Map<K, V> =>
  new Map([...map].filter(([have]) => have !== key));

/** Puts away the failure of the last message. */
export const forgetFailure = (sessionId: SessionId): void =>
  useSending.setState(({ failures }) => ({ failures: without(failures, sessionId) }));

/** Sends a message. Answers whether the host took it; a failure is kept for the composer to show. Never rejects. */
export const send = async (params: Input<"session.send">): Promise<boolean> => {
  const { sessionId } = params;
  if (useSending.getState().busy.has(sessionId)) return false;
  useSending.setState(({ busy, failures, sent }) => ({
    busy: new Set([...busy, sessionId]),
    failures: without(failures, sessionId),
    sent: new Map(sent).set(sessionId, (sent.get(sessionId) ?? 0) + 1),
  }));
  const answer = await bridge.request("session.send", params);
  useSending.setState(({ busy, failures }) => ({
    busy: new Set([...busy].filter((id) => id !== sessionId)),
    failures: answer.ok ? failures : new Map(failures).set(sessionId, answer.error),
  }));
  return answer.ok;
};

/** Sends a text as it is, as the buttons under a stopped turn and the suggestions do. */
export const sendMessage = (sessionId: SessionId, text: string): void => {
  send({ sessionId, text }).catch((cause: unknown) => console.error("session.send failed", cause));
};

/** Stops what the agent does. */
export const stopSession = (sessionId: SessionId): void => {
  bridge
    .request("session.stop", { sessionId })
    .then((answer) => {
      if (!answer.ok)
        useSending.setState(({ failures }) => ({ failures: new Map(failures).set(sessionId, answer.error) }));
    })
    .catch((cause: unknown) => console.error("session.stop failed", cause));
};
