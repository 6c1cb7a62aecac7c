export { type ShippedNode } from "./findCommand.ts";
export { createLoginPath } from "./loginPath.ts";
export { prepareLaunch, type LaunchRequest } from "./prepareLaunch.ts";
