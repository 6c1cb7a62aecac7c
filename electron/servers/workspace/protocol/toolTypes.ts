import type { ZodType } from "zod";
import type { Root } from "../paths/index.ts";
import type { Scope } from "./scope.ts";
import type { CallMeta } from "./callMeta.ts";
import type { RefusalCode } from "../outcome/index.ts";

/** What a call may do at most (the host decides what that needs): read, change files, run code. */
export type Severity = "L1" | "L2" | "L3";

/** Seams for tests; a running server has none of them. */
export interface Hooks {
  /** Runs after all checks of a change and before its first write. */
  readonly beforeCommit?: (realPath: string) => Promise<void> | void;
  /** Stands in for `fs.writeSync`, to show what a full disk does. */
  readonly write?: (fd: number, bytes: Buffer, offset: number) => number;
  /** Hears of each step of a change that can be undone, to show what a kill there leaves. */
  readonly reached?: (step: "recorded" | "kept" | "linked" | "copied" | "placed" | "written") => void;
}

/** Everything a running call may know of the outside. */
export interface ToolContext {
  readonly scope: Scope;
  /** The scope's root. */
  readonly root: Root;
  /** Fires when the client cancels the call. */
  readonly signal: AbortSignal;
  /** Epoch milliseconds after which a call that has no own time limit gives up. */
  readonly deadlineAt: number;
  readonly meta: CallMeta;
  readonly hooks: Hooks;
  /** Present only when the client asked for progress; never rejects. */
  readonly onProgress?: (message: string, bytes: number) => void;
}

/** What a tool gives back: the model sees `summary` (one line) and `body`; programs read `data`. */
export interface ToolOutcome {
  readonly summary: string;
  readonly body?: string;
  readonly data: Record<string, unknown>;
  /** Set when the call ended badly but still has something to show (a command at its time limit). */
  readonly failure?: { readonly code: RefusalCode; readonly message: string };
}

/** Hints of the Model Context Protocol, true to fact. */
export interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
  readonly [key: string]: unknown;
}

/** One tool, ready to be listed and called. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly severity: Severity;
  /** Declared time limit (TOOL-07). */
  readonly timeoutMs: number;
  /** True for file changes that can show a preview and take a decided content. */
  readonly isPreviewable: boolean;
  /** True for calls that change something: their request ids are remembered (TOOL-08). */
  readonly isChanging: boolean;
  /**
   * True when all it changes is files, each announced to the scope's guard before it is written: what a killed server
   * left undone can then be told from what it did.
   */
  readonly isJournaled?: boolean;
  readonly annotations: ToolAnnotations;
  readonly schema: ZodType;
  /** Parses the arguments (rejects with a Refusal) and runs. */
  readonly run: (input: unknown, context: ToolContext) => Promise<ToolOutcome>;
}

/** The tools a scope has now; they may come and go with the project's files (TOOL-09). */
export interface ToolSet {
  /** In the order they are listed. */
  list(): readonly Tool[];
  /** A tool that is always there, found without a look at the project's files; undefined for any other. */
  fixed?(name: string): Tool | undefined;
  /** What the definition of a tool says in `_meta` beside its own facts. Never rejects. */
  metaOf?(tool: Tool): Promise<Readonly<Record<string, unknown>>>;
  /** Calls `listener` after each change of `list()`; the answer ends it. */
  onChanged(listener: () => void): () => void;
  /** For a tool that is not listed now: why, where that is known. */
  whyMissing?(name: string): string | undefined;
}
