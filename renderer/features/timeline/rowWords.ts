import type { TFunction } from "i18next";
import type { CallState, Severity } from "../../../shared/contract/index.ts";

/** The person's words, asked for once by the list: a row that scrolls in must be cheap to mount. */
export interface RowWords {
  readonly t: TFunction<["timeline", "design"]>;
  readonly language: string;
  readonly stateName: (state: CallState) => string;
  readonly severityName: (severity: Severity) => string;
}

/** Answers each question once: looking a text up costs more than drawing it. */
const remembered = <K extends string>(find: (key: K) => string): ((key: K) => string) => {
  const known = new Map<K, string>();
  return (key) => {
    const text = known.get(key) ?? find(key);
    known.set(key, text);
    return text;
  };
};

/** The words of all rows in one language; keep the same ones while it stays. */
export const rowWords = (t: RowWords["t"], language: string): RowWords => ({
  t,
  language,
  stateName: remembered((state) => t(`design:state.${state}`)),
  severityName: remembered((severity) => t(`design:severity.${severity}`)),
});
