import { useState } from "react";

/**
 * What gives the focus back when a dialog closes: for `onCloseAutoFocus`. Radix gives it to the dialog's trigger, and ours
 * open by key, menu and palette, without one. Use it in a component that is there only while the dialog is open: what had
 * the focus is read when it is first drawn.
 */
export const useReturnFocus = (): ((event: Event) => void) => {
  const [before] = useState(() => document.activeElement);
  return (event) => {
    event.preventDefault();
    const there = before instanceof HTMLElement && before.isConnected;
    // What opened it is gone with the page behind it: the keys then go to the page that is there now, not to nobody.
    const target = there ? before : document.getElementById("main");
    target?.focus({ preventScroll: true });
  };
};
