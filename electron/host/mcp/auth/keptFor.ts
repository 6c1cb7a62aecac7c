import { hash } from "node:crypto";
import type { AuthConfig, Keep } from "./types.ts";

/**
 * A place to keep a sign-in that counts for this address and these credentials alone: a token of one server is never sent to
 * another one that its definition names later, and a changed client is registered or used anew.
 */
export const keptFor = (url: URL, { clientId, clientSecret }: AuthConfig, keep: Keep): Keep => {
  const of = hash("sha256", JSON.stringify([url.href, clientId, clientSecret]));
  return {
    get: async () => {
      const kept = await keep.get();
      return kept.of === of ? kept : {};
    },
    set: (kept) => keep.set(kept === null ? null : { ...kept, of }),
  };
};
