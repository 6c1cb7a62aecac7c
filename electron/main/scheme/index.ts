export { pageOrigin } from "./contentPolicy.ts";
export { declareScheme, servePage } from "./serve.ts";
