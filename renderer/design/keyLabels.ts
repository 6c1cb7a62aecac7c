const isMac = (): boolean => typeof navigator !== "undefined" && /mac/i.test(navigator.platform);

const mac: Record<string, string> = {
  mod: "⌘",
  ctrl: "⌃",
  alt: "⌥",
  shift: "⇧",
};
const other: Record<string, string> = { mod: "Ctrl", ctrl: "Ctrl", alt: "Alt", shift: "Shift" };
const named: Record<string, string> = {
  enter: "↵",
  backspace: "⌫",
  escape: "Esc",
  up: "↑",
  down: "↓",
  left: "←",
  right: "→",
  space: "Space",
  tab: "Tab",
};

/** The caps to draw for keys written as `mod+shift+k`; `mod` is ⌘ on a Mac and Ctrl elsewhere. */
export const keyLabels = (keys: string, onMac: boolean = isMac()): readonly string[] =>
  keys.split("+").map((key) => (onMac ? mac : other)[key] ?? named[key] ?? key.toUpperCase());
