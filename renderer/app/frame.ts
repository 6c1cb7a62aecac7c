import { create } from "zustand";

/** Choices about the frame itself; the drawers only count while the window is narrow. */
export const useFrame = create<{
  readonly isListDrawerOpen: boolean;
  readonly isInspectorDrawerOpen: boolean;
}>(() => ({
  isListDrawerOpen: false,
  isInspectorDrawerOpen: false,
}));
