import { create } from "zustand";
import type { Appearance } from "../../shared/contract/index.ts";
import { bridge } from "../bridge/index.ts";
import { changeLanguage, type Language } from "../i18n/index.ts";

/** A theme as it is drawn, once "system" is resolved. */
export type ResolvedTheme = "light" | "dark" | "contrast";

const query = (text: string): boolean => typeof window !== "undefined" && window.matchMedia(text).matches;

/** What a chosen theme means on this system now. */
const resolveTheme = (theme: Appearance["theme"]): ResolvedTheme => {
  if (theme !== "system") return theme;
  if (query("(prefers-contrast: more)")) return "contrast";
  return query("(prefers-color-scheme: dark)") ? "dark" : "light";
};

const resolveLanguage = (language: Appearance["language"]): Language => {
  if (language !== "system") return language;
  return navigator.language.toLowerCase().startsWith("zh") ? "zh-CN" : "en";
};

interface AppearanceState extends Appearance {
  readonly resolvedTheme: ResolvedTheme;
}

const useAppearanceStore = create<AppearanceState>(() => ({
  theme: "system",
  language: "system",
  resolvedTheme: "light",
}));

const draw = (resolvedTheme: ResolvedTheme): void => {
  const root = document.documentElement;
  root.dataset["theme"] = resolvedTheme;
  root.className = resolvedTheme === "light" ? "light" : "dark";
};

/** Takes over what the main process knows, without writing it back. */
export const adoptAppearance = async (appearance: Appearance): Promise<void> => {
  const resolvedTheme = resolveTheme(appearance.theme);
  draw(resolvedTheme);
  useAppearanceStore.setState({ ...appearance, resolvedTheme });
  await changeLanguage(resolveLanguage(appearance.language));
};

/** Changes theme or language for this window at once and for every later one. */
export const setAppearance = async (change: Partial<Appearance>): Promise<void> => {
  const { theme, language } = useAppearanceStore.getState();
  const next: Appearance = { theme, language, ...change };
  await adoptAppearance(next);
  await bridge.request("app.setAppearance", next);
};

/** Follows the system's theme while "system" is chosen. */
export const followSystemTheme = (): (() => void) => {
  const queries = ["(prefers-color-scheme: dark)", "(prefers-contrast: more)"].map((text) =>
    window.matchMedia(text),
  );
  const onChange = (): void => {
    const { theme } = useAppearanceStore.getState();
    const resolvedTheme = resolveTheme(theme);
    draw(resolvedTheme);
    useAppearanceStore.setState({ resolvedTheme });
  };
  for (const one of queries) one.addEventListener("change", onChange);
  return () => {
    for (const one of queries) one.removeEventListener("change", onChange);
  };
};

/** Theme and language as chosen, and the theme as it is drawn now. */
export const useAppearance = (): AppearanceState => useAppearanceStore();
