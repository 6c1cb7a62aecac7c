export {
  isDeeperThan,
  isJsonObject,
  isRemoteRef,
  mapSchema,
  MAX_SCHEMA_CHARS,
  MAX_SCHEMA_DEPTH,
} from "./shape.ts";
export { argumentsMisfit } from "./argumentsMisfit.ts";
export { schemaChecks } from "./schemaChecks.ts";
