import type { editor } from "monaco-editor/editor/editor.api";
import { hexOf } from "./colors.ts";

/** The name the current theme is registered under; registering it again replaces it everywhere at once. */
export const THEME = "loopwright";

/** Reads roles of tokens.css as the browser computes them, in the theme that is shown now. */
const createReader = (): { readonly read: (value: string) => string; readonly end: () => void } => {
  const probe = document.createElement("span");
  probe.style.display = "none";
  document.body.append(probe);
  return {
    read: (value) => {
      probe.style.color = "";
      probe.style.color = value;
      return hexOf(getComputedStyle(probe).color);
    },
    end: () => probe.remove(),
  };
};

const baseOf = (theme: string | undefined): editor.BuiltinTheme =>
  theme === "contrast" ? "hc-black" : theme === "dark" ? "vs-dark" : "vs";

const diffColors = (read: (value: string) => string, isContrast: boolean): editor.IColors => {
  const mix = (token: string, share: number): string =>
    read(`color-mix(in srgb, var(${token}) ${share}%, transparent)`);
  const edges: editor.IColors = isContrast
    ? {
        "diffEditor.insertedTextBorder": read("var(--ok-fg)"),
        "diffEditor.removedTextBorder": read("var(--danger-fg)"),
      }
    : {};
  return {
    "diffEditor.insertedLineBackground": mix("--ok-solid", isContrast ? 22 : 10),
    "diffEditor.removedLineBackground": mix("--danger-solid", isContrast ? 26 : 9),
    "diffEditor.insertedTextBackground": mix("--ok-solid", isContrast ? 0 : 16),
    "diffEditor.removedTextBackground": mix("--danger-solid", isContrast ? 0 : 14),
    "diffEditorGutter.insertedLineBackground": mix("--ok-solid", 22),
    "diffEditorGutter.removedLineBackground": mix("--danger-solid", 20),
    "diffEditor.diagonalFill": read("var(--line)"),
    "diffEditor.unchangedRegionBackground": read("var(--bg-sunken)"),
    "diffEditor.unchangedRegionForeground": read("var(--fg-quiet)"),
    "diffEditor.unchangedRegionShadow": "#00000000",
    "diffEditor.unchangedCodeBackground": "#00000000",
    "diffEditorOverview.insertedForeground": mix("--ok-solid", 60),
    "diffEditorOverview.removedForeground": mix("--danger-solid", 60),
    ...edges,
  };
};

const editorColors = (read: (value: string) => string): editor.IColors => ({
  "editor.background": read("var(--bg-main)"),
  "editor.foreground": read("var(--fg)"),
  "editorGutter.background": read("var(--bg-main)"),
  "editorLineNumber.foreground": read("color-mix(in srgb, var(--fg-quiet) 80%, var(--fg))"),
  "editorLineNumber.activeForeground": read("var(--fg)"),
  "editor.lineHighlightBackground": "#00000000",
  "editor.lineHighlightBorder": "#00000000",
  "editor.selectionBackground": read("color-mix(in srgb, var(--info-solid) 28%, transparent)"),
  "editor.inactiveSelectionBackground": read("color-mix(in srgb, var(--info-solid) 16%, transparent)"),
  "editorCursor.foreground": read("var(--fg)"),
  // Drawn as text, so it must be as legible as text, on the marks of a diff too.
  "editorWhitespace.foreground": read("color-mix(in srgb, var(--fg-quiet) 80%, var(--fg))"),
  "editorIndentGuide.background1": read("var(--line)"),
  "editorUnicodeHighlight.border": read("var(--warn-fg)"),
  "editorUnicodeHighlight.background": read("color-mix(in srgb, var(--warn-solid) 30%, transparent)"),
  "editorWidget.background": read("var(--bg-raised)"),
  "editorWidget.foreground": read("var(--fg)"),
  "editorWidget.border": read("var(--line-strong)"),
  "input.background": read("var(--bg-main)"),
  "input.foreground": read("var(--fg)"),
  "input.border": read("var(--line-strong)"),
  focusBorder: read("var(--focus)"),
  "scrollbarSlider.background": read("color-mix(in srgb, var(--line-strong) 60%, transparent)"),
  "scrollbarSlider.hoverBackground": read("var(--line-strong)"),
  "scrollbarSlider.activeBackground": read("var(--line-strong)"),
  "scrollbar.shadow": "#00000000",
  // Brackets in colours of their own cannot be read on the marks of a diff.
  ...Object.fromEntries(
    [1, 2, 3, 4, 5, 6].map((level) => [`editorBracketHighlight.foreground${level}`, read("var(--fg)")]),
  ),
});

const tokenRules = (read: (value: string) => string): editor.ITokenThemeRule[] => {
  const ink = (token: string): string => read(`var(${token})`).slice(1, 7);
  const deep = (token: string): string =>
    read(`color-mix(in srgb, var(--${token}-fg) 60%, var(--${token}-strong))`).slice(1, 7);
  return [
    { token: "", foreground: ink("--fg") },
    {
      token: "comment",
      foreground: read("color-mix(in srgb, var(--fg-quiet) 70%, var(--fg))").slice(1, 7),
      fontStyle: "italic",
    },
    { token: "string", foreground: deep("ok") },
    { token: "regexp", foreground: deep("danger") },
    { token: "number", foreground: deep("warn") },
    { token: "keyword", foreground: deep("info") },
    { token: "type", foreground: deep("info") },
    { token: "tag", foreground: deep("info") },
    { token: "attribute.name", foreground: deep("warn") },
    { token: "attribute.value", foreground: deep("ok") },
    { token: "delimiter", foreground: ink("--fg") },
  ];
};

/** The editor's theme made of the window's tokens as they are now (UI-04): text, signs and marks read well in each theme. */
export const themeFromTokens = (): editor.IStandaloneThemeData => {
  const reader = createReader();
  const name = document.documentElement.dataset["theme"];
  const data: editor.IStandaloneThemeData = {
    base: baseOf(name),
    inherit: true,
    rules: tokenRules(reader.read),
    colors: { ...editorColors(reader.read), ...diffColors(reader.read, name === "contrast") },
  };
  reader.end();
  return data;
};
