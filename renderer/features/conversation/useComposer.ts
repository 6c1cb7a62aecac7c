import { useState, type ClipboardEvent } from "react";
import { useTranslation } from "react-i18next";
import type { SessionId } from "../../../shared/contract/index.ts";
import { useHost } from "../host/index.ts";
import { useSessionSelector } from "../session/index.ts";
import { draftOf, estimateTokens, keepDraft, PASTE_LIMIT, SEND_LIMIT, type Draft } from "./drafts.ts";
import { usePastedName } from "./PastedChip.tsx";
import { send, useSending } from "./send.ts";

/** What the composer shows and does. */
export interface ComposerControl {
  readonly draft: Draft;
  readonly isRunning: boolean;
  /** Why nothing can be sent now, in the person's words; `undefined` when it can. */
  readonly blocked: string | undefined;
  readonly isEmpty: boolean;
  /** Characters and estimated tokens of everything that would be sent. */
  readonly size: { readonly characters: number; readonly tokens: number };
  readonly type: (text: string) => void;
  readonly paste: (event: ClipboardEvent<HTMLTextAreaElement>) => void;
  readonly remove: (id: number) => void;
  readonly submit: () => void;
}

/** Ids of pasted texts count up, so that two never share a name in a message. */
const nextId = (draft: Draft): number => draft.pasted.reduce((most, one) => Math.max(most, one.id), 0) + 1;

const useBlocked = (isRunning: boolean, characters: number): string | undefined => {
  const { t } = useTranslation("conversation");
  const host = useHost((view) => view.host.state);
  if (host === "starting" || host === "restarting") return t("blocked.host");
  if (host === "failed") return t("blocked.failed");
  if (isRunning) return t("blocked.running");
  if (characters > SEND_LIMIT) return t("blocked.tooLong");
  return undefined;
};

/** Drives a session's composer. Mount it with the session as `key`: the draft is read once. */
export const useComposer = (sessionId: SessionId): ComposerControl => {
  const { t } = useTranslation("conversation");
  const [draft, setDraft] = useState(() => draftOf(sessionId));
  const state = useSessionSelector(sessionId, (session) => session.state);
  const isSending = useSending((sending) => sending.busy.has(sessionId));
  const nameOf = usePastedName();
  const isRunning = state === "running" || state === "waiting";
  const characters = draft.pasted.reduce((sum, one) => sum + one.text.length, draft.text.length);
  const tokens = draft.pasted.reduce(
    (sum, one) => sum + estimateTokens(one.text),
    estimateTokens(draft.text),
  );
  const blocked = useBlocked(isRunning, characters);
  const isEmpty = draft.text.trim() === "" && draft.pasted.length === 0;

  const change = (next: Draft): void => {
    keepDraft(sessionId, next);
    setDraft(next);
  };
  const submit = (): void => {
    if (blocked !== undefined || isEmpty || isSending || state === undefined) return;
    const sent = draft;
    const attachments = sent.pasted.map((one) => ({
      kind: "text" as const,
      name: nameOf(one),
      text: one.text,
    }));
    const text = sent.text.trim() === "" ? t("pasted.only", { count: attachments.length }) : sent.text;
    change({ text: "", pasted: [] });
    send({ sessionId, text, ...(attachments.length === 0 ? {} : { attachments }) })
      .then((isTaken) => {
        // What was not taken is still the person's: it goes back, before what was typed since.
        if (!isTaken) {
          const now = draftOf(sessionId);
          change({
            text: now.text === "" ? sent.text : `${sent.text}\n${now.text}`,
            pasted: [...sent.pasted, ...now.pasted],
          });
        }
      })
      .catch((cause: unknown) => console.error("session.send failed", cause));
  };
  return {
    draft,
    isRunning,
    blocked,
    isEmpty,
    size: { characters, tokens },
    type: (text) => change({ ...draft, text }),
    paste: (event) => {
      const text = event.clipboardData.getData("text/plain");
      if (text.length < PASTE_LIMIT) return;
      event.preventDefault();
      change({ ...draft, pasted: [...draft.pasted, { id: nextId(draft), text }] });
    },
    remove: (id) => change({ ...draft, pasted: draft.pasted.filter((one) => one.id !== id) }),
    submit,
  };
};
