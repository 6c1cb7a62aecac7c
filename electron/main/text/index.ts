export { createTranslate } from "./translate.ts";
export type { Language, TextKey, Translate } from "./translate.ts";
