/** A key press as far as keys are compared; a `KeyboardEvent` is one. */
export interface KeyPress {
  readonly key: string;
  readonly code?: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

const names: Record<string, string> = {
  enter: "Enter",
  backspace: "Backspace",
  escape: "Escape",
  up: "ArrowUp",
  down: "ArrowDown",
  left: "ArrowLeft",
  right: "ArrowRight",
  space: " ",
  tab: "Tab",
};

/** Digits and letters by their place where Alt or another layout changes the character. */
const isSameKey = (press: KeyPress, name: string): boolean => {
  const wanted = names[name] ?? name;
  if (press.key.toLowerCase() === wanted.toLowerCase()) return true;
  if (/^[0-9]$/.test(name)) return press.code === `Digit${name}`;
  return press.altKey && /^[a-z]$/.test(name) && press.code === `Key${name.toUpperCase()}`;
};

/** Whether a press is `keys` (`mod+shift+k`, `?`, `alt+down`); `mod` is ⌘ on a Mac and Ctrl elsewhere. */
export const matchesKeys = (press: KeyPress, keys: string, onMac: boolean): boolean => {
  const parts = keys === "+" ? ["+"] : keys.split("+");
  const name = parts.at(-1) ?? "";
  const has = (part: string): boolean => parts.slice(0, -1).includes(part);
  const meta = onMac && has("mod");
  const ctrl = has("ctrl") || (!onMac && has("mod"));
  if (press.metaKey !== meta || press.ctrlKey !== ctrl || press.altKey !== has("alt")) return false;
  // Shift is part of how a sign such as "?" is typed, so it counts only where letters, digits and named keys are meant.
  const isSign = name.length === 1 && !/[a-z0-9]/i.test(name);
  if (!isSign && press.shiftKey !== has("shift")) return false;
  return isSameKey(press, name);
};

/** Whether keys are a combination that a text field does not use itself. */
export const isCombination = (keys: string): boolean => /^(mod|ctrl|alt)\+/.test(keys);
