import { create } from "zustand";

/** Which of the two overlays is open. */
export const usePalette = create<{ readonly open: "palette" | "keys" | undefined }>(() => ({
  open: undefined,
}));

/** Opens the command palette. */
export const openPalette = (): void => usePalette.setState({ open: "palette" });

/** Opens the list of all keys. */
export const openKeys = (): void => usePalette.setState({ open: "keys" });

/** Closes either. */
export const closePalette = (): void => usePalette.setState({ open: undefined });
