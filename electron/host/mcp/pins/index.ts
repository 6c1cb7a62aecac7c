export { withPin } from "./apply.ts";
export { LookAlikes, type NamedTool } from "./lookAlikes.ts";
export { ToolPins } from "./pins.ts";
export { skeletonOf } from "./skeleton.ts";
