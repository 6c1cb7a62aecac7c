import { app, nativeTheme } from "electron";
import type { Appearance } from "../../../shared/contract/index.ts";
import { readJsonFile, writeJsonFile } from "../files/index.ts";
import type { Language } from "../text/index.ts";
import { languageOf, readAppearance } from "./choice.ts";

/** What a window needs to know before it paints: the colours behind it and the page's first parameters. */
export interface FirstPaint {
  readonly backgroundColor: string;
  /** `theme` as chosen, which the page resolves as the system says; `language` is en or zh-CN. */
  readonly query: string;
}

/** The page's own background in each theme (`--bg` of the design tokens). */
const backgrounds = { light: "#f9f9fb", dark: "#111113", contrast: "#000000" } as const;

/** Theme and language: what the person chose, kept in a file, and what follows from it and the system. */
export class AppearanceStore {
  readonly #file: string;
  #chosen: Appearance;

  constructor(file: string) {
    this.#file = file;
    this.#chosen = readAppearance(readJsonFile(file));
    this.#apply();
  }

  get chosen(): Appearance {
    return this.#chosen;
  }

  get language(): Language {
    return languageOf(this.#chosen.language, app.getLocale());
  }

  /** Keeps a choice; throws where the file cannot be written (the choice holds for this run then). */
  choose(next: Appearance): void {
    this.#chosen = next;
    this.#apply();
    writeJsonFile(this.#file, next);
  }

  firstPaint(): FirstPaint {
    const { theme: chosen } = this.#chosen;
    const isContrast =
      chosen === "contrast" || (chosen === "system" && nativeTheme.shouldUseHighContrastColors);
    const theme = isContrast ? "contrast" : nativeTheme.shouldUseDarkColors ? "dark" : "light";
    const query = new URLSearchParams({ theme: chosen, language: this.language }).toString();
    return { backgroundColor: backgrounds[theme], query };
  }

  #apply(): void {
    const { theme } = this.#chosen;
    nativeTheme.themeSource = theme === "contrast" ? "dark" : theme;
  }
}
