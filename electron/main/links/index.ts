export { createInbox, type LinkInbox } from "./inbox.ts";
export { listenForLinks } from "./listen.ts";
