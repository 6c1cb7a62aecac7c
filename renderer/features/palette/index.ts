import { lazy } from "react";

export { KeyList } from "./KeyList.tsx";
export { openKeys, openPalette, usePalette } from "./palette.ts";

/** The command palette; its code comes when it is opened. */
export const Palette = lazy(async () => ({ default: (await import("./Palette.tsx")).Palette }));
export const KeysDialog = lazy(async () => ({ default: (await import("./KeysDialog.tsx")).KeysDialog }));
