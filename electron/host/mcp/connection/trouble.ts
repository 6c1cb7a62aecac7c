import type { fail } from "../../../../shared/contract/index.ts";

/** What went wrong with a connection; `tool` is the call that met it, null where there was none. */
export type Trouble =
  | { readonly kind: "silent"; readonly afterMs: number }
  | { readonly kind: "ended"; readonly tool: string | null }
  | { readonly kind: "failed"; readonly error: unknown; readonly tool: string | null };

/** A transport's own words for its troubles; null where the connection's general ones will do. */
export type Explain = (trouble: Trouble) => ReturnType<typeof fail> | null;
