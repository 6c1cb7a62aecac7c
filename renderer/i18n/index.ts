import i18next from "i18next";
import { initReactI18next } from "react-i18next";

/** Languages the window speaks. */
export type Language = "en" | "zh-CN";

const loaders: Record<
  Language,
  () => Promise<{ readonly catalogue: Record<string, Record<string, unknown>> }>
> = {
  en: () => import("./en.ts"),
  "zh-CN": () => import("./zhCN.ts"),
};

const namespaceOf = (file: string): string => file.slice(file.lastIndexOf("/") + 1, -".json".length);

const load = async (language: Language): Promise<void> => {
  if (i18next.hasResourceBundle(language, "frame")) return;
  const { catalogue } = await loaders[language]();
  for (const [file, texts] of Object.entries(catalogue))
    i18next.addResourceBundle(language, namespaceOf(file), texts);
};

/** Starts the texts in one language; only that catalogue is read. */
export const startTexts = async (language: Language): Promise<void> => {
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    defaultNS: "frame",
    ns: [],
    resources: {},
    interpolation: { escapeValue: false },
    returnNull: false,
    react: { useSuspense: false, bindI18nStore: "added" },
  });
  await load(language);
  document.documentElement.lang = language;
};

/** Turns the whole window to another language, without a reload. */
export const changeLanguage = async (language: Language): Promise<void> => {
  await load(language);
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
};
