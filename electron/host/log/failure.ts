import { fail, type ErrorCode, type Failure } from "../../../shared/contract/index.ts";
import { asLogError, codeOf, type LogErrorKind } from "./errors.ts";

const codes: Readonly<Record<LogErrorKind, ErrorCode>> = {
  locked: "conflict",
  full: "resourceExhausted",
  readOnly: "denied",
  damaged: "damaged",
  conflict: "conflict",
  invalidInput: "invalidInput",
  notFound: "notFound",
  closed: "notAvailable",
  failed: "internal",
};

/** The failure that a request answers when the log threw; its detail is the technical cause, without a stack. */
export const logFailure = (error: unknown): Failure => {
  const known = asLogError(error);
  const { cause } = known;
  const detail =
    cause instanceof Error ? [codeOf(cause), cause.message].filter((part) => part !== "").join(": ") : "";
  return fail(codes[known.kind], known.message, {
    key: `log.${known.kind}`,
    ...(detail === "" ? {} : { detail }),
  }).error;
};
