export { fillAll } from "./places.ts";
export { SHIPPED_NODE, type ShippedNode } from "./findCommand.ts";
export { createLoginPath } from "./loginPath.ts";
export { prepareLaunch, type LaunchRequest } from "./prepareLaunch.ts";
