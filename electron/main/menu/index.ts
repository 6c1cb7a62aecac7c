export { setMenu } from "./menu.ts";
