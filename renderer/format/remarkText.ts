import type { TFunction } from "i18next";
import i18next from "i18next";
import type { Remark } from "../../shared/contract/index.ts";
import { failureIn, findText, type FindText } from "./failureText.ts";

/** A remark in the person's language. English is its own text; what has no key is another's words and stays as it is. */
export const remarkIn = (language: string, remark: Remark, find: FindText): string => {
  const { key, params, cause, text } = remark;
  if (key === undefined || language.startsWith("en")) return text;
  const failure = cause === undefined ? {} : { cause: failureIn(language, cause, find) };
  return find(`remarks:${key}`, { ...params, ...failure }) ?? text;
};

/** {@link remarkIn} in the window's language. `_t` ties the caller to it, so that it renders again when it changes. */
export const remarkText = (remark: Remark, _t: TFunction<never> | TFunction): string =>
  remarkIn(i18next.language, remark, findText);
