import type { Survey } from "../changes/index.ts";
import { isProtectedPath } from "../paths/index.ts";
import { requireWrite, type ToolContext } from "../protocol/index.ts";
import type { Entry } from "./entry.ts";

const shownGuarded = 20;

/** What a change of whole entries touches, for whoever decides about it. */
export interface Touched {
  /** Regular files that come, go or move. */
  readonly fileCount: number;
  /** Paths whose change can grant rights, run code or leak secrets (security §4.4), at most 20. */
  readonly guarded: readonly string[];
}

/** npm runs what this file says. */
const runs = (rel: string): boolean => /(?:^|\/)package\.json$/i.test(rel);

/**
 * Every path that a change of `entries`, each with what is in it, touches.
 * @throws Refusal `denied` when one of them may not be written (TOOL-10)
 */
export function touchedBy(
  context: ToolContext,
  entries: readonly Pick<Entry, "rel" | "shown">[],
  found: Survey,
): Touched {
  const guarded: string[] = [];
  for (const entry of entries) {
    requireWrite(context.scope, entry.rel, entry.shown);
    if (isProtectedPath(entry.rel) || runs(entry.rel)) guarded.push(entry.rel);
    for (const inside of found.inside) {
      const rel = `${entry.rel}/${inside}`;
      requireWrite(context.scope, rel, rel);
      if (isProtectedPath(rel)) guarded.push(rel);
    }
  }
  return { fileCount: found.files, guarded: guarded.slice(0, shownGuarded) };
}

/** The preview of a change that has no text to show. */
export function previewOf(touched: Touched): Record<string, unknown> {
  return { preview: { files: [], ...touched } };
}
