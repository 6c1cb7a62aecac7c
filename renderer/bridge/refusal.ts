import type { ErrorCode, Failure, Result } from "../../shared/contract/index.ts";

/** A failed answer made in the page itself; the contract's own maker would bring its schemas along. */
export const refusal = (
  code: ErrorCode,
  message: string,
  more: Omit<Failure, "code" | "message"> = {},
): Extract<Result<never>, { ok: false }> => ({ ok: false, error: { code, message, ...more } });
