export { withoutNulls } from "./hello.ts";
export { parseMessage, parseMessages } from "./parse.ts";
export { sound } from "./sound.ts";
