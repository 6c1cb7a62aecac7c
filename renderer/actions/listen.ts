import { isCombination, matchesKeys } from "./keys.ts";
import { actionsOf, useRegistry, type Action } from "./registry.ts";

const isMac = (): boolean => /mac/i.test(navigator.platform);

const isTextField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.tagName === "TEXTAREA" ||
    target.tagName === "SELECT" ||
    (target instanceof HTMLInputElement && !["checkbox", "radio", "button", "range"].includes(target.type)));

const isDialogOpen = (): boolean =>
  document.querySelector('[role="dialog"][data-state="open"], [role="alertdialog"]') !== null;
const isListOpen = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('[role="menu"], [role="listbox"]') !== null;

const counts = (action: Action, keys: string, where: { isTyping: boolean; isDialog: boolean }): boolean => {
  if (action.isEnabled === false) return false;
  if (where.isDialog && action.inDialogs !== true) return false;
  return !where.isTyping || (action.whileTyping ?? isCombination(keys));
};

/** The latest registered action that these keys mean here. */
const meant = (event: KeyboardEvent): Action | undefined => {
  const where = { isTyping: isTextField(event.target), isDialog: isDialogOpen() };
  const onMac = isMac();
  return actionsOf(useRegistry.getState().groups).findLast((action) =>
    (action.keys ?? []).some((keys) => matchesKeys(event, keys, onMac) && counts(action, keys, where)),
  );
};

/** `j` and `k` with nothing focused go to the place's own list; from there the list moves itself. */
const enterRows = (event: KeyboardEvent): void => {
  if (
    (event.key !== "j" && event.key !== "k") ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    isDialogOpen()
  )
    return;
  const main = document.getElementById("main");
  if (main === null || (document.activeElement !== document.body && document.activeElement !== main)) return;
  const row = main.querySelector<HTMLElement>("[data-row][tabindex='0']");
  if (row === null) return;
  event.preventDefault();
  row.focus();
};

/**
 * Binds every registered action's keys. Presses that belong to an input method (composition, or the 229 some send) are
 * never taken, nor are single keys while an open menu or list has the focus.
 */
export const listenToKeys = (): (() => void) => {
  const onKey = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing || event.keyCode === 229) return;
    if (isListOpen(event.target) && !event.ctrlKey && !event.metaKey) return;
    const action = meant(event);
    if (action === undefined) {
      enterRows(event);
      return;
    }
    event.preventDefault();
    action.run();
  };
  window.addEventListener("keydown", onKey);
  return () => window.removeEventListener("keydown", onKey);
};
