export { HttpWay } from "./httpWay.ts";
export { NegotiatedConnection, type EraMemory } from "./negotiated.ts";
export { StdioWay } from "./stdioWay.ts";
