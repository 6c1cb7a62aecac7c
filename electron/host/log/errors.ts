/**
 * What stopped the log. `locked`: another program holds the database, trying again helps. `full` and `readOnly`: nothing can
 * be recorded, so nothing risky may run. `damaged`: the file is broken. `conflict`: another writer was here. `closed`: the log
 * was closed. `invalidInput` and `notFound`: the asker's doing. `failed`: anything else.
 */
export type LogErrorKind =
  "locked" | "full" | "readOnly" | "damaged" | "conflict" | "invalidInput" | "notFound" | "closed" | "failed";

/** The only error that leaves the log. When an append throws it, nothing of that append was written. */
export class LogError extends Error {
  readonly kind: LogErrorKind;

  constructor(kind: LogErrorKind, message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.name = "LogError";
    this.kind = kind;
  }
}

const sentences: Readonly<Record<LogErrorKind, string>> = {
  locked:
    "The history could not be written because another program holds its database. It is tried again by itself; close backup or sync programs that use the data folder if this goes on.",
  full: "The history could not be written because the disk is full. Nothing risky runs until there is room: free some space, then try again.",
  readOnly:
    "The history could not be written because the data folder is read-only. Nothing risky runs until it can be written: make the folder writable, then restart.",
  damaged:
    "The history's database is damaged. Restart to keep the damaged file under a new name and to save what can be read.",
  conflict:
    "The history was changed by another program while this one was using it. Restart before going on.",
  invalidInput: "The request to the history was not understood.",
  notFound: "The history has no such entry.",
  closed: "The history is closed because the program is ending.",
  failed: "The history could not be read or written. Check the disk of the data folder, then restart.",
};

const byCode: readonly (readonly [RegExp, LogErrorKind])[] = [
  [/^SQLITE_(BUSY|LOCKED)/, "locked"],
  // SHMSIZE: no room for the file that readers and writers share.
  [/^(SQLITE_FULL|SQLITE_IOERR_SHMSIZE|ENOSPC|EDQUOT|EFBIG)/, "full"],
  [/^(SQLITE_READONLY|SQLITE_PERM|EROFS|EACCES|EPERM)/, "readOnly"],
  [/^SQLITE_(CORRUPT|NOTADB)/, "damaged"],
  [/^SQLITE_CONSTRAINT/, "conflict"],
];

/** The code that SQLite or the file system gave an error, or an empty string. */
export const codeOf = (error: unknown): string =>
  typeof error === "object" && error !== null && "code" in error && typeof error.code === "string"
    ? error.code
    : "";

/** Turns what SQLite or the file system threw into a {@link LogError}; one that is already one comes back as it is. */
export const asLogError = (error: unknown): LogError => {
  if (error instanceof LogError) return error;
  const code = codeOf(error);
  const kind = byCode.find(([pattern]) => pattern.test(code))?.[1] ?? "failed";
  return new LogError(kind, sentences[kind], error);
};

/** A LogError of a kind with its usual sentence. */
export const logError = (kind: LogErrorKind, cause?: unknown): LogError =>
  new LogError(kind, sentences[kind], cause);
