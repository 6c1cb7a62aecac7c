export { DiffView, type DiffViewProps } from "./DiffView.tsx";
export { HunkBar, hunkKeys } from "./HunkBar.tsx";
export { lineCounts, type LineCounts } from "./lineCounts.ts";
export { prewarmDiff } from "./load.ts";
export { useHunks, type Hunks } from "./useHunks.ts";
