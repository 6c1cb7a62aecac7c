import type { ToolContext } from "../protocol/index.ts";
import { Refusal } from "../outcome/index.ts";

/** One file as an undo would leave it. */
export interface ShownFile {
  readonly path: string;
  readonly realPath: string;
  readonly baseHash: string | null;
  readonly before: string;
  readonly after: string;
  readonly isProtected: boolean;
}

/** What an undo did. */
export interface Undone {
  readonly summary: string;
  readonly changed: Record<string, unknown>;
  readonly changeId: string;
}

/** A checked undo, ready to be shown or made. */
export interface UndoPlan {
  /** "src/a.ts would be as it was before 12:01:03". */
  readonly says: string;
  /** Null when there is no text to show: folders, links, moves, binary and very large files. */
  readonly file: ShownFile | null;
  readonly fileCount: number;
  readonly guarded: readonly string[];
  /** @param decided content that a person decided for the file; null: as planned */
  readonly run: (decided: string | null) => Promise<Undone>;
}

/** The refusal of every undo that would lose something newer. */
export function refuseStale(shown: string, why: string): Refusal {
  return new Refusal(
    "stale",
    `${shown} is no longer as that change left it: ${why}. Nothing was changed, so that nothing newer is lost.`,
    "list_changes shows later changes of it, which have to be undone first; or make the change by hand with edit_file.",
  );
}

/**
 * The content that a person decided for the plan's file, or null when the call carries no decision.
 * @throws Refusal `stale` when something else was shown, `invalidInput` for a decision about what has no text
 */
export function decidedFor(context: ToolContext, plan: UndoPlan): string | null {
  const { decided } = context.meta;
  if (decided === null) return null;
  const [one] = decided;
  const { file } = plan;
  if (file === null || one === undefined || decided.length > 1) {
    throw new Refusal(
      "invalidInput",
      "The decision is about other files than this undo; nothing was changed.",
    );
  }
  if (one.path === file.path && one.baseHash === file.baseHash) return one.content;
  throw new Refusal(
    "stale",
    `Since the undo was shown, something was changed: it would now be about ${file.path}. Nothing was changed.`,
    "Call undo_change again.",
  );
}
