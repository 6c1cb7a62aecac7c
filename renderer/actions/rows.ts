import type { KeyboardEvent } from "react";

const step: Record<string, number> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 };

/** Rows that take part: marked with `data-row`, one of them in the tab order. */
const rowsIn = (list: HTMLElement): HTMLElement[] => [...list.querySelectorAll<HTMLElement>("[data-row]")];

/**
 * Moves the focus among a list's rows by arrows, `j`/`k`, Home and End (look.md, Keys). Put on the list; rows carry
 * `data-row` and {@link rowProps}. Presses of an input method and those from text fields inside are left alone.
 */
export const moveInRows = (event: KeyboardEvent<HTMLElement>): void => {
  if (event.nativeEvent.isComposing || event.metaKey || event.ctrlKey || event.altKey) return;
  if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return;
  const rows = rowsIn(event.currentTarget);
  const at = rows.findIndex((row) => row === document.activeElement || row.contains(document.activeElement));
  const by = step[event.key];
  const last = rows.length - 1;
  const target =
    by !== undefined
      ? Math.min(last, Math.max(0, at + by))
      : event.key === "Home"
        ? 0
        : event.key === "End"
          ? last
          : undefined;
  if (target === undefined || last < 0) return;
  event.preventDefault();
  rows[target]?.focus();
};

/** What makes an element a row of such a list; only the current one is in the tab order. */
export const rowProps = (isCurrent: boolean): { readonly "data-row": ""; readonly tabIndex: 0 | -1 } => ({
  "data-row": "",
  tabIndex: isCurrent ? 0 : -1,
});
