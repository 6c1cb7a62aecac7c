export { offeredModels } from "./offered.ts";
export { OpenAiModel } from "./openaiModel.ts";
