import type { CallId } from "../../../shared/contract/index.ts";
import type { LoggedEvent } from "../../../shared/events/index.ts";

/** What a session knows of files: which ones it has read or written, and what they held then (LOOP-09). Folded from its events. */
export interface Seen {
  push(event: LoggedEvent): void;
  /** The hash of the content a real path had when the session last saw it; null where it was read without one, undefined where never. */
  hashOf(realPath: string): string | null | undefined;
}

interface Structured {
  readonly realPath?: unknown;
  readonly hash?: unknown;
  readonly changed?: unknown;
}

interface Changed {
  readonly realPath?: unknown;
  readonly afterHash?: unknown;
  /** Set for whole entries that came, went or moved: their content was not seen by that. */
  readonly kind?: unknown;
}

/** Starts an empty fold. Only the results of bundled tools count, which are those whose name the model sees bare. */
export const createSeen = (): Seen => {
  const bundled = new Set<CallId>();
  const hashes = new Map<string, string | null>();

  const keepRead = ({ realPath, hash }: Structured): void => {
    if (typeof realPath === "string" && (typeof hash === "string" || hash === null))
      hashes.set(realPath, hash);
  };
  const keepChange = ({ realPath, afterHash, kind }: Changed): void => {
    if (typeof realPath !== "string") return;
    if (kind === undefined && typeof afterHash === "string") hashes.set(realPath, afterHash);
    else hashes.delete(realPath);
  };

  return {
    push: (event) => {
      if (event.type === "call.proposed" && event.body.tool === event.body.modelName)
        bundled.add(event.body.callId);
      if (event.type !== "call.completed" || !bundled.delete(event.body.callId)) return;
      const structured = event.body.structured as Structured | null | undefined;
      if (typeof structured !== "object" || structured === null) return;
      if (Array.isArray(structured.changed)) structured.changed.forEach(keepChange);
      else keepRead(structured);
    },
    hashOf: (realPath) => hashes.get(realPath),
  };
};
