import { z } from "zod";

/** The closed list of error codes (design §3). Code branches on these, never on message text. */
export const ErrorCode = z.enum([
  "invalidInput",
  "notFound",
  "notAvailable",
  "denied",
  "stale",
  "conflict",
  "unreachable",
  "unauthorized",
  "timedOut",
  "resourceExhausted",
  "limitReached",
  "damaged",
  "internal",
]);
export type ErrorCode = z.infer<typeof ErrorCode>;

/**
 * A failure a person can act on. `message` is English and whole (what failed, why, what to do next); `key` and `params`
 * let the page say the same in the person's language (`errors.<key>` in the catalogue); `detail` is the technical text
 * that is one click away. No field ever carries a secret or a stack trace.
 */
export const Failure = z.strictObject({
  code: ErrorCode,
  message: z.string(),
  key: z.string().optional(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  detail: z.string().optional(),
});
export type Failure = z.infer<typeof Failure>;

/** What every request answers: a value, or a failure with a code. */
export type Result<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: Failure };

/** Wraps a value as a successful {@link Result}. */
export const ok = <T>(value: T): Result<T> => ({ ok: true, value });

/** Makes a failed {@link Result}. `more` adds the catalogue key, its parameters and the technical detail. */
export const fail = (
  code: ErrorCode,
  message: string,
  more: Omit<Failure, "code" | "message"> = {},
): { readonly ok: false; readonly error: Failure } => ({ ok: false, error: { code, message, ...more } });
