/** Every way a call can fail, as the host knows them; branch on these, never on a message. */
export type RefusalCode =
  | "invalidInput"
  | "outsideWorkspace"
  | "notFound"
  | "isDirectory"
  | "notText"
  | "encoding"
  | "special"
  | "tooLarge"
  | "noMatch"
  | "ambiguous"
  | "exists"
  | "stale"
  | "denied"
  | "timedOut"
  | "spawnFailed"
  | "nothingToUndo"
  | "resourceExhausted"
  | "full"
  | "outcomeUnknown"
  | "internal";

/**
 * An expected failure of a tool: what failed and why in `message` (one line), what to try next in `advice`.
 * Thrown inside a tool, turned into an `isError` result at the one boundary (`dispatch.ts`).
 */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly advice: string;

  constructor(code: RefusalCode, message: string, advice = "", cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "Refusal";
    this.code = code;
    this.advice = advice;
  }
}

/** The `errno` name of a Node system error ("ENOENT"), or an empty string for anything else. */
export function errnoOf(error: unknown): string {
  if (typeof error !== "object" || error === null || !("code" in error)) return "";
  return typeof error.code === "string" ? error.code : "";
}

const diskFull = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);
const busy = new Set(["EBUSY", "ETXTBSY", "EMFILE", "ENFILE", "EAGAIN"]);
const notAllowed = new Set(["EACCES", "EPERM", "EROFS"]);

/**
 * Puts a system error into words for a person and a model.
 * @param name the path as the caller wrote it, already safe to show
 */
export function refusalFromSystem(error: unknown, doing: string, name: string): Refusal {
  if (error instanceof Refusal) return error;
  const errno = errnoOf(error);
  if (diskFull.has(errno)) {
    return new Refusal(
      "full",
      `Could not ${doing} ${name}: no space is left on the disk (${errno}).`,
      "Nothing was changed. Free some space, then try again.",
      error,
    );
  }
  if (notAllowed.has(errno)) {
    return new Refusal(
      "denied",
      `Could not ${doing} ${name}: the system does not allow it (${errno}).`,
      "Check the owner and mode of the file and its folder.",
      error,
    );
  }
  if (errno === "ENOENT") {
    return new Refusal(
      "notFound",
      `Could not ${doing} ${name}: it does not exist any more.`,
      "Look with list_files what is there now.",
      error,
    );
  }
  if (errno === "ENAMETOOLONG") {
    return new Refusal(
      "invalidInput",
      `Could not ${doing} ${name}: the name is too long.`,
      "Use a shorter name.",
      error,
    );
  }
  if (busy.has(errno)) {
    return new Refusal(
      "resourceExhausted",
      `Could not ${doing} ${name}: it, or the system, is busy (${errno}).`,
      "Nothing was changed. Wait a moment, then try again.",
      error,
    );
  }
  const detail = error instanceof Error ? error.message : String(error);
  return new Refusal(
    "internal",
    `Could not ${doing} ${name}: ${detail}`,
    "Try again; if it stays so, look into it with run_command.",
    error,
  );
}
