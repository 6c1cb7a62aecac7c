export { nameOf } from "./name.ts";
export { readConfig } from "./readConfig.ts";
export { findConfigs, folderSources } from "./sources.ts";
export { hasPlaces } from "./variables.ts";
export { textsOf } from "./transportOf.ts";
export { readJson } from "./json.ts";
