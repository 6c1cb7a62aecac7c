export { DiffView, type DiffViewProps } from "./DiffView.tsx";
export { lineCounts, type LineCounts } from "./lineCounts.ts";
export { prewarmDiff } from "./load.ts";
