export { isLinearPattern } from "./linearPattern.ts";
