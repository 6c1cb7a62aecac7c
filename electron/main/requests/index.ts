export { answerApp } from "./answerApp.ts";
export { appHandlers } from "./handlers.ts";
