export { fillOption } from "./fillOption.ts";
