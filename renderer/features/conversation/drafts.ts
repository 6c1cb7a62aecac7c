import type { SessionId } from "../../../shared/contract/index.ts";

/** A pasted text that goes with the message instead of into it. */
export interface Pasted {
  readonly id: number;
  readonly text: string;
}

/** What was typed for a session and not sent yet. */
export interface Draft {
  readonly text: string;
  readonly pasted: readonly Pasted[];
}

const empty: Draft = { text: "", pasted: [] };
const drafts = new Map<SessionId, Draft>();

/** A session's draft; it outlives a change of session. */
export const draftOf = (sessionId: SessionId): Draft => drafts.get(sessionId) ?? empty;

/** Keeps a draft; an empty one is forgotten. */
export const keepDraft = (sessionId: SessionId, draft: Draft): void => {
  if (draft.text === "" && draft.pasted.length === 0) drafts.delete(sessionId);
  else drafts.set(sessionId, draft);
};

/** From this many characters on a pasted text becomes an attachment: a text field lays out its whole text with each key (UI-03). */
export const PASTE_LIMIT = 50_000;
/** Most characters a message takes, its pasted texts included. */
export const SEND_LIMIT = 8_000_000;

const SAMPLE = 20_000;
// One token a character in Chinese, Japanese and Korean, four characters a token elsewhere: near enough for a warning.
const wide = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]/g;

/** About how many tokens a text is, marked as an estimate wherever it is shown. Looks at a sample of a long text. */
export const estimateTokens = (text: string): number => {
  if (text === "") return 0;
  const sample = text.slice(0, SAMPLE);
  const share = (sample.match(wide)?.length ?? 0) / sample.length;
  return Math.max(1, Math.round(text.length * (share + (1 - share) / 4)));
};
