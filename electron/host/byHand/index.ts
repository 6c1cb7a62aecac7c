export { createByHand, type ByHand } from "./byHand.ts";
