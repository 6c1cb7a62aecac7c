export { nameOf } from "./name.ts";
export { readConfig } from "./readConfig.ts";
export { findConfigs } from "./sources.ts";
