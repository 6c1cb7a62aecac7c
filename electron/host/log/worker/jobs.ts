import type { Input, Output, SessionId } from "../../../../shared/contract/index.ts";
import type { LogErrorKind } from "../errors.ts";
import type { ExportOptions } from "../types.ts";

/** How the worker finds the log. */
export interface WorkerSetup {
  readonly dataDir: string;
  /** The folder cannot be written: read a copy in memory and keep the index there as well. */
  readonly isSnapshot: boolean;
}

/** What the worker can be asked. `upTo` is the number of the last committed event: what is found includes it. */
export interface Jobs {
  readonly query: {
    readonly input: { filter: Input<"audit.query">; upTo: number };
    readonly output: Output<"audit.query">;
  };
  readonly search: {
    readonly input: { request: Input<"audit.search">; upTo: number };
    readonly output: Output<"audit.search">;
  };
  readonly verify: {
    readonly input: { sessionId: SessionId | null };
    readonly output: Output<"audit.verify">;
  };
  readonly export: {
    readonly input: { options: ExportOptions; exportedAt: number };
    readonly output: Output<"audit.export">;
  };
  /** Indexes behind; the answer comes when it is up to `upTo`. */
  readonly index: { readonly input: { upTo: number }; readonly output: null };
  readonly checkpoint: { readonly input: null; readonly output: null };
  /** SQLite's own check of the whole file. */
  readonly check: { readonly input: null; readonly output: { isSound: boolean } };
  /** Indexes for at most `budgetMs` and closes its databases. */
  readonly finish: { readonly input: { upTo: number; budgetMs: number }; readonly output: null };
}
export type JobName = keyof Jobs;

/** A question on its way to the worker. */
export type Question = {
  readonly [N in JobName]: { readonly id: number; readonly job: N; readonly input: Jobs[N]["input"] };
}[JobName];

/** An answer on its way back. Errors travel as kind and texts, because their class does not survive the way. */
export type Answer =
  | { readonly id: number; readonly ok: true; readonly value: unknown }
  | {
      readonly id: number;
      readonly ok: false;
      readonly kind: LogErrorKind;
      readonly message: string;
      readonly cause: string;
    };
