import type { Seen } from "../sessions/index.ts";

/** A previewed file as the server names it; `realPath` comes from bundled servers only. */
export interface PreviewedFile {
  readonly path: string;
  readonly realPath?: string | undefined;
  readonly baseHash: string | null;
}

/** Takes back what the server itself recorded: that needs no reading. */
const exempt = new Set(["undo_change"]);

/**
 * Why a change must wait for a read (LOOP-09): a file that exists and was not read in this session, or that is no longer as the session
 * last saw it. Real path and content hash decide, not the spelling; the session's own changes count as read. Null when it may go on.
 */
export const unreadProblem = (
  tool: string,
  files: readonly PreviewedFile[],
  seen: Pick<Seen, "hashOf">,
): string | null => {
  if (exempt.has(tool)) return null;
  for (const { path, realPath, baseHash } of files) {
    if (baseHash === null || realPath === undefined) continue;
    const known = seen.hashOf(realPath);
    if (known === undefined)
      return `${path} was not read in this session, so it is not changed blindly. Read it with read_file first, then make the change.\n\nNothing was changed.`;
    if (known !== null && known !== baseHash)
      return `${path} has changed since it was last read in this session: somebody else or a command changed it. Read it again with read_file, then make the change anew.\n\nNothing was changed.`;
  }
  return null;
};
