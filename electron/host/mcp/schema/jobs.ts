import type { MessagePort } from "node:worker_threads";
import type { Verdict } from "./verdict.ts";
import type { JsonObject } from "../../../../shared/contract/index.ts";

/** What the checking thread is started with. */
export interface ThreadSetup {
  readonly port: MessagePort;
}

/** One value to check. The schema is sent where the thread does not have it; what it shall forget is named by its keys. */
export interface Job {
  readonly key: string;
  readonly schema?: JsonObject;
  readonly forget: readonly string[];
  readonly value: unknown;
}

/** The thread's words: the schema is compiled, the check begins; and what it came to. */
export type Word = { readonly kind: "made" } | { readonly kind: "done"; readonly verdict: Verdict };
