export { BoundedCode, BoundedJson } from "./BoundedCode.tsx";
export { CallInspector } from "./CallInspector.tsx";
export { durationOf } from "./rows.ts";
export { ServerDot } from "./ServerDot.tsx";
export { summaryOf } from "./summary.ts";
export { useAnswer } from "./useAnswer.ts";
export { TimelinePanel } from "./TimelinePanel.tsx";
