import type { Appearance } from "../../../shared/contract/index.ts";
import type { Language } from "../text/index.ts";

const themes: readonly unknown[] = ["system", "light", "dark", "contrast"] satisfies Appearance["theme"][];
const languages: readonly unknown[] = ["system", "en", "zh-CN"] satisfies Appearance["language"][];

/** The choice a file holds; what is missing or unknown in it follows the system. Read by hand: it is needed before the first paint. */
export function readAppearance(kept: unknown): Appearance {
  const { theme, language } = (typeof kept === "object" && kept !== null ? kept : {}) as Record<
    "theme" | "language",
    unknown
  >;
  return {
    theme: themes.includes(theme) ? (theme as Appearance["theme"]) : "system",
    language: languages.includes(language) ? (language as Appearance["language"]) : "system",
  };
}

/** The language shown for a choice on a system of this locale: any Chinese reads Chinese, everyone else English. */
export function languageOf(choice: Appearance["language"], systemLocale: string): Language {
  if (choice !== "system") return choice;
  return systemLocale.toLowerCase().startsWith("zh") ? "zh-CN" : "en";
}
