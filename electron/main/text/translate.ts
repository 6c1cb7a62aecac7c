import en from "./en.json";
import zhCN from "./zh-CN.json";

export type Language = "en" | "zh-CN";
export type TextKey = keyof typeof en;

/** A text in the person's language, `{name}` filled in. */
export type Translate = (key: TextKey, values?: Readonly<Record<string, string>>) => string;

const catalogues: Readonly<Record<Language, Readonly<Record<TextKey, string>>>> = { en, "zh-CN": zhCN };

/** The main process's few texts (menus, dialogs): a catalogue of its own, so that starting needs no translation library. */
export function createTranslate(language: () => Language): Translate {
  return (key, values = {}) =>
    catalogues[language()][key].replace(/\{(\w+)\}/g, (_all, name: string) => values[name] ?? "");
}
