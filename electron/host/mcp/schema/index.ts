export {
  isDeeperThan,
  isJsonObject,
  isRemoteRef,
  mapSchema,
  MAX_SCHEMA_CHARS,
  MAX_SCHEMA_DEPTH,
} from "./shape.ts";
export { argumentsMisfit, checkArguments, type ArgumentCheck } from "./checkArguments.ts";
export { createSchemaChecks, schemaChecks, type SchemaChecks } from "./schemaChecks.ts";
export { modelSchema } from "./modelSchema.ts";
