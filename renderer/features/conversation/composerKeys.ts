/** A key press in the composer; a `KeyboardEvent` is one. */
export interface ComposerPress {
  readonly key: string;
  readonly keyCode: number;
  readonly isComposing: boolean;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/**
 * What a press in the composer means: Enter sends, Shift+Enter is a line break as everywhere. A press that belongs to an
 * input method never sends: some mark it as composing, some only by the key code 229.
 */
export const composerKey = (press: ComposerPress): "send" | "none" => {
  if (press.isComposing || press.keyCode === 229) return "none";
  if (press.key !== "Enter" || press.shiftKey || press.ctrlKey || press.metaKey || press.altKey)
    return "none";
  return "send";
};
