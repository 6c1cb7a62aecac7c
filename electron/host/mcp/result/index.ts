export { OutputChecks } from "./checkOutput.ts";
export { parseResult } from "./parseResult.ts";
