import type { TFunction } from "i18next";
import i18next from "i18next";
import type { Failure } from "../../shared/contract/index.ts";

/** Looks a text up by name; `undefined` where the language has none. */
export type FindText = (key: string, params: Record<string, unknown>) => string | undefined;

/**
 * What failed, why and what to do next in the person's language. English is the failure's own message, which its maker wrote
 * for the very case; other languages have a text per `key`, and where one is missing the English is better than nothing.
 */
export const failureIn = (language: string, failure: Failure, find: FindText): string => {
  if (failure.key === undefined || language.startsWith("en")) return failure.message;
  return find(`errors:${failure.key}`, failure.params ?? {}) ?? failure.message;
};

/** Looks texts up in the window's language. */
export const findText: FindText = (key, params) => (i18next.exists(key) ? i18next.t(key, params) : undefined);

/** {@link failureIn} in the window's language. `_t` ties the caller to it, so that it renders again when it changes. */
export const failureText = (failure: Failure, _t: TFunction<never> | TFunction): string =>
  failureIn(i18next.language, failure, findText);
