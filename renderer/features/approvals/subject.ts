import type { Approval } from "../../../shared/contract/index.ts";

/** What kind of thing a card asks about; it decides what is shown first. */
export type Subject =
  | { readonly kind: "files"; readonly files: NonNullable<Approval["files"]> }
  | { readonly kind: "command"; readonly command: NonNullable<Approval["command"]> }
  | { readonly kind: "tool" };

/** Reads the subject of a card from what the host sent. */
export const subjectOf = (approval: Approval): Subject => {
  if (approval.files !== undefined && approval.files.length > 0)
    return { kind: "files", files: approval.files };
  if (approval.command !== undefined) return { kind: "command", command: approval.command };
  return { kind: "tool" };
};

const unified = (text: string): string => text.replace(/\r\n?/g, "\n");

/** Whether an edited text says something else than the proposed one; line ends do not count, the host keeps the file's. */
export const isEdited = (proposed: string, text: string | undefined): boolean =>
  text !== undefined && unified(text) !== unified(proposed);

/** The files of a decision: those whose text the person changed. */
export const editedFiles = (
  files: NonNullable<Approval["files"]>,
  draft: (path: string) => string | undefined,
): readonly { readonly path: string; readonly content: string }[] =>
  files.flatMap(({ path, after }) => {
    const content = draft(path);
    return content !== undefined && isEdited(after, content) ? [{ path, content }] : [];
  });

/** Whether accepting would write nothing: every file of the change would stay as it is. */
export const leavesNothing = (
  files: NonNullable<Approval["files"]>,
  draft: (path: string) => string | undefined,
): boolean =>
  files.every(
    ({ path, baseHash, before, after }) => baseHash !== null && !isEdited(before, draft(path) ?? after),
  );
