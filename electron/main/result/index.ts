import type { ErrorCode, Failure, Result } from "../../../shared/contract/index.ts";

/** A success. These two are the contract's `ok` and `fail` without its module, which would bring zod into the start. */
export const ok = <T>(value: T): Result<T> => ({ ok: true, value });

/** A failure a person can act on: what failed, why, what to do next. */
export const fail = (
  code: ErrorCode,
  message: string,
  more: Omit<Failure, "code" | "message"> = {},
): { readonly ok: false; readonly error: Failure } => ({ ok: false, error: { code, message, ...more } });
