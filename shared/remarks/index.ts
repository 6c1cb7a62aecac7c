export { remark } from "./remark.ts";
export { remarkTexts } from "./texts.ts";
