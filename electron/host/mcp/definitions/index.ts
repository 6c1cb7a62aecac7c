export { configHashOf, Definitions, envNames, withoutValues, type StoredServer } from "./definitions.ts";
export { ServerSecrets } from "./secrets.ts";
