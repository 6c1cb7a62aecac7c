export { compileSchema, type CompiledSchema } from "./compile.ts";
export {
  isDeeperThan,
  isJsonObject,
  isRemoteRef,
  mapSchema,
  MAX_SCHEMA_CHARS,
  MAX_SCHEMA_DEPTH,
} from "./shape.ts";
export { describeArgumentProblem, validateArguments, type ArgumentProblem } from "./validateArguments.ts";
