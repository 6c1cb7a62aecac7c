import type { CallId } from "../../../shared/contract/index.ts";

/** Edited texts by call and path. */
export interface Drafts {
  get(callId: CallId, path: string): string | undefined;
  set(callId: CallId, path: string, text: string): void;
  drop(callId: CallId): void;
}

/** Makes an empty {@link Drafts}. */
export const createDrafts = (): Drafts => {
  const texts = new Map<CallId, Map<string, string>>();
  return {
    get: (callId, path) => texts.get(callId)?.get(path),
    set: (callId, path, text) => {
      const files = texts.get(callId) ?? new Map<string, string>();
      texts.set(callId, files.set(path, text));
    },
    drop: (callId) => texts.delete(callId),
  };
};
