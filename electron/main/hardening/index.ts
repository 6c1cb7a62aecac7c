export { createLinkGate } from "./externalLinks.ts";
export type { LinkGate } from "./externalLinks.ts";
export { hardenContents } from "./hardenContents.ts";
export { hardenSession, originOf } from "./hardenSession.ts";
