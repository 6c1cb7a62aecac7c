export { answerPages, sendToPages } from "./connectPages.ts";
export { createDispatcher } from "./dispatcher.ts";
export { EventFeed } from "./eventFeed.ts";
