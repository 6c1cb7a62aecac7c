export { textOfBytes } from "./bytesText.ts";
export { formatBytes, formatCount, formatPlural, headBytes, headOf, resultBytes, tailOf } from "./format.ts";
export { errnoOf, Refusal, refusalFromSystem, type RefusalCode } from "./refusal.ts";
