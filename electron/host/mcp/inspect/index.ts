export { createInspector } from "./inspector.ts";
export { MuteErrors } from "./muteErrors.ts";
export { toolTokens } from "./tokens.ts";
